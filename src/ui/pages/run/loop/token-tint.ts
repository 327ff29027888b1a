/** @file The colour of a token, which the line below it says too, so that nobody needs to tell colours apart. */
import { shareOf, surprise } from '../../../../analysis/metrics.ts';
import type { WrittenTokens } from '../../../../genenv/log/events.ts';

export const COLOURINGS = ['update', 'probability', 'entropy'] as const;
export type Colouring = (typeof COLOURINGS)[number];

export interface Tint {
  kind: 'reinforced' | 'suppressed' | 'none' | 'surprise' | 'entropy';
  /** CSS percentage of the full colour. */
  shade: string;
}

const tint = (kind: Tint['kind'], share: number): Tint => ({ kind, shade: `${Math.round(100 * share)}%` });

export const surpriseTints = ({ logprobs }: Pick<WrittenTokens, 'logprobs'>): Tint[] =>
  logprobs.map((logprob) => tint('surprise', surprise(logprob)));

/** @param largest push of the epoch, in size */
export const updateTints = (pushes: readonly number[], largest: number): Tint[] =>
  pushes.map((push) => tint(push > 0 ? 'reinforced' : push < 0 ? 'suppressed' : 'none', shareOf(push, largest)));

/** @param largest entropy of the tokens that are shown together, nats */
export const entropyTints = (entropy: readonly number[], largest: number): Tint[] =>
  entropy.map((value) => tint('entropy', shareOf(value, largest)));
