/**
 * @file Divides sequences into micro-batches of consecutive sequences, each of which goes through the model at once.
 * The division only affects the rounding of sums over sequences.
 */
import type { Sequence } from '../objectives/objective.ts';

/**
 * Divides sequences into micro-batches, in order. A sequence beyond the limit gets its own micro-batch.
 * @param maxTokens limit of a packed micro-batch; 0: all sequences at once
 * @param options.sharePrompts true if a micro-batch holds equal prompts once
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
