/** @file A stored run as the page draws it. */
import { MetricsFold } from '../../analysis/metrics.ts';
import { type RunView, viewRun } from '../../analysis/run-view.ts';
import type { RunsService, StoredRun } from '../../../workers/run/contract.ts';

export interface DrawnRun extends StoredRun {
  view: RunView;
  curves: MetricsFold;
}

export async function readRun(runs: Pick<RunsService, 'read'>, runId: string): Promise<DrawnRun> {
  const { record, events } = await runs.read(runId);
  const curves = new MetricsFold();
  for (const event of events) curves.add(event);
  return { record, events, view: viewRun(events), curves };
}
