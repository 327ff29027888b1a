import { beforeAll, expect, it } from 'vitest';
import { eventProblem } from './log/event-format.ts';
import type { RunEvent, WrittenLevels } from './log/events.ts';
import { ofType, tableLoop, type TableLoop } from './testing/table-loop.ts';

let table: TableLoop;
beforeAll(async () => {
  table = await tableLoop(undefined, 'hard');
});

const startOf = (events: readonly RunEvent[]) => ofType(events, 'run-started')[0];
/** Returns the share of levels 1 and 2 among the valid tasks. */
const easy = ({ household: { valid, levels } }: Record<string, WrittenLevels>) => (levels[0] + levels[1]) / valid;

it('makes the environment write these levels, measures its divergence from then on, and logs both', async () => {
  const events = await table.run({ startLevels: [1, 1], epochs: 1, environmentKlWeight: 0 });
  const { start, cost, ...started } = startOf(events);
  expect(eventProblem(JSON.parse(JSON.stringify({ ...started, cost, start })))).toBeNull();
  expect(start).toMatchObject({ steps: 80, texts: 64 });
  expect(start!.klPerSequence).toBeGreaterThan(0.1);
  expect(cost.environmentFlops).toBeGreaterThan(0);
  // A table policy cannot count the goals that it has written, so it can only learn to end sooner.
  expect(easy(start!.after)).toBeGreaterThan(easy(start!.before) + 0.2);
  const [update] = ofType(events, 'environment-updated');
  expect(update.steps[0].klPerToken).toBe(0);
  expect(update.klPerSequence).toBeLessThan(start!.klPerSequence);
});

it('also changes the levels of tasks that the environment writes only once', async () => {
  const level = async (startLevels: number[]) => {
    const changes = { arm: 'static', epochs: 1, tasksPerEpoch: 32, staticPool: 64, groupSize: 1 } as const;
    return ofType(await table.run({ ...changes, startLevels }), 'epoch-ended')[0].meanLevel;
  };
  expect(await level([1, 1])).toBeLessThan((await level([])) - 0.5);
});

it('learns nothing if no levels are given or the environment writes no tasks', async () => {
  for (const [arm, startLevels] of [
    ['genenv', []],
    ['level-rule', [1, 1]],
  ] as const) {
    const started = startOf(await table.run({ arm, startLevels: [...startLevels], epochs: 1 }));
    expect(started).not.toHaveProperty('start');
    expect(started.cost.environmentFlops).toBe(0);
  }
});
