/** @file Makes the start file of the recorded run from the run's own file; the build imports this module, the page never. */
import { openAsBlob } from 'node:fs';
import { checkedJson } from '../../common/checked-line.ts';
import { InspectedFile } from '../../../workers/coordinator/inspected-file.ts';
import { EXAMPLE_FILE } from './example.ts';
import { exampleStart } from './example-start.ts';

/**
 * @param path of a run's file as `genenv export` makes it
 * @returns text that `readStart` reads
 */
export async function startFile(path: string): Promise<string> {
  const file = new InspectedFile();
  const run = await file.open(await openAsBlob(path), EXAMPLE_FILE);
  return checkedJson(JSON.stringify(await exampleStart(run, (epoch) => file.epoch(epoch))));
}
