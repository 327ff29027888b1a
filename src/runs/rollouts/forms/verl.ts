/**
 * @file What verl writes to `trainer.rollout_data_dir`: a file of JSON lines a step, `7.jsonl`, of input, output, gts (the
 * ground truth), score, step, and what the reward manager adds (verl/trainer/ppo/ray_trainer.py, `_write_generations`; verl 0.9.1).
 * Advantages are not in it. NaN is written as `NaN`, which JSON does not have.
 */
import { z } from 'zod';
import { type Row, loggedRollout } from '../logged-rollout.ts';
import { isNumber, isStep, isText, rowReader, step } from './read-row.ts';

const OWN = ['input', 'output', 'score', 'step'];

const schema = z.object({ input: z.string(), output: z.string(), score: z.number(), step });

const fits = (row: Row): boolean => isText(row.input) && isText(row.output) && isNumber(row.score) && isStep(row.step);

export const verl = rowReader({
  schema,
  fits,
  recognise: (row) => 'gts' in row && OWN.filter((name) => name in row).length >= 2,
  read: ({ input, output, score, step }) => ({ step, rollouts: [loggedRollout(input, [output], score)] }),
});
