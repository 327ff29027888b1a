/** @file The words of a plan of memory: what takes how much, whether it fits, what to turn down. */
import { NO_SETTING_ENOUGH, obstacleSentence } from './errors.ts';
import { formatBytes } from '../bytes.ts';

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
    nothing: NO_SETTING_ENOUGH,
  },
  obstacle: obstacleSentence,
  fits: (adapter: string, bytes: number, memory: number | null) =>
    memory === null
      ? `这次运行最多需要 ${formatBytes(bytes)}。每个缓冲区都在${adapter}的限制之内，但 WebGPU 不说明显存有多大：请与你显卡的显存比较。`
      : `放得下：这次运行最多需要 ${formatBytes(bytes)}，可用 ${formatBytes(memory)}。`,
  change: (changes: readonly string[]) => `这样就放得下：${changes.join(' ')}`,
};
