/**
 * @file A run from whatever file holds one: an exported run, the event log of a headless one, or a real run's log. Told
 * apart by how the file begins, never by its name.
 */
import type { RunEvent } from '../../genenv/events.ts';
import { parseSettings, type Settings } from '../../genenv/settings/settings.ts';
import { readEventLog } from '../../store/event-log.ts';
import { readRunFile } from './run-file.ts';
import type { RunContents } from '../../store/run-store.ts';
import { StoreError } from '../../store/store-error.ts';
import { importLog } from './import-logs.ts';
import { runEvents } from './run-file-events.ts';
import { isEventLog } from '../../store/event-log.ts';

export interface ReadRun extends RunContents<RunEvent> {
  name: string;
  /** Wall-clock milliseconds since 1970; null where the file does not say. */
  createdAt: number | null;
  /** Those its log began with. */
  settings: Settings;
  events: RunEvent[];
  /** What of the file is not whole, as sentences. */
  problems: string[];
}

const isJsonLines = (bytes: Uint8Array): boolean => /^\s*\{/.test(beginning(bytes));
const beginning = (bytes: Uint8Array): string => new TextDecoder().decode(bytes.subarray(0, 64));

/** The log is the run: settings written beside it may have been damaged or tampered with. */
function settingsOf([started]: readonly RunEvent[]): Settings {
  if (started?.type !== 'run-started')
    throw new StoreError('damaged', 'This log does not begin with the start of a run. Choose a whole one.');
  return parseSettings(started.settings);
}

function readLog(bytes: Uint8Array<ArrayBuffer>, name: string): ReadRun {
  const { events, epochs, problem } = readEventLog<RunEvent>(bytes, {
    upgrade: (event) => event,
    problem: runEvents.problem,
  });
  if (epochs === 0)
    throw new StoreError(
      'damaged',
      `${name} holds no finished epoch of a run.${problem && ` In it, ${problem}`} Choose another log.`,
    );
  const problems = problem ? [`${name}, ${problem} The epochs before it were read.`] : [];
  return { name, createdAt: null, settings: settingsOf(events), events, checkpoints: [], problems };
}

/**
 * @param name of the file, for messages and for the run where the file itself has no name for it
 * @throws Error in a sentence where not even one epoch can be read
 */
export async function readAnyRun(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<ReadRun> {
  if (isEventLog(beginning(bytes))) return readLog(bytes, name);
  if (isJsonLines(bytes)) {
    const { events, problems } = importLog(new TextDecoder().decode(bytes), { name, settings: {} });
    return { name, createdAt: null, settings: settingsOf(events), events, checkpoints: [], problems };
  }
  const { createdAt, ...file } = await readRunFile<RunEvent>(bytes, runEvents);
  return { ...file, createdAt, settings: settingsOf(file.events) };
}
