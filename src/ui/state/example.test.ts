/** @file The beginning that comes with the page is that of the whole run, with the story that the whole run tells. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { checkedJson } from '../../common/checked-line.ts';
import { InspectedFile } from '../../../workers/coordinator/inspected-file.ts';
import { EXAMPLE_FILE, readStart, START_FILE } from './example.ts';
import { exampleStart } from './example-start.ts';

const read = (file: string) => readFile(new URL(`../../../public/${file}`, import.meta.url));

it('the two files of the recorded run are of one log', async () => {
  const whole = new InspectedFile();
  const run = await whole.open(new Blob([await read(EXAMPLE_FILE)]), EXAMPLE_FILE);
  const shipped = (await read(START_FILE)).toString();
  const remade = await exampleStart(run, (epoch) => whole.epoch(epoch));
  expect(remade.story.beats).toHaveLength(4);
  // Not `toEqual`, which would print half a megabyte.
  const remedy = `${START_FILE} is not of this program: make it again, npx tsx scripts/make-example.ts public/${EXAMPLE_FILE}`;
  expect(shipped === checkedJson(JSON.stringify(remade)), remedy).toBe(true);
  expect(readStart(shipped).record).toEqual(run.record);
  expect(() => readStart(shipped.replace('epoch', 'epock'))).toThrow('example-damaged');
});
