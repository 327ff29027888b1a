/**
 * @file Finished runs from the disk, for figures: a sweep's folder, a file of summaries, or the event log of one run (of
 * `genenv coevolve`, or imported).
 */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { eventProblem } from '../genenv/event-schema.ts';
import type { RunEvent } from '../genenv/events.ts';
import { readEventLog } from '../store/event-log.ts';
import type { Runs } from './axes.ts';
import { parseSummaries, type RunSummary, summariseRun } from './run-summary.ts';
import { parseTelemetry, type RunTelemetry } from './run-telemetry.ts';
import { SUMMARIES_FILE, TELEMETRY_FILE } from './sweep-folder.ts';

/**
 * The events of a log's finished epochs.
 * @param warn is told what is wrong with the first line that cannot be read
 * @throws Error in a sentence where there is no finished epoch, or damage before the last one
 */
export async function readRunLog(path: string, warn: (sentence: string) => void): Promise<RunEvent[]> {
  const { events, epochs, problem, problemBeforeLastEpoch } = readEventLog<RunEvent>(
    await readFile(path),
    eventProblem,
  );
  const fault = problem && ` In it, ${problem}`;
  if (problemBeforeLastEpoch) throw new Error(`${path} is damaged.${fault} Take an undamaged copy of it.`);
  if (epochs === 0) throw new Error(`${path} holds no finished epoch of a run.${fault} Name the event log of a run.`);
  if (problem) warn(`${path}: ${problem} What follows is left out.`);
  return events;
}

const isEventLog = (text: string): boolean => /^\s*\{"type":/.test(text);

/** A log says what was run, but not as what it stands in a comparison: the arm and the models of its settings. */
function summaryOfLog(path: string, events: readonly RunEvent[]): RunSummary {
  const [started] = events;
  if (started.type !== 'run-started')
    throw new Error(`${path} does not begin with the start of a run. Name a whole log.`);
  const models = `${started.agent.name} + ${started.environment.name}`;
  return summariseRun({ id: path, arm: started.settings.arm, models }, events);
}

async function readSome(path: string, warn: (sentence: string) => void): Promise<[RunSummary[], RunTelemetry[]]> {
  const file = (await stat(path)).isDirectory() ? join(path, SUMMARIES_FILE) : path;
  const text = await readFile(file, 'utf8');
  if (isEventLog(text)) return [[summaryOfLog(file, await readRunLog(file, warn))], []];
  const telemetry = join(dirname(file), TELEMETRY_FILE);
  return [parseSummaries(text), existsSync(telemetry) ? parseTelemetry(await readFile(telemetry, 'utf8')) : []];
}

/**
 * @param paths of sweep folders, summaries files and event logs; a run that is in two of them counts once
 * @throws Error in a sentence where one cannot be read
 */
export async function readRuns(paths: readonly string[], warn: (sentence: string) => void): Promise<Runs> {
  const summaries = new Map<string, RunSummary>();
  const telemetry = new Map<string, RunTelemetry>();
  for (const path of paths) {
    const [runs, seconds] = await readSome(path, warn).catch((error: Error) => {
      const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      throw missing ? new Error(`There are no runs in ${path}. Name a folder that genenv sweep wrote to.`) : error;
    });
    for (const run of runs) summaries.set(run.id, run);
    for (const one of seconds) telemetry.set(one.id, one);
  }
  return { summaries: [...summaries.values()], telemetry };
}
