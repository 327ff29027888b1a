/** @file Defines a test family in which single words stand for valid, trivial, ambiguous and other kinds of tasks. */
import type { RandomStream } from '../../random/random-stream.ts';
import type { Family } from '../../tasks/family.ts';

/**
 * Test family. The text `noise` is not a task, `impossible` has no solution, and `trivial` and `ambiguous` get the
 * verdict of that name. Any other text is a valid task whose level is its length. The answer `yes please` is right. Any
 * other answer has the reward .6.
 */
export const kinds = {
  name: 'kinds',
  reward: 'soft',
  maxTaskTokens: 3,
  parse: (text: string) =>
    text === 'noise' ? { ok: false, reason: { code: 'kinds/noise' } } : { ok: true, task: text },
  level: (task: string) => task.length,
  prompt: (task: string) => task,
  oracle: (task: string) =>
    task === 'impossible'
      ? { solvable: false, reason: { code: 'kinds/impossible' } }
      : { solvable: true, answers: ['yes please'], length: 2 },
  audit: (task: string) => (task === 'trivial' || task === 'ambiguous' ? task : 'valid'),
  score: (_: string, [turn]: string[]) => ({
    reward: turn === 'yes please' ? 1 : 0.6,
    success: turn === 'yes please',
    wellFormed: true,
    reason: { code: 'kinds/compared', answer: turn },
  }),
  sampleSeed: (random: RandomStream) => random.choice(['a', 'b']),
} as unknown as Family<unknown>;
