/** @file Proposition 1 measured on a run between its stages; tables play the models. */
import { beforeAll, expect, it } from 'vitest';
import { parseSettings } from '../../genenv/settings/settings.ts';
import { openTables } from '../../genenv/testing/record-run.ts';
import { freshStore } from '../../store/testing/fresh-store.ts';
import { Session } from '../session.ts';
import { expectUndisturbed, tableParts, type Tables } from '../testing/table-session.ts';
import { joinedSlices } from './gradient-signal.ts';

const settings = parseSettings({ epochs: 1, tasksPerEpoch: 2, groupSize: 4, evalTasks: 1, evalSamples: 1 });

let tables: Tables;

const session = async (): Promise<Session> =>
  Session.open(tableParts(await freshStore(), tables), { newId: 'run', name: 'run', settings });

beforeAll(async () => {
  tables = await openTables();
});

it('leaves the run as it would have been', async () => {
  const [measured, other] = [await session(), await session()];
  const question = { tasksPerLevel: 1, rollouts: 4, start: 0, count: 1 };
  // Before every stage, so before those that train each model, too.
  await expectUndisturbed(measured, other, () => measured.measureSignal(question));
});

it('is the same in one slice and in several, and says what it was made on', async () => {
  const run = await session();
  const ask = (start: number, count: number) => run.measureSignal({ tasksPerLevel: 1, rollouts: 4, start, count });
  const whole = await ask(0, 3);
  const slices = [await ask(0, 2), await ask(2, 1)] as const;
  expect(whole.points).toHaveLength(3);
  expect(joinedSlices([...slices])).toEqual({ points: whole.points, provenance: whole.provenance });
  expect(whole.tasks).toBe(10);
  expect(whole.provenance).toMatchObject({
    epoch: 0,
    rollouts: 4,
    settings: { seed: settings.seed, tasksPerLevel: 1 },
  });
});
