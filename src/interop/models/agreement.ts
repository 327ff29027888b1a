/**
 * @file Compares two runtimes of one model: logits at every position of some prompts, with and without a cache of
 * keys and values, and the text that each writes greedily.
 *
 * A difference of logits counts relative to the largest logit of its position, or to 1 where that is smaller: f16 near 20
 * has steps of 1/64, so an absolute bound would depend on the model.
 */

import { CodedError } from '../../common/coded-error.ts';

/** One of the two runtimes. Arrays of logits are [positions, vocabulary]. */
export interface ComparedRuntime {
  /** Logits after every token, in one pass without a cache. */
  logits(ids: readonly number[]): Promise<Float32Array>;
  /** The `count` likeliest tokens, with the cache; `logits` null where the runtime chooses on its device. */
  decode(prompt: readonly number[], count: number): Promise<{ ids: number[]; logits: Float32Array | null }>;
}

/** A place where logits differ. */
export interface Difference {
  prompt: number;
  /** Index of the token after which the logits were computed. */
  position: number;
  /** The token whose logit differs. */
  token: number;
  /** True if the logits were computed with the cache. */
  cached: boolean;
  ours: number;
  theirs: number;
  /** |ours − theirs|. */
  absolute: number;
  /** The same over the largest logit of the position, or over 1; Infinity where one of them is not a number. */
  relative: number;
}

export interface GreedyComparison {
  prompt: readonly number[];
  ours: number[];
  theirs: number[];
  /** Index of the first token that differs; null where the texts are the same. */
  firstDifference: number | null;
}

export interface Agreement {
  /** Positions whose logits were compared, those with the cache included. */
  positions: number;
  /** Null where nothing was compared. */
  largest: Difference | null;
  greedy: GreedyComparison[];
}

export interface AgreementRequest {
  ours: ComparedRuntime;
  theirs: ComparedRuntime;
  prompts: readonly (readonly number[])[];
  /** Tokens that each writes after every prompt. */
  newTokens: number;
  vocabSize: number;
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal;
}

export async function compareRuntimes(request: AgreementRequest): Promise<Agreement> {
  const { ours, theirs, prompts, newTokens, vocabSize, onProgress, signal } = request;
  const agreement: Agreement = { positions: 0, largest: null, greedy: [] };
  const compare = (place: { prompt: number; position: number; cached: boolean }, a: Float32Array, b: Float32Array) => {
    const difference = largestDifference(a, b);
    agreement.positions += 1;
    if (!agreement.largest || difference.relative > agreement.largest.relative)
      agreement.largest = { ...place, ...difference };
  };
  for (const [p, prompt] of prompts.entries()) {
    signal?.throwIfAborted();
    const row = (logits: Float32Array, position: number) =>
      logits.subarray(position * vocabSize, (position + 1) * vocabSize);
    const whole = await theirs.logits(prompt);
    if (whole.length !== prompt.length * vocabSize)
      throw new CodedError('other-vocabulary', { found: whole.length / prompt.length, vocabulary: vocabSize });
    const written = await theirs.decode(prompt, newTokens);
    // Our logits for the prompt and for what they wrote after it: one pass without a cache.
    const reference = await ours.logits([...prompt, ...written.ids.slice(0, -1)]);
    for (let i = 0; i < prompt.length; i++)
      compare({ prompt: p, position: i, cached: false }, row(reference, i), row(whole, i));
    if (written.logits)
      for (let t = 0; t < written.ids.length; t++) {
        const position = prompt.length - 1 + t;
        compare({ prompt: p, position, cached: true }, row(reference, position), row(written.logits, t));
      }
    const own = (await ours.decode(prompt, newTokens)).ids;
    const first = own.findIndex((id, i) => id !== written.ids[i]);
    agreement.greedy.push({ prompt, ours: own, theirs: written.ids, firstDifference: first < 0 ? null : first });
    onProgress?.(p + 1, prompts.length);
  }
  return agreement;
}

function largestDifference(
  ours: Float32Array,
  theirs: Float32Array,
): Pick<Difference, 'token' | 'ours' | 'theirs' | 'absolute' | 'relative'> {
  let token = 0;
  let absolute = -1;
  let scale = 1;
  for (let i = 0; i < ours.length; i++) {
    const difference = Math.abs(ours[i] - theirs[i]);
    // NaN is no agreement; equal infinities differ by NaN too.
    const size = Number.isNaN(difference) ? Infinity : difference;
    if (size > absolute) [absolute, token] = [size, i];
    if (Math.abs(ours[i]) > scale) scale = Math.abs(ours[i]);
  }
  return {
    token,
    ours: ours[token],
    theirs: theirs[token],
    absolute,
    relative: absolute === Infinity ? Infinity : absolute / scale,
  };
}
