/** @file Checks a user's tasks and reports all problems at once, with their lines. */
import * as z from 'zod/mini';
import type { CodedData } from '../../common/message-data.ts';
import type { ErrorsMessages } from '../../common/message-types.ts';
import { isNestedDeeper, isObject, ownValue, shown } from '../../common/plain-json.ts';
import { plainText, unseenCharacter } from '../../common/plain-text.ts';
import { KEY_MARK } from '../family-parts.ts';
import { LEAST_OF_LEVEL, MOST_LEVELS, nearForm, placesOf } from './places.ts';
import { answerForm, isWorked } from './rules.ts';
import {
  FORMS,
  type Form,
  type GivenSplit,
  type GivenTask,
  type Rule,
  RULES,
  SPLITS,
  type TaskSet,
} from './task-set.ts';

/**
 * Problem with a code from `tasksProblems` in errors.json. Values from the user's file are shown as JSON.
 * `src/text/problems.ts` puts zod's issues into words.
 */
export type TasksFinding = CodedData<ErrorsMessages['tasksProblems']> | { code: 'schema'; issue: z.core.$ZodIssue };

/** `line` is a line of the file or a task of the set, from 1. Without it, the problem concerns the tasks as a whole. */
export type TasksProblem = TasksFinding & { line?: number };

export type TasksCheck = { set: TaskSet; problems: [] } | { set: null; problems: TasksProblem[] };

export const MOST_BYTES = 16_000_000;
const MOST_TASKS = 100_000;
const LONGEST_TITLE = 60;
const LONGEST_TEXT = 4000;
export const MOST_PROBLEMS = 20;
/** Deepest nesting of lists and objects in a JSON answer. */
export const MOST_NESTED = 40;

/** A set read as words has up to `FEW_WORDS` different words, or `MOST_WORDS` that occur `OFTEN` times on average. */
const FEW_WORDS = 60;
const MOST_WORDS = 400;
const OFTEN = 5;
const LONGEST_WORD = 40;

/** Matches direction marks that Hebrew and Arabic texts need. These marks do not reverse other letters. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f]/g;
/** Matches special tokens of models, such as `<|im_end|>`. */
const MODEL_TOKEN = /<\|[^|\s]{1,40}\|>/;
/** Matches tags such as `<sep>` and `<b2>`, which the program itself adds to texts of words. */
const TAG = /^<[\w-]*>$/;

const areWords = (text: string): boolean =>
  text.split(' ').every((word) => word !== '' && word.length <= LONGEST_WORD && !/\s/.test(word) && !TAG.test(word));

function formOf(given: readonly GivenTask[]): Form {
  const counts = new Map<string, number>();
  for (const { prompt, answer } of given)
    for (const text of [prompt, answer]) {
      if (!areWords(text)) return 'text';
      for (const word of text.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
      if (counts.size > MOST_WORDS) return 'text';
    }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return counts.size <= FEW_WORDS || all >= OFTEN * counts.size ? 'words' : 'text';
}

/** `value` is an unchecked task from a line of a table or an item of a list. */
export interface GivenRow {
  line: number;
  value: unknown;
}

/** Maps names of splits in published data sets to the names used here. */
const OTHER_SPLITS: Readonly<Record<string, GivenSplit>> = {
  train: 'training',
  dev: 'development',
  validation: 'development',
  valid: 'development',
  val: 'development',
  eval: 'development',
  test: 'held-out',
  heldout: 'held-out',
};

const finding = (params: TasksFinding) => ({ code: 'custom' as const, params, message: params.code });

/** Turns a cell into a trimmed text, and a JSON answer into its JSON text. */
function asText(value: unknown, isAnswer: boolean): unknown {
  if (typeof value === 'object' && value !== null)
    return isAnswer && !isNestedDeeper(value, MOST_NESTED) ? JSON.stringify(value) : value;
  return String(value ?? '').trim();
}

const textOf = (name: 'prompt' | 'answer') =>
  z.pipe(
    z.transform((value: unknown) => asText(value, name === 'answer')),
    z.string().check(
      z.maxLength(LONGEST_TEXT),
      z.superRefine((text: string, context) => {
        const fail = (params: TasksFinding) => context.addIssue(finding(params));
        if (text === '') fail({ code: 'empty', name });
        const character = unseenCharacter(text.replaceAll(DIRECTION_MARKS, ''));
        if (character) fail({ code: 'control-character', name, character });
        const token = MODEL_TOKEN.exec(text);
        if (token) fail({ code: 'token-of-model', name, token: token[0] });
        const mark = KEY_MARK.trim();
        if (name === 'answer' && text.includes(mark)) fail({ code: 'key-mark', mark });
      }),
    ),
  );

/** Makes the schema of an optional field. An empty cell counts as missing. `read` converts other cells of a table. */
const cell = <Value>(schema: z.ZodMiniType<Value>, read: (text: string) => unknown = (text) => text) =>
  z.pipe(
    z.transform((value: unknown) => {
      if (value === null || value === '') return undefined;
      return typeof value === 'string' ? read(value) : value;
    }),
    z.optional(schema),
  );

const taskSchema = z.strictObject({
  prompt: textOf('prompt'),
  answer: textOf('answer'),
  level: cell(z.int().check(z.minimum(1), z.maximum(MOST_LEVELS)), (text) =>
    Number.isFinite(Number(text)) ? Number(text) : text,
  ),
  split: cell(z.enum(SPLITS), (text) => ownValue(OTHER_SPLITS, text.toLowerCase()) ?? text.toLowerCase()),
  rule: cell(z.enum(RULES)),
});
export const FIELDS: readonly string[] = Object.keys(taskSchema.shape);
/** Schema to use if the user has chosen a rule. The rules in rows are then not checked. */
const ruledSchema = z.extend(taskSchema, { rule: z.optional(z.unknown()) });

/** Reads rows one by one and collects their problems. */
class Reader {
  readonly problems: TasksProblem[] = [];
  rule: Rule | undefined;
  private readonly bad = new Set<number>();

  fail(line: number | undefined, found: TasksFinding): void {
    if (line !== undefined) this.bad.add(line);
    if (this.problems.length < MOST_PROBLEMS) this.problems.push({ ...found, ...(line !== undefined && { line }) });
  }

  failAll(line: number | undefined, { issues }: z.core.$ZodError): void {
    for (const issue of issues)
      this.fail(line, issue.code === 'custom' ? (issue.params as TasksFinding) : { code: 'schema', issue });
  }

  /** Returns the problems. The last one counts further lines with problems, if there are any. */
  end(): TasksProblem[] {
    const said = new Set(this.problems.map(({ line }) => line));
    const more = [...this.bad].filter((line) => !said.has(line)).length;
    return more === 0 ? this.problems : [...this.problems, { code: 'more', lines: more }];
  }

  /** Reads one row as a task, empty if malformed. @param chosen rule of the set, if the user has chosen one */
  row({ line, value }: GivenRow, chosen: Rule | undefined): GivenTask {
    const { data, error } = (chosen === undefined ? taskSchema : ruledSchema).safeParse(value);
    if (error) {
      this.failAll(line, error);
      return { prompt: '', answer: '' };
    }
    const { rule, ...task } = data;
    if (rule === undefined || chosen !== undefined) return task;
    this.rule ??= rule as Rule;
    if (rule !== this.rule) this.fail(line, { code: 'other-rule', rule: rule as Rule, first: this.rule });
    return task;
  }
}

/** Reports problems that no single field shows, such as one prompt with two answers, to `reader`. */
function problemsTogether(reader: Reader, set: TaskSet, lines: readonly number[]): void {
  const { given, rule, form } = set;
  const before = new Map<string, number>();
  const nearBefore = new Map<string, { index: number; kept: boolean }>();
  given.forEach(({ prompt, answer, split }, i) => {
    const fail = (finding: TasksFinding) => reader.fail(lines[i], finding);
    if (answerForm(rule, answer) === null) fail({ code: 'not-of-rule', value: shown(answer), rule });
    if (form === 'words')
      for (const [name, text] of Object.entries({ prompt, answer }))
        if (!areWords(text)) fail({ code: 'not-words', name });
    const same = before.get(prompt);
    if (same !== undefined) fail({ code: 'two-answers', other: lines[same] });
    before.set(prompt, same ?? i);
    if (split === undefined) return;
    const kept = split !== 'training';
    const near = nearForm(prompt);
    const other = nearBefore.get(near);
    if (other && other.kept !== kept) fail({ code: 'nearly-kept', other: lines[other.index] });
    nearBefore.set(near, other ?? { index: i, kept });
  });
  if (reader.problems.length > 0) return;
  const { tasks, levels } = placesOf(set);
  for (let level = 1; level <= levels; level++) {
    const own = tasks.filter((task) => task.level === level);
    const different = new Set(own.map(({ near }) => near)).size;
    const missing = SPLITS.find((split) => own.every((task) => task.split !== split));
    if (missing === undefined) continue;
    if (different >= LEAST_OF_LEVEL) reader.fail(undefined, { code: 'no-task-of-split', level, split: missing });
    else if (levels === 1) reader.fail(undefined, { code: 'too-few-tasks', tasks: different, least: LEAST_OF_LEVEL });
    else reader.fail(undefined, { code: 'too-few-of-level', level, tasks: different, least: LEAST_OF_LEVEL });
  }
}

export interface Chosen {
  /** Default: the rule that lines state, else `worked` if every answer marks its result, else `exact`. */
  rule?: Rule;
  /** Default: `words` if the texts have few different words, else `text`. */
  form?: Form;
}

const areWorked = (given: readonly GivenTask[]): boolean =>
  given.length > 0 && given.every(({ answer }) => isWorked(answer));

/** Returns a set of tasks made from rows, or the problems of the rows. Equal rows become one task. */
export function tasksOf(rows: readonly GivenRow[], name: string, chosen: Chosen = {}): TasksCheck {
  const reader = new Reader();
  if (rows.length > MOST_TASKS) return { set: null, problems: [{ code: 'too-many-tasks', most: MOST_TASKS }] };
  const read = rows.map((row) => ({ line: row.line, task: reader.row(row, chosen.rule) }));
  const seen = new Set<string>();
  const different = read.filter(({ task }) => seen.size < seen.add(JSON.stringify(task)).size);
  const given = different.map(({ task }) => task);
  const set: TaskSet = {
    tasks: 1,
    name: plainText(name).trim().slice(0, LONGEST_TITLE) || 'Tasks',
    rule: chosen.rule ?? reader.rule ?? (areWorked(given) ? 'worked' : 'exact'),
    form: chosen.form ?? formOf(given),
    given,
  };
  if (given.length === 0) reader.fail(undefined, { code: 'too-few-tasks', tasks: 0, least: LEAST_OF_LEVEL });
  const lines = different.map(({ line }) => line);
  if (reader.problems.length === 0) problemsTogether(reader, set, lines);
  return reader.problems.length === 0 ? { set, problems: [] } : { set: null, problems: reader.end() };
}

const setSchema = z.strictObject({
  tasks: z.literal(1),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST_TITLE)),
  rule: z.enum(RULES),
  form: z.enum(FORMS),
  given: z.array(z.unknown()),
});

/** Checks whether a value is a task set, and returns the set in canonical form. */
export function checkTaskSet(value: unknown): TasksCheck {
  if (isObject(value) && value.tasks !== 1)
    return { set: null, problems: [{ code: 'other-version', value: shown(value.tasks) }] };
  const { data, error } = setSchema.safeParse(value);
  if (error) {
    const reader = new Reader();
    reader.failAll(undefined, error);
    return { set: null, problems: reader.end() };
  }
  const { given, name, rule, form } = data;
  const rows = given.map((task, index) => ({ line: index + 1, value: task }));
  return tasksOf(rows, name, { rule, form });
}

/** Checks a task set from settings. Refuses a set that is not in canonical form. */
export function checkWrittenSet(value: unknown): TasksCheck {
  const checked = checkTaskSet(value);
  if (!checked.set || JSON.stringify(checked.set) === JSON.stringify(value)) return checked;
  return { set: null, problems: [{ code: 'not-as-written' }] };
}
