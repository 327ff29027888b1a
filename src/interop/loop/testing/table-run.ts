/** @file A small run by tables whose tasks the loop's folder takes over. */
import type { RunEvent } from '../../../genenv/log/events.ts';
import { splitEpochs } from '../../../store/run-store.ts';
import { parseSweep, sweepRuns } from '../../../sweeps/sweep-file.ts';
import { openTableRun, smallSweep } from '../../../sweeps/testing/table-runs.ts';
import { armTitle } from '../../../text/en/arms.ts';
import type { LoopRequest } from '../loop-recipe.ts';
import { JUDGE, MODELS } from './loop-folder.ts';

export async function tableRun(): Promise<RunEvent[]> {
  const sweep = { ...smallSweep, settings: { ...smallSweep.settings, tasksPerEpoch: 8, kMin: 0.5 } };
  const [run] = await sweepRuns(parseSweep(JSON.stringify(sweep)), armTitle);
  const events: RunEvent[] = [];
  for await (const event of openTableRun(run, new AbortController().signal)) events.push(event);
  return events;
}

/** Asks for a folder with the tasks of a run. */
export const requestOf = (events: RunEvent[]): LoopRequest => ({
  settings: (events[0] as Extract<RunEvent, { type: 'run-started' }>).settings,
  assigned: {},
  epochs: splitEpochs(events),
  engine: 'local',
  folderOf: (model) => `${MODELS}/${model}`,
  judge: JUDGE,
});
