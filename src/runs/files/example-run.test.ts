/** @file The recorded run that comes with the page was made under version 1 of the event format. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { eventProblem } from '../../genenv/event-problem.ts';
import { readRun } from './read-run.ts';

it('reads a run file of version 1, with its sentences as they were recorded', async () => {
  const file = await readFile(new URL('../../../public/example-run.zip', import.meta.url));
  const { events, problems } = await readRun(new Uint8Array(file), 'example-run.zip', { damaged: 'refuse' });
  expect(problems).toEqual([]);
  expect(events[0]).toMatchObject({ type: 'run-started', version: 2 });
  expect(events.filter(({ type }) => type === 'epoch-ended')).toHaveLength(80);
  for (const event of events) expect(eventProblem(event)).toBeNull();
  const scored = events.find((event) => event.type === 'scored')!;
  expect(scored.rollouts[0].reason).toEqual({ code: 'recorded', sentence: expect.stringMatching(/^Goal \d+: .*\.$/) });
  const filtered = events.find((event) => event.type === 'filtered')!;
  expect(filtered.tasks[0].reason).toMatchObject({ code: 'outside-band', n: 8 });
});
