/** @file The words of an exported model: its card, and what was written. */
import type { Origin } from '../../interop/models/exported-model.ts';
import type { CardFacts, ModelExportWords, WrittenFile } from '../../interop/models/words.ts';
import { PROGRAM } from '../../common/program.ts';
import { fence, fileTable, frontMatter, usage } from '../model-card.ts';
import { formatBytes } from '../bytes.ts';

const PLAYER = { agent: '智能体', environment: '环境模型' } as const;

function origin(from: Origin, base: CardFacts['base']): string {
  const start = `\`${base.name}\`，其权重的 SHA-256 为 \`${base.weightsHash}\``;
  if (from.kind === 'folder') return `权重来自 ${start}。`;
  const seed = (from.settings as { seed?: number }).seed;
  const changes =
    from.changes.length === 0 ? '' : `\n运行中改动过：\n\n${fence('json', JSON.stringify(from.changes, null, 2))}`;
  return `运行“${from.name}”在 ${from.epochs} 轮之后的${PLAYER[from.player]}，随机种子 ${seed}。它从 ${start} 开始。

运行的设置：

${fence('json', JSON.stringify(from.settings, null, 2))}${changes}`;
}

function card(facts: CardFacts): string {
  const { name, family, parameters, contextLength, base, precision, adapter, files } = facts;
  const merged = facts.format === 'peft' ? '；这个文件夹只含适配器' : '，已并入权重';
  return `${frontMatter(facts)}

# ${name}

${family}，${parameters.toLocaleString('zh')} 个参数，上下文 ${contextLength.toLocaleString('zh')} 个词元，${precision}。
${adapter ? `经 LoRA 适配器训练：秩 ${adapter.rank}，alpha ${adapter.alpha}，作用于 ${adapter.targets.join('、')}${merged}。\n` : ''}
## 用法

${usage(facts)}
## 来源

${origin(facts.origin, base)}

## 文件

由 ${PROGRAM} 写入。

${fileTable('文件', '字节', files)}
`;
}

function report(files: readonly WrittenFile[], folder: string): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${files.length} 个文件，${formatBytes(bytes)}，在 ${folder}`;
}

export const modelExportWords: ModelExportWords = { card, report };
