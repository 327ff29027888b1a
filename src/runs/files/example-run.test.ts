/** @file Checks the recorded runs that the page ships. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { eventProblem } from '../../genenv/log/event-format.ts';
import { readRun } from '../testing/read-run.ts';

async function eventsOf(name: string) {
  const file = await readFile(new URL(`../../../public/${name}`, import.meta.url));
  const { events, problems } = await readRun(new Uint8Array(file), name, { damaged: 'refuse' });
  expect(problems).toEqual([]);
  for (const event of events) expect(eventProblem(event)).toBeNull();
  const [start, end] = [events[0], events.at(-1)!];
  if (start.type !== 'run-started' || end.type !== 'epoch-ended') throw new Error('not a whole run');
  return { events, start, end };
}

it('reads the recorded run with eighty epochs and the agent’s held-out answers', async () => {
  const { events, end } = await eventsOf('example-run.zip');
  expect(events.filter(({ type }) => type === 'epoch-ended')).toHaveLength(80);
  expect(end.heldOut?.answers).toHaveLength(10);
  const scored = events.find((event) => event.type === 'scored')!;
  const filtered = events.find((event) => event.type === 'filtered')!;
  expect([scored.rollouts[0].reason, filtered.tasks[0].reason]).toMatchObject([
    { code: 'household/wrong-station' },
    { code: 'outside-band', n: 8 },
  ]);
});

it('reads the run of a real checkpoint, which learns to add in five epochs', async () => {
  const { start, end } = await eventsOf('real-checkpoint-run.zip');
  expect([start.agent.parameters, end.epoch]).toEqual([134_515_008, 5]);
  // docs/models.md states these values for seed 9.
  expect([start.heldOut!.success, end.heldOut!.success].map((share) => Math.round(1000 * share))).toEqual([83, 558]);
});
