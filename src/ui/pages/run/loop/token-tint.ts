/** @file Computes the colours of tokens, and declares how a component opens the window of a token. */
import { isKeyUnconfirmed } from '../../../../analysis/run-view.ts';
import type { SuccessCount } from '../../../../curriculum/environment-reward.ts';
import { runText } from '../../../../text/run.ts';
import { formatCount } from '../../../shared/format.ts';
import { createContext } from 'svelte';
import { shareOf, surprise } from '../../../../analysis/metrics.ts';
import type { TaskText, WrittenTokens } from '../../../../genenv/log/events.ts';

export const COLOURINGS = ['update', 'probability', 'entropy'] as const;
export type Colouring = (typeof COLOURINGS)[number];

export interface Tint {
  kind: 'reinforced' | 'suppressed' | 'none' | 'surprise' | 'entropy';
  /** Strength of the colour as a CSS percentage. */
  shade: string;
}

const tint = (kind: Tint['kind'], share: number): Tint => ({ kind, shade: `${Math.round(100 * share)}%` });

export const surpriseTints = ({ logprobs }: Pick<WrittenTokens, 'logprobs'>): Tint[] =>
  logprobs.map((logprob) => tint('surprise', surprise(logprob)));

/** Tints tokens by the update's push on them. @param largest absolute push of the epoch, which has the full colour */
export const updateTints = (pushes: readonly number[], largest: number): Tint[] =>
  pushes.map((push) => tint(push > 0 ? 'reinforced' : push < 0 ? 'suppressed' : 'none', shareOf(push, largest)));

/** Tints tokens by entropy. @param largest entropy of all tokens shown, in nats, which has the full colour */
export const entropyTints = (entropy: readonly number[], largest: number): Tint[] =>
  entropy.map((value) => tint('entropy', shareOf(value, largest)));

export type Writer = 'agent' | 'environment' | 'simulator';

export interface TokenDetail {
  /** Text that contains the token, and the token's index in the text. */
  written: WrittenTokens;
  index: number;
  writer: Writer;
}

/** Opens the window of a token beside the token's element. */
type InspectToken = (detail: TokenDetail, at: HTMLElement) => void;

export const [getInspectToken, setInspectToken] = createContext<InspectToken>();

/** Says how many answers to a task are right. If the key is wrong or unverified, says how many agree with the key. */
export const countSentence = (task: Pick<TaskText, 'key'>, { k, n }: SuccessCount): string =>
  (isKeyUnconfirmed(task) ? runText.loop.agreed : runText.loop.solved)({ k: formatCount(k), n: formatCount(n) });
