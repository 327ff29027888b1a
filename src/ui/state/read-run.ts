/**
 * @file A stored run as a page reads it: in parts, each of which is folded while the next is read, so that none of it holds up
 * the page. Of a long run the newest epoch comes first: its picture does not wait for the thousands before it.
 */
import { MetricsFold } from '../../analysis/metrics.ts';
import { type RunView, ViewFold, viewRun } from '../../analysis/run-view.ts';
import type { RunsService, StoredPart, StoredRun } from '../../../workers/coordinator/contract.ts';

export interface DrawnRun extends StoredRun {
  view: RunView;
  curves: MetricsFold;
}

/** Epochs of a run whose newest is worth drawing before the others. */
export const LONG_RUN = 250;
/** The curves of a run that is being read are drawn so often, in parts. */
const PARTS_BETWEEN = 4;

/** The newest epoch of a run, without curves. */
export async function readNewest(runs: Pick<RunsService, 'readNewest'>, runId: string): Promise<DrawnRun> {
  const { record, events } = await runs.readNewest(runId);
  return { record, events, view: viewRun(events), curves: new MetricsFold() };
}

const joined = (parts: readonly StoredPart[]): StoredRun => ({
  record: parts.at(-1)!.record,
  events: parts.flatMap(({ events }) => events),
});

/** The parts of a run, each asked for before the one before it is used. */
async function* partsOf(runs: Pick<RunsService, 'read'>, runId: string): AsyncGenerator<StoredPart, void, void> {
  for (let asked: Promise<StoredPart> | null = runs.read(runId); asked;) {
    const part: StoredPart = await asked;
    asked = part.next === null ? null : runs.read(runId, part.next);
    yield part;
  }
}

/** A run for whoever draws it otherwise. */
export async function readEvents(runs: Pick<RunsService, 'read'>, runId: string): Promise<StoredRun> {
  const parts: StoredPart[] = [];
  for await (const part of partsOf(runs, runId)) parts.push(part);
  return joined(parts);
}

/** @param progress is called now and then with the curves of its first epochs */
export async function readRun(
  runs: Pick<RunsService, 'read'>,
  runId: string,
  progress?: (curves: MetricsFold) => void,
): Promise<DrawnRun> {
  const parts: StoredPart[] = [];
  const [view, curves] = [new ViewFold(), new MetricsFold()];
  for await (const part of partsOf(runs, runId)) {
    parts.push(part);
    for (const event of part.events) {
      view.add(event);
      curves.add(event);
    }
    if (part.next !== null && parts.length % PARTS_BETWEEN === 0) progress?.(curves);
  }
  return { ...joined(parts), view: view.view(), curves };
}
