/** @file The words of a plan of memory: what takes how much, whether it fits, what to turn down. */
import { NO_SETTING_ENOUGH, obstacleSentence } from './errors.ts';

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(2)} GB`;

export const plan = {
  /** Parts that stay in memory all the time. */
  kept: {
    weights: 'weights',
    reference: 'weights at the start (the reference)',
    adapters: 'adapters',
    gradients: 'gradients',
    optimizer: 'optimizer (two moments of each weight)',
    held: 'copies held during an update',
  },
  words: {
    sampling: 'sampling, at most',
    cache: 'of it keys and values',
    learning: 'an update, at most',
    logits: 'of it logits',
    activations: 'of it activations and the rest',
    peak: 'in all, at most',
    largestBinding: 'largest part bound at once',
    nothing: NO_SETTING_ENOUGH,
  },
  obstacle: obstacleSentence,
  fits: (adapter: string, bytes: number) => `It fits: up to ${gigabytes(bytes)} on ${adapter}.`,
  change: (changes: readonly string[]) => `It fits with ${changes.join(' ')}`,
};
