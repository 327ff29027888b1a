/** @file Computes which tokens the models of an open run find probable, before and after an epoch's update. */
import type { Learner, LikelyToken, PolicySnapshot, WeightsVersion } from '../policy/policy.ts';
import type { TextTokenizer } from '../policy/text-tokenizer.ts';

export interface TokenQuestion {
  player: 'agent' | 'environment';
  /** Epoch of the texts. The update of this epoch lies between `before` and `after`. */
  epoch: number;
  /** The player's prompt and the tokens after it. `mask` is 0 for tokens that a simulator wrote. */
  texts: readonly { read: string; ids: readonly number[]; mask?: readonly (0 | 1)[] }[];
  /** Temperature of the sampling, or 1 if it was greedy. */
  temperature: number;
  alternatives: number;
}

export interface Alternative extends LikelyToken {
  token: string;
}

/** Predictions by token of one text. If the mask is 0, the numbers are 0 and there are no alternatives. */
export interface TextPredictions {
  /** Natural-log probability of each token. */
  logprobs: number[];
  /** Entropy at each token, in nats. */
  entropy: number[];
  alternatives: Alternative[][];
}

/** Predictions by text; null if the weights are not stored or the update has not happened yet. */
export interface TokenAnswer {
  before: TextPredictions[] | null;
  after: TextPredictions[] | null;
  initial: TextPredictions[];
}

export async function askTokens(player: AskedPlayer, question: TokenQuestion): Promise<TokenAnswer> {
  const { policy, tokenizer } = player;
  const { temperature, alternatives: count } = question;
  const sequences = question.texts.map(({ read, ids, mask }) => ({
    prompt: tokenizer.encode(read),
    completion: ids,
    mask,
  }));
  const ask = async (weights: WeightsVersion): Promise<TextPredictions[]> => {
    const { scored } = await policy.score(sequences, weights, temperature);
    const likely = await policy.alternatives(sequences, weights, temperature, count);
    const named = (one: LikelyToken): Alternative => ({ ...one, token: tokenizer.tokenText(one.id) });
    return scored.map(({ logprobs, entropy }, i) => ({
      logprobs,
      entropy,
      alternatives: likely[i].map((tokens) => tokens.map(named)),
    }));
  };
  const initial = await ask('initial');
  /** Computes predictions with the weights after an epoch. Null if these are not stored. Keeps the current weights. */
  const askAt = async (epoch: number): Promise<TextPredictions[] | null> => {
    if (epoch === 0) return initial;
    if (epoch === player.updates) return ask('current');
    const snapshot = player.stored(epoch);
    if (!snapshot) return null;
    const now = await policy.snapshot();
    await policy.restore(snapshot);
    const answer = await ask('current');
    await policy.restore(now);
    return answer;
  };
  return { before: await askAt(question.epoch - 1), after: await askAt(question.epoch), initial };
}

interface AskedPlayer {
  policy: Learner;
  tokenizer: TextTokenizer;
  /** Number of epochs whose updates the current weights include. */
  updates: number;
  /** Returns the player's weights after this many epochs' updates, if they are stored. */
  stored: (updates: number) => PolicySnapshot | undefined;
}
