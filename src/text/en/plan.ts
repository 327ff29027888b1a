/** @file The words of a plan of memory: what takes how much, whether it fits, what to turn down. */
import { NO_SETTING_ENOUGH, obstacleSentence } from './errors.ts';
import { formatBytes } from '../bytes.ts';

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
  /** @param memory bytes that the run may take; null on a graphics processor, since WebGPU does not tell its memory */
  fits: (adapter: string, bytes: number, memory: number | null) =>
    memory === null
      ? `The run needs up to ${formatBytes(bytes)}. Each buffer is within the limits of ${adapter}, but WebGPU does not tell how much memory there is: compare it with the memory of your graphics card.`
      : `It fits: the run needs up to ${formatBytes(bytes)} of the ${formatBytes(memory)} that it may use.`,
  change: (changes: readonly string[]) => `It fits with ${changes.join(' ')}`,
};
