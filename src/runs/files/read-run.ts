/**
 * @file Reads runs from files: an exported run (run-file.ts), the event log of a headless run (store/event-log.ts), or
 * the rollouts of another trainer (../rollouts). The first bytes of a file decide, never its name.
 */
import { beginningOf, blobSource, type ByteSource, type PickedFile } from '../../common/byte-source.ts';
import { CodedError } from '../../common/coded-error.ts';
import { errorData } from '../../common/error-data.ts';
import { runEventFormat } from '../../genenv/log/event-format.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import { parseSettings, type Settings } from '../../genenv/settings/settings.ts';
import { damagedLine, isEventLog, LogScanner } from '../../store/event-log.ts';
import type { RunContents } from '../../store/run-store.ts';
import { notARunFile, RunFile } from './run-file.ts';
import { plainText } from '../../common/plain-text.ts';
import { importRollouts, type ImportOptions } from '../rollouts/import-rollouts.ts';
import { isParquet } from '../rollouts/rows.ts';
import type { Mapping, RolloutFile } from '../rollouts/rollout-files.ts';
import { logWithoutStart } from '../../genenv/log/resume.ts';

/** Run that is read one epoch at a time. */
export interface RunStream extends RunContents<RunEvent> {
  name: string;
  /** Milliseconds since 1970; null if unknown. */
  createdAt: number | null;
  /** Settings at the beginning of the log. */
  settings: Settings;
  /** Events by epoch. Read them once, before `checkpoints`. Throws at the end if damage is refused (`ReadOptions`). */
  epochs: AsyncIterable<RunEvent[]>;
  /** Damage found in the file. Complete after epochs and checkpoints have been read. */
  problems: CodedError[];
  /** Roles of the columns in another trainer's log. */
  mapping?: Mapping;
}

export interface ReadOptions {
  /**
   * Reaction to damage before a run's last finished epoch. `keep` reads the epochs before the damage. `refuse` throws,
   * because a figure of half a run would mislead. A run that is only cut off always keeps its finished epochs.
   */
  damaged: 'keep' | 'refuse';
}

export type RunFormat = 'event-log' | 'run-file' | 'trainer-log';

const ZIP = [0x50, 0x4b];

/** Number of bytes that suffice to recognise a file's format. */
const BEGINNING = 64;

/** Returns the format of a file that begins with these bytes, or null. */
export function runFormat(bytes: Uint8Array): RunFormat | null {
  if (ZIP.every((byte, i) => bytes[i] === byte)) return 'run-file';
  const beginning = new TextDecoder().decode(bytes.subarray(0, BEGINNING));
  if (isEventLog(beginning)) return 'event-log';
  return isParquet(bytes) || /^\s*\{/.test(beginning) ? 'trainer-log' : null;
}

export const formatOf = async (source: ByteSource): Promise<RunFormat | null> =>
  runFormat(await beginningOf(source, BEGINNING));

/** Reads the settings from the log, because settings stored beside it may be damaged or tampered with. */
function settingsOf([started]: readonly RunEvent[]): Settings {
  if (started?.type !== 'run-started') throw logWithoutStart();
  return parseSettings(started.settings);
}

const refuse = (name: string, problems: readonly CodedError[]): never => {
  throw new CodedError('run-damaged', { name, problems: problems.map((problem) => errorData(problem)) });
};

async function* logEpochs(
  source: ByteSource,
  name: string,
  { damaged }: ReadOptions,
  problems: CodedError[],
): AsyncGenerator<RunEvent[], void, void> {
  const log = new LogScanner<RunEvent>(runEventFormat);
  for await (const chunk of source.chunks()) for (const { events } of log.push(chunk)) yield events;
  for (const { events } of log.end()) yield events;
  const { epochs, problem, problemBeforeLastEpoch } = log;
  const refused = problemBeforeLastEpoch && damaged === 'refuse';
  const found = problem ? [damagedLine(name, problem, epochs > 0 && !refused)] : [];
  if (refused) refuse(name, found);
  if (epochs === 0)
    throw new CodedError('no-finished-epoch', { file: name, problems: found.map((one) => errorData(one)) });
  problems.push(...found);
}

async function* fileEpochs(
  file: RunFile<RunEvent>,
  name: string,
  { damaged }: ReadOptions,
): AsyncGenerator<RunEvent[], void, void> {
  yield* file.epochs;
  if (file.damaged && damaged === 'refuse') refuse(name, file.problems);
}

/** Returns the run with its settings, which it reads from the first epoch. */
async function begun(run: Omit<RunStream, 'settings'>): Promise<RunStream> {
  const epochs = run.epochs[Symbol.asyncIterator]();
  const first = await epochs.next();
  async function* all(): AsyncGenerator<RunEvent[], void, void> {
    for (let read = first; !read.done; read = await epochs.next()) yield read.value;
  }
  return { ...run, settings: settingsOf(first.done ? [] : first.value), epochs: all() };
}

/** Opens the run in a file. @param name name of the file for messages, and of the run if the file names none */
export async function streamRun(source: ByteSource, name: string, options: ReadOptions): Promise<RunStream> {
  const problems: CodedError[] = [];
  switch (await formatOf(source)) {
    case 'event-log': {
      const epochs = logEpochs(source, name, options, problems);
      return begun({ name, createdAt: null, epochs, checkpoints: [], problems });
    }
    case 'trainer-log':
      return openRollouts([{ path: name, source }], name);
    case null:
      throw notARunFile(`${name} begins like none`);
    case 'run-file': {
      const file = await RunFile.open(source, runEventFormat);
      const { checkpoints, problems, manifest } = file;
      const { name: own, createdAt } = manifest.run;
      return begun({ name: own, createdAt, epochs: fileEpochs(file, name, options), checkpoints, problems });
    }
  }
}

export type RolloutOptions = Pick<ImportOptions, 'columns' | 'tokenText'>;

async function openRollouts(
  files: readonly RolloutFile[],
  path: string,
  options: RolloutOptions = {},
): Promise<RunStream> {
  const name = plainText(path);
  const { epochs, problems, mapping } = await importRollouts(files, { name, settings: {}, ...options });
  return begun({ name, createdAt: null, epochs, checkpoints: [], problems, mapping });
}

/**
 * Finds the runs in files that the user picked. Each exported run and each event log is a run, and all rollout logs
 * together are one run. Files of other formats are skipped, but a single such file is refused when opened.
 * @param name name of the folder or of the first file
 */
export async function runsIn(
  files: readonly PickedFile[],
  name: string,
  options?: RolloutOptions,
): Promise<{ name: string; open: () => Promise<RunStream> }[]> {
  const runs: { name: string; open: () => Promise<RunStream> }[] = [];
  const rollouts: RolloutFile[] = [];
  for (const { path, file } of files) {
    const source = blobSource(file);
    const format = await formatOf(source);
    if (format === 'trainer-log') rollouts.push({ path, source });
    else if (format !== null || files.length === 1)
      runs.push({ name: path, open: () => streamRun(source, path, { damaged: 'keep' }) });
  }
  if (rollouts.length > 0 || runs.length === 0) runs.push({ name, open: () => openRollouts(rollouts, name, options) });
  return runs;
}
