/**
 * @file Divides sequences into micro-batches: consecutive ones, of which as many go through the model at once as its memory
 * is to hold. How they are divided changes no result but the rounding of sums over all of them.
 */
import type { Sequence } from '../objectives/objective.ts';

/**
 * @param maxTokens of a micro-batch as it is packed, where equal prompts are one; a sequence that is longer alone is a
 *   micro-batch of its own. 0: all sequences at once
 */
export function microBatches<S extends Sequence>(
  sequences: readonly S[],
  maxTokens: number,
  { sharePrompts = true }: { sharePrompts?: boolean } = {},
): S[][] {
  if (maxTokens === 0) return [[...sequences]];
  const batches: S[][] = [];
  let prompts = new Set<string>();
  let tokens = Infinity;
  for (const sequence of sequences) {
    const { prompt, completion } = sequence;
    const key = prompt.join();
    const added = completion.length + (sharePrompts && prompts.has(key) ? 0 : prompt.length);
    if (tokens + added > maxTokens) {
      batches.push([]);
      prompts = new Set();
      tokens = 0;
    }
    tokens += completion.length + (sharePrompts && prompts.has(key) ? 0 : prompt.length);
    prompts.add(key);
    batches[batches.length - 1].push(sequence);
  }
  return batches;
}
