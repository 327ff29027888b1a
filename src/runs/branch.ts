/**
 * @file A branch: a new run that begins as a copy of another one up to the end of an epoch whose checkpoint is kept. Its
 * log begins with the parent's, byte for byte; nothing random depends on a run's name, so a branch in which nothing is
 * changed goes on as the parent did. What is changed from there on is in its log, like every change.
 */
import { CodedError } from '../common/coded-error.ts';
import type { RunEvent } from '../genenv/log/events.ts';
import { epochOf, newRunRecord, type RunRecord, type RunStore, unknownRun } from '../store/run-store.ts';

interface BranchRequest {
  /** The run to branch from, and the epoch after which the branch goes its own way. */
  runId: string;
  epoch: number;
  newId: string;
  name: string;
  /** Wall clock, milliseconds since 1970. */
  now: number;
}

/** Stores the branch, which is opened like any run. @throws CodedError `epoch-without-weights` */
export async function branchRun(store: RunStore<RunEvent>, request: BranchRequest): Promise<RunRecord> {
  const { runId, epoch, newId: id, name, now } = request;
  const parent = await store.get(runId);
  if (!parent) throw unknownRun(runId);
  const [checkpoint, kept] = await Promise.all([store.checkpoint(runId, epoch), store.checkpointEpochs(runId)]);
  if (!checkpoint) {
    throw new CodedError('epoch-without-weights', { run: parent.name, epoch, kept: kept.join(', ') });
  }
  const record = { ...newRunRecord({ id, name, settings: parent.settings, now }), parent: { runId, epoch } };
  await store.create(record, { epochs: upTo(store.epochs(runId), epoch), checkpoints: [checkpoint] });
  return record;
}

async function* upTo(epochs: AsyncIterable<RunEvent[]>, last: number): AsyncGenerator<RunEvent[], void, void> {
  for await (const events of epochs) {
    yield events;
    if (epochOf(events) === last) return;
  }
}
