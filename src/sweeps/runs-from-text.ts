/**
 * @file Finished runs from text, wherever it comes from: summaries of a sweep, committed results, or the event
 * log of one run (of `genenv coevolve`, or imported).
 */
import { eventProblem } from '../genenv/event-schema.ts';
import type { RunEvent } from '../genenv/events.ts';
import { isEventLog, readEventLog } from '../store/event-log.ts';
import { isResultsFile, readResults } from './results-file.ts';
import { parseSummaries, type RunSummary, summariseRun } from '../analysis/run-summary.ts';

/**
 * The events of a log's finished epochs.
 * @param path names the log in messages
 * @param warn is told what is wrong with the first line that cannot be read
 * @throws Error in a sentence where there is no finished epoch, or damage before the last one
 */
export function runLogEvents(
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  warn: (sentence: string) => void,
): RunEvent[] {
  const { events, epochs, problem, problemBeforeLastEpoch } = readEventLog<RunEvent>(bytes, {
    upgrade: (event) => event,
    problem: eventProblem,
  });
  const fault = problem && ` In it, ${problem}`;
  if (problemBeforeLastEpoch) throw new Error(`${path} is damaged.${fault} Take an undamaged copy of it.`);
  if (epochs === 0) throw new Error(`${path} holds no finished epoch of a run.${fault} Name the event log of a run.`);
  if (problem) warn(`${path}: ${problem} What follows is left out.`);
  return events;
}

/** A log says what was run, but not as what it stands in a comparison: the arm and the models of its settings. */
export function summaryOfLog(id: string, events: readonly RunEvent[]): RunSummary {
  const [started] = events;
  if (started?.type !== 'run-started')
    throw new Error(`${id} does not begin with the start of a run. Name a whole log.`);
  const models = `${started.agent.name} + ${started.environment.name}`;
  return summariseRun({ id, arm: started.settings.arm, models }, events);
}

/**
 * @param path names the file in messages, and the run where it is a log
 * @throws Error in a sentence where it is neither summaries nor results nor a log with a finished epoch
 */
export function summariesOfFile(
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  warn: (sentence: string) => void,
): RunSummary[] {
  const text = new TextDecoder().decode(bytes);
  if (isResultsFile(text)) return readResults(text, path).summaries;
  return isEventLog(text) ? [summaryOfLog(path, runLogEvents(path, bytes, warn))] : parseSummaries(text);
}
