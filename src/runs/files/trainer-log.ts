/**
 * @file The lines of another trainer's log. One JSON object a line: a rollout, a task with its rollouts, or an evaluation:
 *
 *     {"step": 1, "input": "…", "output": "…", "score": 1}
 *     {"step": 1, "task": "…", "rollouts": [{"output": "…", "reward": 0.5, "tokens": 120}]}
 *     {"step": 1, "heldOut": 0.41}
 *
 * The first is what verl writes to `trainer.rollout_data_dir`; `prompt`, `completion` and `reward` (TRL's names) are read
 * as well, and `epoch` for `step`.
 */
import { z } from 'zod';
import { schemaProblems } from '../../common/schema-problems.ts';
import { CodedError } from '../../common/coded-error.ts';
import { wordsOf } from '../../tasks/text.ts';

const LARGEST_STEP = 1_000_000;
const MOST_PROBLEMS = 20;
/** Tokens of one answer and of all answers of a log: above any real run, and low enough to be held in memory. */
const LONGEST_ANSWER = 1_000_000;
const MOST_TOKENS = 100_000_000;
const step = z.int().min(0).max(LARGEST_STEP);
const length = z.int().min(0).max(LONGEST_ANSWER).optional();
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

/** One answer of the trained model. */
export interface LoggedRollout {
  text: string;
  reward: number;
  tokens: number;
}

/** A task of a step with all its rollouts. */
export interface LoggedTask {
  text: string;
  family: string;
  level: number;
  rollouts: LoggedRollout[];
}

export interface LoggedStep {
  step: number;
  /** By family and text. */
  tasks: Map<string, LoggedTask>;
  /** Success of an evaluation after this step. */
  heldOut: number | null;
}

/** The family of tasks whose log names none. */
export const UNNAMED_FAMILY = 'imported';

/** Problems of a line that is JSON. */
type Fault = 'line-no-step' | 'line-no-task' | 'line-no-reward';

function rolloutOf({ output, completion, score, reward, tokens }: RolloutLine): LoggedRollout | null {
  const text = output ?? completion ?? '';
  const value = score ?? reward;
  return value === undefined ? null : { text, reward: value, tokens: tokens ?? wordsOf(text).length };
}

/** Adds a line to its step; what is wrong with it, where it says nothing that can be used. */
function addLine(line: Line, steps: Map<number, LoggedStep>): Fault | null {
  const number = line.step ?? line.epoch;
  if (number === undefined) return 'line-no-step';
  const at = steps.get(number) ?? { step: number, tasks: new Map<string, LoggedTask>(), heldOut: null };
  const text = line.task ?? line.input ?? line.prompt;
  const rollouts = (line.rollouts ?? [line]).map(rolloutOf);
  const known = rollouts.filter((rollout) => rollout !== null);
  if (line.heldOut !== undefined) at.heldOut = line.heldOut;
  else if (text === undefined) return 'line-no-task';
  else if (known.length < rollouts.length || known.length === 0) return 'line-no-reward';
  steps.set(number, at);
  if (text === undefined || known.length === 0) return null;
  const family = line.family ?? UNNAMED_FAMILY;
  const key = `${family} ${text}`;
  const task = at.tasks.get(key) ?? { text, family, level: line.level ?? 0, rollouts: [] };
  for (const rollout of known) task.rollouts.push(rollout);
  at.tasks.set(key, task);
  return null;
}

/** Adds the text of a line to its step; what is wrong with it, where it cannot be used. */
function readLine(text: string, line: number, steps: Map<number, LoggedStep>): CodedError | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return new CodedError('line-not-json', { line });
  }
  const parsed = lineSchema.safeParse(json);
  if (!parsed.success) {
    const [{ place, cause }] = schemaProblems(parsed.error);
    return new CodedError('line-invalid', { line, place, cause });
  }
  const fault = addLine(parsed.data, steps);
  return fault && new CodedError(fault, { line });
}

/** @throws CodedError where the answers together are longer than memory should hold */
function refuseTooLong(steps: Iterable<LoggedStep>): void {
  let total = 0;
  for (const { tasks } of steps)
    for (const { rollouts } of tasks.values()) for (const { tokens } of rollouts) total += tokens;
  if (total > MOST_TOKENS) throw new CodedError('log-too-long', { tokens: total, most: MOST_TOKENS });
}

/** Reads the lines of a log one by one: steps may come in any order, so all of them are held. */
export class StepReader {
  private readonly steps = new Map<number, LoggedStep>();
  private readonly problems: CodedError[] = [];
  private line = 0;
  private unreadable = 0;

  add(text: string): void {
    this.line += 1;
    const problem = text.trim() === '' ? null : readLine(text, this.line, this.steps);
    if (!problem) return;
    this.unreadable += 1;
    if (this.unreadable <= MOST_PROBLEMS) this.problems.push(problem);
  }

  /**
   * Steps in their order, and what is wrong with lines that could not be read; the others are.
   * @throws CodedError `log-too-long`
   */
  finish(): { steps: LoggedStep[]; problems: CodedError[] } {
    refuseTooLong(this.steps.values());
    const more = this.unreadable - MOST_PROBLEMS;
    if (more > 0) this.problems.push(new CodedError('more-lines', { lines: more }));
    return { steps: [...this.steps.values()].sort((a, b) => a.step - b.step), problems: this.problems };
  }
}
