/** @file The tokens of a rollout that the agent wrote; the others are what a simulator answered. */
import type { Rollout } from './events.ts';

export const agentTokens = ({ mask }: Pick<Rollout, 'mask'>): number => mask.reduce<number>((sum, own) => sum + own, 0);
