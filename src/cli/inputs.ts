/** @file Reads the inputs of commands: files, families, settings, logs, options and benchmark items. */
import { InvalidArgumentError } from 'commander';
import { readFile, stat } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Benchmark, type BenchmarkItem, type FileProblem, formatProblem } from '../benchmarks/benchmark.ts';
import { diskFiles } from '../benchmarks/node.ts';
import { CodedError } from '../common/coded-error.ts';
import { decodeText } from '../common/csv.ts';
import { fileSize, ifFileExists } from '../common/node-files.ts';
import { causeOf } from '../common/system-error.ts';
import { runEventFormat } from '../genenv/log/event-format.ts';
import type { RunEvent } from '../genenv/log/events.ts';
import {
  defaultSettings,
  isSettingName,
  setting,
  settingAsText,
  settingFromText,
  type SettingName,
  settingNames,
  type Settings,
} from '../genenv/settings/settings.ts';
import { JsonLinesRunStore } from '../store/files/json-lines-store.ts';
import { MOST_BYTES } from '../tasks/given/check-tasks.ts';
import type { TaskSet } from '../tasks/given/task-set.ts';
import { readTasks } from '../tasks/given/tasks-file.ts';
import type { OwnFamily } from '../tasks/family.ts';
import { readWorld } from '../tasks/worlds/check-world.ts';
import type { World } from '../tasks/worlds/world.ts';
import { tasksNoticeText } from '../text/problems.ts';
import { reportText } from '../text/reports.ts';
import { settingWords } from '../text/later.ts';
import { warn } from './print.ts';

/** Reads a file that the user named. @throws CodedError `file-not-readable` if the file cannot be read */
export async function readNamedFile<Content>(path: string, read: (path: string) => Promise<Content>): Promise<Content> {
  try {
    return await read(path);
  } catch (error) {
    if (error instanceof CodedError) throw error;
    const cause = causeOf(error);
    throw new CodedError('file-not-readable', { path, cause }, error);
  }
}

/** Maximum bytes of a file that is read as one string. V8's longest string has almost 2²⁹ characters. */
const TEXT_LIMIT = 2 ** 28;

async function refuseLarger(path: string, limit: number): Promise<void> {
  const size = await fileSize(path);
  if (size > limit) throw new Error(`it has ${size} bytes, more than the ${limit} that are read at once`);
}

export const readNamedText = (path: string): Promise<string> =>
  readNamedFile(path, async (name) => {
    await refuseLarger(name, TEXT_LIMIT);
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(name));
    } catch (error) {
      if (error instanceof TypeError) throw new Error('it is not UTF-8; save it as UTF-8');
      throw error;
    }
  });

const worldOf = (file: string, content: string): World => {
  const { world, problems } = readWorld(content);
  if (!world) throw new CodedError('not-a-world', { file, faults: problems });
  return world;
};

/** Reads a world. @throws CodedError `file-not-readable`, or `not-a-world` with every problem of the file */
export const worldFromFile = async (file: string): Promise<World> => worldOf(file, await readNamedText(file));

/** Reads a file of tasks as text. @throws CodedError `file-not-readable`, or `not-tasks` if the file is too large */
async function tasksText(file: string): Promise<ReturnType<typeof decodeText>> {
  if ((await readNamedFile(file, fileSize)) <= MOST_BYTES)
    return decodeText(await readNamedFile(file, (path) => readFile(path)));
  throw new CodedError('not-tasks', { file, faults: [{ code: 'too-large', most: MOST_BYTES }] });
}

type ChosenTasks = Parameters<typeof readTasks>[2];

/** Reads tasks. Prints what it assumed, such as the encoding, to stderr, so that the user can change it. */
function tasksOf(file: string, { text, encoding }: ReturnType<typeof decodeText>, chosen?: ChosenTasks): TaskSet {
  const { set, problems, notices } = readTasks(text, basename(file, extname(file)), chosen);
  if (!set) throw new CodedError('not-tasks', { file, faults: problems });
  const told = encoding === 'utf-8' ? notices : [{ code: 'encoding' as const, encoding }, ...notices];
  for (const notice of told) process.stderr.write(`${file}: ${tasksNoticeText(notice)}\n`);
  return set;
}

/** Reads tasks. @throws CodedError `file-not-readable`, or `not-tasks` with the problems of the file's lines */
export const tasksFromFile = async (file: string, chosen?: ChosenTasks): Promise<TaskSet> =>
  tasksOf(file, await tasksText(file), chosen);

/** Reads a world or tasks, whichever the file holds. @throws CodedError as `worldFromFile` and `tasksFromFile` do */
async function familyFromFile(file: string): Promise<OwnFamily> {
  const content = await tasksText(file);
  return extname(file) === '.json' && !/"(tasks"\s*:\s*\d|prompt"|question")/.test(content.text)
    ? worldOf(file, await readNamedText(file))
    : tasksOf(file, content);
}

/** Replaces each file name in a list of families with the world or tasks in the file. */
async function withOwnFamilies(value: unknown): Promise<unknown> {
  if (!Array.isArray(value)) return value;
  return Promise.all(
    value.map((one: unknown) =>
      typeof one === 'string' && /\.(json|jsonl|ndjson|csv|tsv)$/.test(one) ? familyFromFile(one) : one,
    ),
  );
}

/**
 * Reads assignments such as `seed=1`. `parseSettings` checks the ranges of the values later.
 * @throws CodedError if an assignment is malformed
 */
export async function assignedSettings(assignments: readonly string[]): Promise<Partial<Settings>> {
  const values: [string, unknown][] = [];
  for (const assignment of assignments) {
    const [name, ...value] = assignment.split('=');
    if (value.length === 0) throw new CodedError('not-an-assignment', { assignment });
    if (!isSettingName(name)) throw new CodedError('unknown-setting', { setting: name });
    values.push([name, await withOwnFamilies(settingFromText(name, value.join('=')))]);
  }
  return Object.fromEntries(values);
}

/** Returns the choices of a setting, or an empty list if it has another kind of value. */
export function choicesOf(name: SettingName): readonly string[] {
  const row = setting(name);
  return row.kind === 'choice' ? row.choices : [];
}

/** Returns a help text with one line per setting: its effect, choices and default. */
export function settingsHelp(): string {
  const width = Math.max(...settingNames.map((name) => name.length));
  return settingNames
    .map((name) => {
      const { meaning, unit }: { meaning: string; unit?: string } = settingWords[name];
      const choices = choicesOf(name);
      const one = choices.length > 0 ? ` One of ${choices.join(', ')}.` : '';
      const usual = `${settingAsText(defaultSettings[name])}${unit ? ` (${unit})` : ''}`;
      return `  ${name.padEnd(width)}  ${meaning}${one} Default: ${usual}.`;
    })
    .join('\n');
}

/** Opens the log of a run. Warns if something follows the last finished epoch in the file. */
export async function openLog(file: string): Promise<{ id: string; store: JsonLinesRunStore<RunEvent> }> {
  await readNamedFile(file, fileSize);
  const id = resolve(file);
  const store = await JsonLinesRunStore.open(id, runEventFormat);
  if (!(await store.get(id))) throw new CodedError('no-run-in-file', { file });
  if (store.problem) warn(store.problem);
  return { id, store };
}

const numeral =
  (what: string, form: RegExp) =>
  (text: string): number => {
    if (!form.test(text)) throw new InvalidArgumentError(`It must be ${what} or more.`);
    return Number(text);
  };
export const integerOption = numeral('a whole number, 0', /^\d+$/);
export const countOption = numeral('a whole number, 1', /^0*[1-9]\d*$/);

/** Reads a number of at least 0 in any JavaScript notation, such as `.5` and `1e-3`. */
export function numberOption(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError('It must be a number, 0 or more.');
  return value;
}

/** Collects the values of a repeatable option, in order. */
export const collect = (value: string, all: readonly string[]): string[] => [...all, value];

/** Parses JSON. @throws CodedError `file-not-json`, with `name` as the name of the text */
export function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const cause = (error as Error).message;
    throw new CodedError('file-not-json', { file: name, cause }, error);
  }
}

export const MODELS_FOLDER = fileURLToPath(new URL('../../models', import.meta.url));

export interface LoadedItems {
  items: readonly BenchmarkItem[];
  /** Problems of files without a scoring rule. Each matters only if a prediction is for an item of its file. */
  notScored: readonly FileProblem[];
}

/**
 * Reads the items of a benchmark, and warns about problems in its files.
 * @throws CodedError `folder-missing`, `not-a-folder`, or `no-items-in-folder` if there are no items of the benchmark
 */
export async function loadItems(benchmark: Benchmark, folder: string): Promise<LoadedItems> {
  const { name } = benchmark;
  const entry = await ifFileExists(folder, () => stat(folder));
  if (entry === undefined) throw new CodedError('folder-missing', { folder });
  if (!entry.isDirectory()) {
    throw new CodedError('not-a-folder', { folder });
  }
  const { items, problems } = await benchmark.load(diskFiles(folder));
  const notScored = problems.filter(({ code }) => code === 'category-not-scored');
  for (const problem of problems)
    if (!notScored.includes(problem)) warn(formatProblem(problem, reportText.errorSentence(problem)));
  if (items.length > 0) return { items, notScored };
  throw new CodedError('no-items-in-folder', { benchmark: name, folder });
}
