/** @file The most probable tokens at each place of a text: logits are read back, a bounded number of rows at a time. */
import { likeliestTokens } from '../lm/likeliest-tokens.ts';
import type { LikelyToken } from '../lm/sampling.ts';
import type { CausalLM } from '../lm/transformer.ts';
import type { Sequence } from '../objectives/objective.ts';

/** Most memory that the logits of one pass take. */
const LOGITS_BYTES = 16 * 2 ** 20;

/** By token of the completion, most probable first; empty where the mask is 0. */
export async function alternativesOf(
  model: CausalLM,
  { prompt, completion, mask }: Sequence,
  temperature: number,
  count: number,
): Promise<LikelyToken[][]> {
  const places = completion.flatMap((_, t) => (mask?.[t] === 0 ? [] : [t]));
  const text = [...prompt, ...completion];
  const { vocabSize } = model.config;
  const rows = Math.max(1, Math.floor(LOGITS_BYTES / (vocabSize * Float32Array.BYTES_PER_ELEMENT)));
  const alternatives: LikelyToken[][] = completion.map(() => []);
  for (let first = 0; first < places.length; first += rows) {
    const some = places.slice(first, first + rows);
    // The token at t is predicted after the one before it.
    const last = prompt.length + some[some.length - 1] - 1;
    const logits = await model.logitsAfter(
      text.slice(0, last + 1),
      some.map((t) => prompt.length + t - 1),
    );
    some.forEach((t, row) => {
      const own = logits.subarray(row * vocabSize, (row + 1) * vocabSize);
      alternatives[t] = likeliestTokens(own, temperature, count);
    });
  }
  return alternatives;
}
