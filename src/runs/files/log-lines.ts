/**
 * @file The lines of a real run's log. One JSON object a line: a rollout, a task with its rollouts, or an evaluation:
 *
 *     {"step": 1, "input": "…", "output": "…", "score": 1}
 *     {"step": 1, "task": "…", "rollouts": [{"output": "…", "reward": 0.5, "tokens": 120}]}
 *     {"step": 1, "heldOut": 0.41}
 *
 * The first is what verl writes to `trainer.rollout_data_dir`; `prompt`, `completion` and `reward` (TRL's names) are read
 * as well, and `epoch` for `step`.
 */
import { z } from 'zod';
import { wordsOf } from '../../tasks/text.ts';

const LARGEST_STEP = 1_000_000;
const MOST_PROBLEMS = 20;
const step = z.int().min(0).max(LARGEST_STEP);
const length = z.int().min(0).optional();
const rolloutFields = {
  output: z.string().optional(),
  completion: z.string().optional(),
  score: z.number().optional(),
  reward: z.number().optional(),
  tokens: length,
};
const lineSchema = z.object({
  step: step.optional(),
  epoch: step.optional(),
  task: z.string().optional(),
  input: z.string().optional(),
  prompt: z.string().optional(),
  family: z.string().max(100).optional(),
  level: z.int().min(0).max(1000).optional(),
  heldOut: z.number().optional(),
  rollouts: z.array(z.object(rolloutFields)).optional(),
  ...rolloutFields,
});
type Line = z.infer<typeof lineSchema>;
type RolloutLine = Pick<Line, 'output' | 'completion' | 'score' | 'reward' | 'tokens'>;

export interface Attempt {
  text: string;
  reward: number;
  tokens: number;
}

/** A task of a step with all its rollouts. */
export interface Task {
  text: string;
  family: string;
  level: number;
  attempts: Attempt[];
}

export interface Step {
  step: number;
  /** By family and text. */
  tasks: Map<string, Task>;
  /** Success of an evaluation after this step. */
  heldOut: number | null;
}

/** The family of tasks whose log names none. */
export const FAMILY = 'imported';

function attemptOf({ output, completion, score, reward, tokens }: RolloutLine): Attempt | null {
  const text = output ?? completion ?? '';
  const value = score ?? reward;
  return value === undefined ? null : { text, reward: value, tokens: tokens ?? wordsOf(text).length };
}

/** Adds a line to its step; a sentence where it says nothing that can be used. */
function addLine(line: Line, steps: Map<number, Step>): string {
  const number = line.step ?? line.epoch;
  if (number === undefined) return 'has neither "step" nor "epoch"';
  const at = steps.get(number) ?? { step: number, tasks: new Map<string, Task>(), heldOut: null };
  const text = line.task ?? line.input ?? line.prompt;
  const attempts = (line.rollouts ?? [line]).map(attemptOf);
  const known = attempts.filter((attempt) => attempt !== null);
  if (line.heldOut !== undefined) at.heldOut = line.heldOut;
  else if (text === undefined) return 'has no "task", "input" or "prompt"';
  else if (known.length < attempts.length || known.length === 0) return 'has a rollout without "score" or "reward"';
  steps.set(number, at);
  if (text === undefined || known.length === 0) return '';
  const family = line.family ?? FAMILY;
  const key = `${family} ${text}`;
  const task = at.tasks.get(key) ?? { text, family, level: line.level ?? 0, attempts: [] };
  task.attempts.push(...known);
  at.tasks.set(key, task);
  return '';
}

/** Steps in their order, and lines that could not be read as sentences. */
export function readSteps(log: string): { steps: Step[]; problems: string[] } {
  const steps = new Map<number, Step>();
  const problems: string[] = [];
  log.split('\n').forEach((text, i) => {
    if (text.trim() === '') return;
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      problems.push(`Line ${i + 1} is not JSON.`);
      return;
    }
    const parsed = lineSchema.safeParse(json);
    const issue = parsed.success ? addLine(parsed.data, steps) : '';
    if (!parsed.success)
      problems.push(
        `Line ${i + 1}: ${parsed.error.issues[0].path.join('.') || 'it'} ${parsed.error.issues[0].message}.`,
      );
    else if (issue) problems.push(`Line ${i + 1} ${issue}.`);
  });
  return {
    steps: [...steps.values()].sort((a, b) => a.step - b.step),
    problems:
      problems.length > MOST_PROBLEMS
        ? [...problems.slice(0, MOST_PROBLEMS), `${problems.length - MOST_PROBLEMS} more lines could not be read.`]
        : problems,
  };
}
