/** @file The axes that learning is drawn over, in words. */
import type { Axis } from '../../analysis/axes.ts';
import type { AxisWords } from '../en/axes.ts';

export const axes: Readonly<Record<Axis, AxisWords>> = {
  epoch: { label: '轮', noun: '轮', short: '轮' },
  rollouts: { label: '智能体的采样回答数', noun: '个采样回答', short: '采样回答数' },
  tokens: { label: '两个模型采样的词元数', noun: '个词元（两个模型合计）', short: '两个模型的词元数' },
  flops: { label: '两个模型的浮点运算次数', noun: '次浮点运算（两个模型合计）', short: '两个模型的 FLOPs' },
  seconds: { label: '运行所用机器上的秒数', noun: '秒（在运行所用的机器上）', short: '秒' },
};
