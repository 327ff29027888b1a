import { expect } from 'vitest';
import type { RunEvent } from '../log/events.ts';
import type { Settings } from '../settings/settings-table.ts';
import { ofType, type TableLoop } from './table-loop.ts';

/** Runs an arm. Checks that the environment's weights do not change and that the log says why. */
export async function expectFrozenEnvironment(table: TableLoop, changes: Partial<Settings>): Promise<RunEvent[]> {
  const players = table.players();
  const weights = async () => Buffer.from((await players.environment.snapshot()).weights);
  const before = await weights();
  const events = await table.run({ epochs: 3, ...changes }, players);
  expect((await weights()).equals(before)).toBe(true);
  for (const { steps, note } of ofType(events, 'environment-updated')) {
    expect(steps).toEqual([]);
    expect(note).toEqual({ code: 'environment-frozen' });
  }
  const { tasksPerEpoch, groupSize } = table.settingsOf(changes);
  for (const { cost } of ofType(events, 'epoch-ended')) expect(cost.agentRollouts).toBe(tasksPerEpoch * groupSize);
  return events;
}
