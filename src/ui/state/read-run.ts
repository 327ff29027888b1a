/**
 * @file A stored run as a page reads it: in parts, each of which is folded while the next is read, so that none of it holds up
 * the page. Of a long run the newest epoch comes first: its picture does not wait for the thousands before it.
 */
import { MetricsFold } from '../../analysis/metrics.ts';
import { type RunView, ViewFold, viewRun } from '../../analysis/run-view.ts';
import type { Coordinator, StoredRun } from '../../../workers/coordinator/contract.ts';

/** A stored run with what is drawn of it. */
export interface DrawnRun extends StoredRun {
  view: RunView;
  curves: MetricsFold;
}

/** Epochs of a run whose newest is worth drawing before the others. */
export const LONG_RUN = 250;
/** The curves of a run that is being read are drawn so often, in parts. */
const PARTS_BETWEEN = 4;

/**
 * The newest epoch of a run, without curves.
 * @throws CodedError where there is no such run
 */
export async function readNewest(coordinator: Pick<Coordinator, 'readNewest'>, runId: string): Promise<DrawnRun> {
  const { record, events } = await coordinator.readNewest(runId);
  return { record, events, view: viewRun(events), curves: new MetricsFold() };
}

/**
 * @param progress is called now and then with the curves of its first epochs
 * @throws CodedError where there is no such run
 */
export async function readRun(
  coordinator: Pick<Coordinator, 'read'>,
  runId: string,
  progress?: (curves: MetricsFold) => void,
): Promise<DrawnRun> {
  const events: StoredRun['events'] = [];
  const [view, curves] = [new ViewFold(), new MetricsFold()];
  let asked = coordinator.read(runId);
  for (let parts = 1; ; parts += 1) {
    const part = await asked;
    if (part.next !== null) asked = coordinator.read(runId, part.next);
    for (const event of part.events) {
      events.push(event);
      view.add(event);
      curves.add(event);
    }
    if (part.next === null) return { record: part.record, events, view: view.view(), curves };
    if (parts % PARTS_BETWEEN === 0) progress?.(curves);
  }
}
