/**
 * @file Divides sequences into micro-batches of consecutive ones, which go through the model at once. The division changes
 * only the rounding of sums over all sequences.
 */
import type { Sequence } from '../objectives/objective.ts';

/**
 * @param maxTokens of a packed micro-batch, which holds equal prompts once; 0: all sequences at once. A longer sequence is
 *   a micro-batch of its own
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
