/** @file The words of a plan of memory: what takes how much, whether it fits, what to turn down. */
const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(2)} GB`;

export const plan = {
  /** Parts that stay in memory all the time. */
  kept: {
    weights: '权重',
    reference: '初始权重（参考模型）',
    adapters: '适配器',
    gradients: '梯度',
    optimizer: '优化器（每个权重两个矩）',
    held: '更新期间保留的副本',
  },
  words: {
    sampling: '采样，至多',
    cache: '其中键和值',
    learning: '一次更新，至多',
    logits: '其中 logits',
    activations: '其中激活值和其余部分',
    peak: '总计，至多',
    largestBinding: '一次绑定的最大部分',
    nothing: '怎样调低内存设置都不够：请换更小的模型，或换图形适配器。',
  },
  obstacle: {
    memory: (bytes: number, limit: number) => `放不下：最多需要 ${gigabytes(bytes)}，但只能用 ${gigabytes(limit)}。`,
    buffer: (bytes: number, limit: number) =>
      `放不下：需要 ${gigabytes(bytes)} 的缓冲区，但适配器只允许 ${gigabytes(limit)}。`,
    binding: (bytes: number, limit: number) =>
      `放不下：某个内核要一次读取 ${gigabytes(bytes)}，但适配器只允许 ${gigabytes(limit)}。`,
  },
  fits: (adapter: string, bytes: number) => `放得下：在${adapter}上最多占 ${gigabytes(bytes)}。`,
  change: (changes: readonly string[]) => `这样就放得下：${changes.join(' ')}`,
};
