/**
 * @file What TRL's GRPOTrainer writes with `log_completions`: a Parquet file a step, `completions/completions_00001.parquet`, of
 * the columns step, prompt, completion, one for each reward function, one for each extra that a reward function logs, and advantage
 * (trl/trainer/grpo_trainer.py, `GRPOTrainer.log`; TRL 1.16).
 *
 * A reward function that does not apply to a completion has NaN there. The file has no weights of the functions: the reward
 * shown is their sum, which is TRL's own without `reward_weights`.
 */
import { z } from 'zod';
import { type RowReader, UNLOGGED } from '../logged-rollout.ts';
import { chat, completionTexts, promptText } from './chat-text.ts';
import { readRow, step } from './read-row.ts';

/** Without an advantage, which older versions do not write, it follows from the rewards. */
export const TRL_COLUMNS = ['step', 'prompt', 'completion'];

const schema = z.looseObject({ step, prompt: chat, completion: chat, advantage: z.number().optional() });

export const trl: RowReader = {
  recognise: (row) => [...TRL_COLUMNS, 'advantage'].every((name) => name in row),
  read: (row) => {
    const { step, prompt, completion, advantage = null } = readRow(schema, row);
    const columns = Object.entries(row).filter(([name]) => name !== 'advantage' && !TRL_COLUMNS.includes(name));
    const functions = columns.filter((column): column is [string, number] => Number.isFinite(column[1]));
    const text = promptText(prompt);
    return {
      step,
      rollouts: [
        {
          ...UNLOGGED,
          group: text,
          prompt: text,
          ...completionTexts(completion),
          // As TRL sums them: 0 where none applies.
          reward: functions.reduce((sum, [, value]) => sum + value, 0),
          rewards: columns.length > 1 ? Object.fromEntries(functions) : {},
          advantage,
        },
      ],
    };
  },
};
