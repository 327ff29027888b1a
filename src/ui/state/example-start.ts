/** @file The beginning of the recorded run, shown before all of it is there. */
import { type Beat, storyBeats } from '../../analysis/story-beats.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import type { StoredRun } from '../../../workers/coordinator/contract.ts';

/** So many epochs play while the others are on their way. */
const EPOCHS = 3;

/** The record of the whole run, the story that it tells, and its first epochs, whole. */
export interface ExampleStart extends StoredRun {
  beats: Beat[];
}

export async function exampleStart(
  { record, events }: StoredRun,
  readEpoch: (epoch: number) => Promise<readonly RunEvent[]>,
): Promise<ExampleStart> {
  const first = Array.from({ length: Math.min(EPOCHS, record.epochs) }, (_, i) => readEpoch(i + 1));
  return { record, beats: await storyBeats(events, readEpoch), events: (await Promise.all(first)).flat() };
}
