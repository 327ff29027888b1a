/**
 * @file The one door to runs in files: an exported run (run-file.ts), the event log of a headless one (read-events.ts),
 * or another trainer's log (trainer-log.ts). They are told apart by how the file begins, never by its name.
 */
import { CodedError } from '../../common/coded-error.ts';
import type { RunEvent } from '../../genenv/events.ts';
import { parseSettings, type Settings } from '../../genenv/settings/settings.ts';
import { isEventLog } from '../../store/event-log.ts';
import type { RunContents } from '../../store/run-store.ts';
import { StoreError } from '../../store/store-error.ts';
import { readEvents } from './read-events.ts';
import { runEvents } from './run-file-events.ts';
import { readRunFile } from './run-file.ts';
import { importTrainerLog } from './trainer-log-events.ts';

export interface ReadRun extends RunContents<RunEvent> {
  name: string;
  /** Wall-clock milliseconds since 1970; null where the file does not say. */
  createdAt: number | null;
  /** Those its log began with. */
  settings: Settings;
  events: RunEvent[];
  /** What of the file is not whole. */
  problems: CodedError[];
}

export interface ReadOptions {
  /**
   * What to do with a run that is damaged before its last finished epoch: `keep` the epochs before the damage, or
   * `refuse` it, because a figure of half a run would mislead. A run that is merely cut off keeps its finished epochs.
   */
  damaged: 'keep' | 'refuse';
}

export type RunFormat = 'event-log' | 'run-file' | 'trainer-log';

const ZIP = [0x50, 0x4b];

/** Which of the three forms a file has; null where it has none of them. */
export function runFormat(bytes: Uint8Array): RunFormat | null {
  if (ZIP.every((byte, i) => bytes[i] === byte)) return 'run-file';
  const beginning = new TextDecoder().decode(bytes.subarray(0, 64));
  if (isEventLog(beginning)) return 'event-log';
  return /^\s*\{/.test(beginning) ? 'trainer-log' : null;
}

/** The log is the run: settings written beside it may have been damaged or tampered with. */
function settingsOf([started]: readonly RunEvent[]): Settings {
  if (started?.type !== 'run-started')
    throw new StoreError('damaged', 'This log does not begin with the start of a run. Choose a whole one.');
  return parseSettings(started.settings);
}

const refuse = (name: string, why: string): never => {
  throw new CodedError('run-damaged', `${name} is damaged. ${why} Take an undamaged copy of it.`, { name, why });
};

function readLog(bytes: Uint8Array<ArrayBuffer>, name: string, { damaged }: ReadOptions): ReadRun {
  const { events, epochs, problem, problemBeforeLastEpoch } = readEvents<RunEvent>(bytes, runEvents);
  if (problemBeforeLastEpoch && damaged === 'refuse') refuse(name, `In it, ${problem}`);
  if (epochs === 0)
    throw new StoreError(
      'damaged',
      `${name} holds no finished epoch of a run.${problem ? ` In it, ${problem}` : ''} Choose another log.`,
    );
  const message = `${name}, ${problem} The epochs before it were read.`;
  const problems = problem ? [new CodedError('line-damaged', message, { file: name, problem })] : [];
  return { name, createdAt: null, settings: settingsOf(events), events, checkpoints: [], problems };
}

/**
 * @param name of the file, for messages and for the run where the file itself has no name for it
 * @throws StoreError or CodedError where not even one epoch can be read, or the run is damaged and that is refused
 */
export async function readRun(bytes: Uint8Array<ArrayBuffer>, name: string, options: ReadOptions): Promise<ReadRun> {
  switch (runFormat(bytes)) {
    case 'event-log':
      return readLog(bytes, name, options);
    case 'trainer-log': {
      const { events, problems } = importTrainerLog(new TextDecoder().decode(bytes), { name, settings: {} });
      return { name, createdAt: null, settings: settingsOf(events), events, checkpoints: [], problems };
    }
    case null:
      throw new StoreError(
        'damaged',
        `This is not the file of a run: ${name} begins like none. ` +
          'Choose an exported run, an event log, or the JSON lines of a trainer.',
      );
    case 'run-file': {
      const { events, checkpoints, problems, damaged, ...file } = await readRunFile<RunEvent>(bytes, runEvents);
      if (damaged && options.damaged === 'refuse') refuse(name, problems.map(({ message }) => message).join(' '));
      return {
        name: file.name,
        createdAt: file.createdAt,
        settings: settingsOf(events),
        events,
        checkpoints,
        problems,
      };
    }
  }
}
