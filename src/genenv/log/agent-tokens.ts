/** @file The tokens of a rollout that the agent wrote; the others are what a simulator answered. */
import { meanOrNull } from '../../common/mean.ts';
import type { Rollout } from './events.ts';

export const agentTokens = ({ mask }: Pick<Rollout, 'mask'>): number => mask.reduce<number>((sum, own) => sum + own, 0);

/** The mean advantage of the agent's tokens; null where a log has none for each token. */
export function meanAdvantage({
  advantages,
  mask,
}: Pick<Rollout, 'mask'> & { advantages?: readonly number[] | null }): number | null {
  const own = (advantages ?? []).filter((_, token) => mask[token] === 1);
  // The mean of equal numbers is that number, without rounding.
  return own.length > 0 && own.every((one) => one === own[0]) ? own[0] : meanOrNull(own);
}
