/**
 * @file JSON lines that anyone may write. A line is a rollout, a task with its rollouts, or an evaluation:
 *
 *     {"step": 1, "input": "…", "output": "…", "score": 1}
 *     {"step": 1, "task": "…", "rollouts": [{"output": "…", "reward": 0.5, "tokens": 120}]}
 *     {"step": 1, "heldOut": 0.41}
 *
 * `prompt`, `completion` and `reward` are read as well, and `epoch` for `step`.
 */
import { z } from 'zod';
import { CodedError } from '../../../common/coded-error.ts';
import { type LoggedRollout, type RowReader, UNLOGGED } from '../logged-rollout.ts';
import { readRow, step } from './read-row.ts';

/** Tokens of one answer: above any real run, and low enough to be held in memory. */
const LONGEST_ANSWER = 1_000_000;

const rolloutFields = {
  output: z.string().optional(),
  completion: z.string().optional(),
  score: z.number().optional(),
  reward: z.number().optional(),
  advantage: z.number().optional(),
  tokens: z.int().min(0).max(LONGEST_ANSWER).optional(),
};
const rollout = z.object(rolloutFields);
const schema = z.object({
  step: step.optional(),
  epoch: step.optional(),
  task: z.string().optional(),
  input: z.string().optional(),
  prompt: z.string().optional(),
  family: z.string().max(100).optional(),
  level: z.int().min(0).max(1000).optional(),
  heldOut: z.number().optional(),
  rollouts: z.array(rollout).optional(),
  ...rolloutFields,
});

/** The fields of which a row of this form has one. */
const TELLING = ['task', 'input', 'prompt', 'rollouts', 'heldOut', 'output', 'completion'];

export const jsonLines: RowReader = {
  recognise: (row) => ('step' in row || 'epoch' in row) && TELLING.some((name) => name in row),
  read: (row) => {
    const line = readRow(schema, row);
    const number = line.step ?? line.epoch;
    if (number === undefined) throw new CodedError('row-no-step');
    if (line.heldOut !== undefined) return { step: number, heldOut: line.heldOut, rollouts: [] };
    const text = line.task ?? line.input ?? line.prompt;
    if (text === undefined) throw new CodedError('row-no-task');
    const { family = null, level = 0 } = line;
    const rollouts = (line.rollouts ?? [line]).map(
      ({ output, completion, score, reward = score, advantage = null, tokens: length = null }): LoggedRollout => {
        if (reward === undefined) throw new CodedError('row-no-reward');
        const group = `${family ?? ''} ${text}`;
        const turns = [output ?? completion ?? ''];
        return { ...UNLOGGED, group, prompt: text, family, level, turns, length, reward, advantage };
      },
    );
    if (rollouts.length === 0) throw new CodedError('row-no-reward');
    return { step: number, rollouts };
  },
};
