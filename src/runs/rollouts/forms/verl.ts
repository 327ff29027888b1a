/**
 * @file What verl writes to `trainer.rollout_data_dir`: a file of JSON lines a step, `7.jsonl`, of input, output, gts (the
 * ground truth), score, step, and what the reward manager adds (verl/trainer/ppo/ray_trainer.py, `_write_generations`; verl 0.9.1).
 * Advantages are not in it. NaN is written as `NaN`, which JSON does not have.
 */
import { z } from 'zod';
import { type RowReader, UNLOGGED } from '../logged-rollout.ts';
import { readRow, step } from './read-row.ts';

const OWN = ['input', 'output', 'score', 'step'];

const schema = z.looseObject({ input: z.string(), output: z.string(), score: z.number(), step });

export const verl: RowReader = {
  recognise: (row) => 'gts' in row && OWN.filter((name) => name in row).length >= 2,
  read: (row) => {
    const { input, output, score, step } = readRow(schema, row);
    const rollout = { ...UNLOGGED, group: input, prompt: input, turns: [output], reward: score };
    return { step, rollouts: [rollout] };
  },
};
