/**
 * @file What tinker-cookbook's RL training writes for each iteration (`rollout_json_export`, on by default):
 * `iteration_000007/train_rollout_summaries.jsonl`, and `eval_…_rollout_summaries.jsonl` of evaluations: a JSON line for each
 * trajectory (tinker_cookbook/rl/rollout_logging.py, tinker-cookbook 0.6.1). It has rewards and lengths, but neither prompts nor
 * completions: of a turn only what its environment logs.
 */
import { z } from 'zod';
import { type RowReader, UNLOGGED } from '../logged-rollout.ts';
import { readRow, step } from './read-row.ts';

const turn = z.looseObject({ ac_len: z.int().min(0), logs: z.record(z.string(), z.unknown()).nullish() });
const schema = z.looseObject({
  split: z.string(),
  iteration: step,
  group_idx: z.int(),
  tags: z.array(z.string()).nullish(),
  total_reward: z.number(),
  steps: z.array(turn),
});

const logsText = ({ logs }: z.infer<typeof turn>): string =>
  Object.entries(logs ?? {})
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');

export const tinker: RowReader = {
  recognise: (row) => 'total_reward' in row && 'iteration' in row && 'steps' in row,
  read: (row) => {
    const { split, iteration, group_idx, tags, total_reward, steps } = readRow(schema, row);
    return {
      step: iteration,
      evaluation: split !== 'train',
      rollouts: [
        {
          ...UNLOGGED,
          group: `${split} ${group_idx}`,
          family: tags && tags.length > 0 ? tags.join(', ').slice(0, 100) : null,
          turns: steps.map(logsText),
          length: steps.reduce((sum, { ac_len }) => sum + ac_len, 0),
          reward: total_reward,
        },
      ],
    };
  },
};
