/** @file Sampled answers, each different one once: what a group of rollouts wrote, the most frequent first. */
import type { TaskAnswer } from '../../../runs/attempt-task.ts';

export interface AnswerCount {
  /** The agent's turns. */
  turns: readonly string[];
  /** True if the last turn was cut off. */
  cutOff: boolean;
  count: number;
  success: boolean;
}

export function answerCounts(samples: readonly TaskAnswer[]): AnswerCount[] {
  const counts = new Map<string, AnswerCount>();
  for (const { rollout, written, score } of samples) {
    // An answer that was cut off is another one, though its turns read the same.
    const key = JSON.stringify([written, rollout.finish]);
    const known = counts.get(key);
    if (known) known.count++;
    else counts.set(key, { turns: written, cutOff: rollout.finish === 'length', count: 1, success: score.success });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}

export const successes = (samples: readonly TaskAnswer[]): number =>
  samples.filter(({ score }) => score.success).length;
