/** @file A small run and a small sweep, made by the real loop with table policies: what the subjects harm copies of. */
import { summariseLog, type RunSummary } from '../../src/analysis/run-summary.ts';
import type { RunEvent } from '../../src/genenv/log/events.ts';
import { recordRun, tableSettings } from '../../src/genenv/testing/record-run.ts';

let events: Promise<RunEvent[]> | undefined;
let summaries: Promise<RunSummary[]> | undefined;

/** The events of a run of two epochs. */
export const smallRun = (): Promise<RunEvent[]> => (events ??= recordRun());

/** Two arms with two seeds each. */
export const smallSummaries = (): Promise<RunSummary[]> => (summaries ??= makeSummaries());

async function makeSummaries(): Promise<RunSummary[]> {
  const made: RunSummary[] = [];
  for (const arm of ['genenv', 'random'] as const)
    for (const seed of [1, 2])
      made.push(summariseLog(`${arm}-s${seed}`, await recordRun(tableSettings({ arm, seed, tasksPerEpoch: 4 }))));
  return made;
}
