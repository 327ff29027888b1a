/** @file The words of an exported model: its card, and what the check of an export found. */
import type { Agreement, Difference } from '../../interop/models/agreement.ts';
import type { Origin } from '../../interop/models/exported-model.ts';
import type { CardFacts, ExportReport, ModelExportWords } from '../../interop/models/words.ts';
import { fence, fileTable, frontMatter, usage, versionTable } from '../model-card.ts';

const digits = (value: number): string =>
  Number.isFinite(value) ? Number(value.toPrecision(3)).toString() : '不是数（NaN）';

const difference = ({ prompt, position, token, cached, ours, theirs, absolute, relative }: Difference): string =>
  `最大的差别在第 ${prompt + 1} 条提示词、第 ${position + 1} 个词元之后${cached ? '（使用缓存）' : ''}，` +
  `词元 ${token} 的 logit：这里 ${digits(ours)}，那里 ${digits(theirs)}；相差 ${digits(absolute)}，` +
  `为该处最大 logit 的 ${digits(relative)}`;

const allowed = (tolerance: number | null): string => (tolerance === null ? '' : `（允许：${tolerance}）`);

const PRECISION = { f32: 'f32', f16: 'f16', q4: '矩阵 4 位，其余 f32' } as const;

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

/** Warnings about a graph before its use. */
const VARIANT = {
  fused:
    '归一化和注意力是 ONNX Runtime 的算子。位置按序列长度计算，所以一批不能在左侧填充：请用等长的提示词，或一次一条。',
  portable: '归一化和注意力由 ONNX 的标准算子组成；一批可以在任一侧填充。',
} as const;

function card(facts: CardFacts): string {
  const { name, family, parameters, contextLength, base, precision, variant, adapter, check, versions, files } = facts;
  const merged = facts.format === 'peft' ? '；这个文件夹只含适配器' : '，已并入权重';
  return `${frontMatter(facts)}

# ${name}

${family}，${parameters.toLocaleString('zh')} 个参数，上下文 ${contextLength.toLocaleString('zh')} 个词元，${PRECISION[precision]}。
${adapter ? `经 LoRA 适配器训练：秩 ${adapter.rank}，alpha ${adapter.alpha}，作用于 ${adapter.targets.join('、')}${merged}。\n` : ''}
## 用法

${usage(facts)}
${variant ? `${VARIANT[variant]}\n\n` : ''}## 来源

${origin(facts.origin, base)}

## 检验

在 ${check.prompts} 条提示词的 ${check.positions} 个位置上，用缓存和不用缓存，与训练它的引擎比较了 logits：${difference(check.largest)}${allowed(check.tolerance)}。${check.prompts} 段 ${check.newTokens} 个词元的贪心文本中有 ${check.sameTexts} 段相同。

${versionTable('程序', '版本，或在何处运行', versions)}

${fileTable('文件', '字节', files)}
`;
}

function report({ files, agreement, tolerance }: ExportReport, folder: string): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const same = agreement.greedy.filter(({ firstDifference }) => firstDifference === null).length;
  return [
    `${files.length} 个文件，${(bytes / 2 ** 20).toFixed(2)} MiB，在 ${folder}`,
    `${difference(agreement.largest!)}${allowed(tolerance)}。`,
    `${agreement.greedy.length} 段贪心文本中有 ${same} 段相同。`,
  ].join('\n');
}

function agreement({ positions, largest, greedy }: Agreement, decode: (ids: readonly number[]) => string): string {
  const quoted = (ids: readonly number[]) => JSON.stringify(decode(ids));
  return [
    `比较了 ${greedy.length} 条提示词的 ${positions} 个位置：${difference(largest!)}。`,
    ...greedy.map(({ prompt, ours, theirs, firstDifference }, i) =>
      firstDifference === null
        ? `提示词 ${i + 1}，${quoted(prompt)}：两边都写出 ${quoted(ours)}。`
        : `提示词 ${i + 1}，${quoted(prompt)}：从第 ${firstDifference + 1} 个词元起不同；这里 ${quoted(ours)}，ONNX Runtime ${quoted(theirs)}。`,
    ),
  ].join('\n');
}

export const modelExportWords: ModelExportWords = { card, difference, report, agreement };
