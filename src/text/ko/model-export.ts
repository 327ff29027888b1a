/** @file The words of an exported model: its card, and what the check of an export found. */
import type { Agreement, Difference } from '../../interop/models/agreement.ts';
import type { Origin } from '../../interop/models/exported-model.ts';
import type { CardFacts, ExportReport, ModelExportWords } from '../../interop/models/words.ts';
import { fence, fileTable, frontMatter, usage, versionTable } from '../model-card.ts';

const digits = (value: number): string =>
  Number.isFinite(value) ? Number(value.toPrecision(3)).toString() : '수가 아님(NaN)';

const difference = ({ prompt, position, token, cached, ours, theirs, absolute, relative }: Difference): string =>
  `가장 큰 차이는 프롬프트 ${prompt + 1}의 토큰 ${position + 1} 다음${cached ? '(캐시 사용)' : ''}, ` +
  `토큰 ${token}의 로짓에 있습니다. 여기 ${digits(ours)}, 저기 ${digits(theirs)}, 차이는 ${digits(absolute)}, ` +
  `그 자리의 가장 큰 로짓의 ${digits(relative)}입니다`;

const allowed = (tolerance: number | null): string => (tolerance === null ? '' : `(허용: ${tolerance})`);

const PRECISION = { f32: 'f32', f16: 'f16', q4: '행렬은 4비트, 나머지는 f32' } as const;

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

/** Warnings about a graph before its use. */
const VARIANT = {
  fused:
    '정규화와 어텐션이 ONNX Runtime의 연산자입니다. 위치를 시퀀스 길이에서 세므로 배치의 왼쪽을 채우면 안 됩니다. 길이가 같은 프롬프트를 주거나 하나씩 주세요.',
  portable: '정규화와 어텐션이 ONNX의 표준 연산자로 되어 있습니다. 배치는 어느 쪽을 채워도 됩니다.',
} as const;

function card(facts: CardFacts): string {
  const { name, family, parameters, contextLength, base, precision, variant, adapter, check, versions, files } = facts;
  const merged = facts.format === 'peft' ? '이 폴더에는 어댑터만 있습니다' : '가중치에 합쳐져 있습니다';
  return `${frontMatter(facts)}

# ${name}

${family}, 파라미터 ${parameters.toLocaleString('ko')}개, 컨텍스트 토큰 ${contextLength.toLocaleString('ko')}개, ${PRECISION[precision]}.
${adapter ? `LoRA 어댑터로 학습: 랭크 ${adapter.rank}, alpha ${adapter.alpha}, 대상 ${adapter.targets.join(', ')}. ${merged}.\n` : ''}
## 사용법

${usage(facts)}
${variant ? `${VARIANT[variant]}\n\n` : ''}## 출처

${origin(facts.origin, base)}

## 검증

프롬프트 ${check.prompts}개의 ${check.positions}자리에서, 캐시를 쓸 때와 안 쓸 때, 학습한 엔진과 로짓을 비교했습니다. ${difference(check.largest)}${allowed(check.tolerance)}. 토큰 ${check.newTokens}개의 그리디 텍스트 ${check.prompts}개 중 ${check.sameTexts}개가 같습니다.

${versionTable('프로그램', '버전 또는 실행한 곳', versions)}

${fileTable('파일', '바이트', files)}
`;
}

function report({ files, agreement, tolerance }: ExportReport, folder: string): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const same = agreement.greedy.filter(({ firstDifference }) => firstDifference === null).length;
  return [
    `${folder}에 파일 ${files.length}개, ${(bytes / 2 ** 20).toFixed(2)} MiB`,
    `${difference(agreement.largest!)}${allowed(tolerance)}.`,
    `그리디 텍스트 ${agreement.greedy.length}개 중 ${same}개가 같습니다.`,
  ].join('\n');
}

function agreement({ positions, largest, greedy }: Agreement, decode: (ids: readonly number[]) => string): string {
  const quoted = (ids: readonly number[]) => JSON.stringify(decode(ids));
  return [
    `프롬프트 ${greedy.length}개의 ${positions}자리를 비교했습니다. ${difference(largest!)}.`,
    ...greedy.map(({ prompt, ours, theirs, firstDifference }, i) =>
      firstDifference === null
        ? `프롬프트 ${i + 1}, ${quoted(prompt)}: 둘 다 ${quoted(ours)}.`
        : `프롬프트 ${i + 1}, ${quoted(prompt)}: 토큰 ${firstDifference + 1}부터 다릅니다. 여기 ${quoted(ours)}, ONNX Runtime ${quoted(theirs)}.`,
    ),
  ].join('\n');
}

export const modelExportWords: ModelExportWords = { card, difference, report, agreement };
