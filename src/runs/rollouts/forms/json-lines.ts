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
import { isObject } from '../../../common/plain-json.ts';
import { type LoggedRollout, type Row, loggedRollout } from '../logged-rollout.ts';
import { isNumber, isStep, isText, isWhole, rowReader, step } from './read-row.ts';

/** Tokens of one answer: above any real run, and low enough to be held in memory. */
const LONGEST_ANSWER = 1_000_000;
const LONGEST_FAMILY = 100;
const HIGHEST_LEVEL = 1000;

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
  family: z.string().max(LONGEST_FAMILY).optional(),
  level: z.int().min(0).max(HIGHEST_LEVEL).optional(),
  heldOut: z.number().optional(),
  rollouts: z.array(rollout).optional(),
  ...rolloutFields,
});

const isAbsent = (value: unknown): value is undefined => value === undefined;
const isTextOrAbsent = (value: unknown): boolean => isAbsent(value) || isText(value);
const isNumberOrAbsent = (value: unknown): boolean => isAbsent(value) || isNumber(value);

const rolloutFits = (row: Row): boolean =>
  isTextOrAbsent(row.output) &&
  isTextOrAbsent(row.completion) &&
  isNumberOrAbsent(row.score) &&
  isNumberOrAbsent(row.reward) &&
  isNumberOrAbsent(row.advantage) &&
  (isAbsent(row.tokens) || isWhole(row.tokens, LONGEST_ANSWER));

const fits = (row: Row): boolean =>
  (isAbsent(row.step) || isStep(row.step)) &&
  (isAbsent(row.epoch) || isStep(row.epoch)) &&
  isTextOrAbsent(row.task) &&
  isTextOrAbsent(row.input) &&
  isTextOrAbsent(row.prompt) &&
  (isAbsent(row.family) || (isText(row.family) && row.family.length <= LONGEST_FAMILY)) &&
  (isAbsent(row.level) || isWhole(row.level, HIGHEST_LEVEL)) &&
  isNumberOrAbsent(row.heldOut) &&
  (isAbsent(row.rollouts) ||
    (Array.isArray(row.rollouts) && row.rollouts.every((one) => isObject(one) && rolloutFits(one)))) &&
  rolloutFits(row);

/** The fields of which a row of this form has one. */
const TELLING = ['task', 'input', 'prompt', 'rollouts', 'heldOut', 'output', 'completion'];

export const jsonLines = rowReader({
  schema,
  fits,
  recognise: (row) => ('step' in row || 'epoch' in row) && TELLING.some((name) => name in row),
  read: (line) => {
    const number = line.step ?? line.epoch;
    if (number === undefined) throw new CodedError('row-no-step');
    if (line.heldOut !== undefined) return { step: number, heldOut: line.heldOut, rollouts: [] };
    const text = line.task ?? line.input ?? line.prompt;
    if (text === undefined) throw new CodedError('row-no-task');
    const { family = null, level = 0 } = line;
    const rollouts = (line.rollouts ?? [line]).map(
      ({ output, completion, score, reward = score, advantage = null, tokens: length = null }): LoggedRollout => {
        if (reward === undefined) throw new CodedError('row-no-reward');
        const rollout = loggedRollout(text, [output ?? completion ?? ''], reward);
        rollout.group = `${family ?? ''} ${text}`;
        rollout.family = family;
        rollout.level = level;
        rollout.length = length;
        rollout.advantage = advantage;
        return rollout;
      },
    );
    if (rollouts.length === 0) throw new CodedError('row-no-reward');
    return { step: number, rollouts };
  },
});
