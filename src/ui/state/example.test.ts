import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { lessons } from '../../lessons/lessons.ts';
import { readRun } from '../../runs/testing/read-run.ts';
import { EXAMPLE_FILE, readStart } from './example.ts';
import { startFile } from './example-start-file.ts';

it('the start file holds the first epochs in full, the story of the whole run, and a checksum', async () => {
  const path = `public/${EXAMPLE_FILE}`;
  const text = await startFile(path);
  const { record, events, story, moments } = readStart(text);
  const whole = await readRun(new Uint8Array(await readFile(path)), EXAMPLE_FILE, { damaged: 'refuse' });
  expect(record.epochs).toBe(80);
  expect(events).toEqual(whole.events.filter((event) => event.type === 'run-started' || event.epoch <= 3));
  expect(story.beats).toHaveLength(4);
  expect(story.beats.at(-1)).toMatchObject({ to: 80 });
  // `moments` has an epoch for each lesson on the recording.
  const onIt = lessons.filter(({ opens }) => opens.run === 'recorded').map(({ name }) => name);
  expect(Object.keys(moments)).toEqual(onIt);
  for (const epoch of Object.values(moments)) expect(epoch).toBeGreaterThan(0);
  expect(() => readStart(text.replace('epoch', 'epock'))).toThrow('example-damaged');
});
