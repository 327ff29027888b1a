/**
 * @file Asks the weights that a player had after some epoch. Weights that are no longer in force are borrowed from a checkpoint
 * and put back: the run goes on as if nobody had asked.
 */
import type { Learner, PolicySnapshot, WeightsVersion } from '../policy/policy.ts';
import type { TextTokenizer } from '../policy/text-tokenizer.ts';

export interface AskedPlayer {
  policy: Learner;
  tokenizer: TextTokenizer;
  /** The number of epochs whose updates its current weights have. */
  updates: number;
  /** The player's weights after so many epochs' updates, where they are stored. */
  stored: (updates: number) => PolicySnapshot | undefined;
}

/** @returns null where the weights are not kept, or the update has not happened yet */
export async function askAtEpoch<Answer>(
  { policy, updates, stored }: AskedPlayer,
  epoch: number,
  ask: (weights: WeightsVersion) => Promise<Answer>,
): Promise<Answer | null> {
  if (epoch === 0) return ask('initial');
  if (epoch === updates) return ask('current');
  const snapshot = stored(epoch);
  if (!snapshot) return null;
  const now = await policy.snapshot();
  await policy.restore(snapshot);
  const answer = await ask('current');
  await policy.restore(now);
  return answer;
}
