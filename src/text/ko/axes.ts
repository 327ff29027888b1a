/** @file The axes that learning is drawn over, in words. */
import type { Axis } from '../../analysis/axes.ts';
import type { AxisWords } from '../en/axes.ts';

export const axes: Readonly<Record<Axis, AxisWords>> = {
  epoch: { label: '에포크', noun: '에포크', short: '에포크' },
  rollouts: { label: '에이전트 롤아웃 수', noun: '에이전트 롤아웃', short: '에이전트 롤아웃' },
  tokens: { label: '두 모델이 샘플링한 토큰 수', noun: '토큰(두 모델 합계)', short: '두 모델의 토큰' },
  flops: { label: '두 모델의 부동소수점 연산 수', noun: '부동소수점 연산(두 모델 합계)', short: '두 모델의 FLOPs' },
  seconds: { label: '실행한 기기에서의 시간(초)', noun: '초(실행한 기기 기준)', short: '초' },
};
