/** @file Makes the start file of the recorded run from the run's file. Only the build imports this module. */
import { openAsBlob } from 'node:fs';
import { viewRun } from '../../analysis/run-view.ts';
import { storyOf } from '../../analysis/story-beats.ts';
import { checkedJson } from '../../common/checked-line.ts';
import { lessonMoments } from '../../lessons/lessons.ts';
import { InspectedFile } from '../../../workers/jobs/recording.ts';
import { EXAMPLE_FILE, type ExampleStart } from './example.ts';

/** Number of epochs in the start file. They play while the others load. */
const EPOCHS = 3;

/** Returns the text for `readStart`. @param path of a run's file from `genenv export` */
export async function startFile(path: string): Promise<string> {
  const file = new InspectedFile();
  const { record, events } = await file.open(await openAsBlob(path), EXAMPLE_FILE);
  const whole = await Promise.all(Array.from({ length: record.epochs }, (_, i) => file.epoch(i + 1)));
  const start: ExampleStart = {
    record,
    story: await storyOf(events, async (epoch) => whole[epoch - 1]),
    moments: lessonMoments(viewRun(whole.flat()).epochs),
    events: whole.slice(0, EPOCHS).flat(),
  };
  return checkedJson(JSON.stringify(start));
}
