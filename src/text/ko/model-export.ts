/** @file The words of an exported model: its card, and what was written. */
import type { Origin } from '../../interop/models/exported-model.ts';
import type { CardFacts, ModelExportWords, WrittenFile } from '../../interop/models/words.ts';
import { PROGRAM } from '../../common/program.ts';
import { fence, fileTable, frontMatter, usage } from '../model-card.ts';
import { formatBytes } from '../bytes.ts';

const PLAYER = { agent: '에이전트', environment: '환경 모델' } as const;

function origin(from: Origin, base: CardFacts['base']): string {
  const start = `\`${base.name}\`(가중치의 SHA-256 \`${base.weightsHash}\`)`;
  if (from.kind === 'folder') return `가중치의 출처: ${start}.`;
  const seed = (from.settings as { seed?: number }).seed;
  const changes =
    from.changes.length === 0 ? '' : `\n실행 중에 바꾼 것:\n\n${fence('json', JSON.stringify(from.changes, null, 2))}`;
  return `실행 “${from.name}”의 ${from.epochs}에포크 뒤 ${PLAYER[from.player]}, 시드 ${seed}. 출발한 모델: ${start}.

실행의 설정:

${fence('json', JSON.stringify(from.settings, null, 2))}${changes}`;
}

function card(facts: CardFacts): string {
  const { name, family, parameters, contextLength, base, precision, adapter, files } = facts;
  const merged = facts.format === 'peft' ? '이 폴더에는 어댑터만 있습니다' : '가중치에 합쳐져 있습니다';
  return `${frontMatter(facts)}

# ${name}

${family}, 파라미터 ${parameters.toLocaleString('ko')}개, 컨텍스트 토큰 ${contextLength.toLocaleString('ko')}개, ${precision}.
${adapter ? `LoRA 어댑터로 학습: 랭크 ${adapter.rank}, alpha ${adapter.alpha}, 대상 ${adapter.targets.join(', ')}. ${merged}.\n` : ''}
## 사용법

${usage(facts)}
## 출처

${origin(facts.origin, base)}

## 파일

${PROGRAM}에서 썼습니다.

${fileTable('파일', '바이트', files)}
`;
}

function report(files: readonly WrittenFile[], folder: string): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${folder}에 파일 ${files.length}개, ${formatBytes(bytes)}`;
}

export const modelExportWords: ModelExportWords = { card, report };
