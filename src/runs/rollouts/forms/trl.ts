/**
 * @file What TRL's GRPOTrainer writes with `log_completions`: a Parquet file a step, `completions/completions_00001.parquet`, of
 * the columns step, prompt, completion, one for each reward function, one for each extra that a reward function logs, and advantage
 * (trl/trainer/grpo_trainer.py, `GRPOTrainer.log`; TRL 1.16).
 *
 * A reward function that does not apply to a completion has NaN there. The file has no weights of the functions: the reward
 * shown is their sum, which is TRL's own without `reward_weights`.
 */
import { z } from 'zod';
import { type Row, loggedRollout } from '../logged-rollout.ts';
import { chat, completionTexts, promptText } from './chat-text.ts';
import { isNumber, isStep, isText, rowReader, step } from './read-row.ts';

/** Without an advantage, which older versions do not write, it follows from the rewards. */
export const TRL_COLUMNS = ['step', 'prompt', 'completion'];

const schema = z.object({ step, prompt: chat, completion: chat, advantage: z.number().optional() });

/** True for rows of texts; a row of chat messages is left to the schema. */
const fits = (row: Row): boolean =>
  isStep(row.step) &&
  isText(row.prompt) &&
  isText(row.completion) &&
  (row.advantage === undefined || isNumber(row.advantage));

export const trl = rowReader({
  schema,
  fits,
  recognise: (row) => [...TRL_COLUMNS, 'advantage'].every((name) => name in row),
  read: ({ step, prompt, completion, advantage = null }, row) => {
    const columns = Object.entries(row).filter(([name]) => name !== 'advantage' && !TRL_COLUMNS.includes(name));
    const functions = columns.filter((column): column is [string, number] => Number.isFinite(column[1]));
    const { turns, observations } = completionTexts(completion);
    // As TRL sums them: 0 where none applies.
    const reward = functions.reduce((sum, [, value]) => sum + value, 0);
    const rollout = loggedRollout(promptText(prompt), turns, reward);
    rollout.observations = observations;
    if (columns.length > 1) rollout.rewards = Object.fromEntries(functions);
    rollout.advantage = advantage;
    return { step, rollouts: [rollout] };
  },
});
