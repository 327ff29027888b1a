/** @file Run files in the repository: the recorded run that comes with the page, and one of version 1 of the event format. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { eventProblem } from '../../genenv/event-problem.ts';
import { readRun } from './read-run.ts';

async function read(path: string) {
  const file = await readFile(new URL(path, import.meta.url));
  const { events, problems } = await readRun(new Uint8Array(file), path, { damaged: 'refuse' });
  expect(problems).toEqual([]);
  for (const event of events) expect(eventProblem(event)).toBeNull();
  const scored = events.find((event) => event.type === 'scored')!;
  const filtered = events.find((event) => event.type === 'filtered')!;
  return { events, reasons: [scored.rollouts[0].reason, filtered.tasks[0].reason] };
}

it('reads the recorded run: eighty epochs, and what the agent answered to held-out tasks', async () => {
  const { events, reasons } = await read('../../../public/example-run.zip');
  expect(events.filter(({ type }) => type === 'epoch-ended')).toHaveLength(80);
  const last = events.at(-1)!;
  expect(last.type === 'epoch-ended' && last.heldOut?.answers).toHaveLength(10);
  expect(reasons).toMatchObject([{ code: 'household/wrong-station' }, { code: 'outside-band', n: 8 }]);
});

it('reads a run file of version 1, with its sentences as they were recorded', async () => {
  const { events, reasons } = await read('run-of-version-1.zip');
  expect(events[0]).toMatchObject({ type: 'run-started', version: 2 });
  expect(events.filter(({ type }) => type === 'epoch-ended')).toHaveLength(2);
  const sentence: unknown = expect.stringMatching(/^Goal \d+: .*\.$/);
  expect(reasons).toMatchObject([
    { code: 'recorded', sentence },
    { code: 'outside-band', n: 8 },
  ]);
});
