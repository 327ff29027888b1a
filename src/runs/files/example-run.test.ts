/** @file The recorded run that comes with the page. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { eventProblem } from '../../genenv/log/event-problem.ts';
import { readRun } from './read-run.ts';

it('reads the recorded run: eighty epochs, and what the agent answered to held-out tasks', async () => {
  const file = await readFile(new URL('../../../public/example-run.zip', import.meta.url));
  const { events, problems } = await readRun(new Uint8Array(file), 'example-run.zip', { damaged: 'refuse' });
  expect(problems).toEqual([]);
  for (const event of events) expect(eventProblem(event)).toBeNull();
  expect(events.filter(({ type }) => type === 'epoch-ended')).toHaveLength(80);
  const last = events.at(-1)!;
  expect(last.type === 'epoch-ended' && last.heldOut?.answers).toHaveLength(10);
  const scored = events.find((event) => event.type === 'scored')!;
  const filtered = events.find((event) => event.type === 'filtered')!;
  expect([scored.rollouts[0].reason, filtered.tasks[0].reason]).toMatchObject([
    { code: 'household/wrong-station' },
    { code: 'outside-band', n: 8 },
  ]);
});
