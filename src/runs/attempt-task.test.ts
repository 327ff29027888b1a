import { beforeAll, expect, it } from 'vitest';
import { parseSettings } from '../genenv/settings/settings.ts';
import { pretrainedTables } from '../genenv/testing/table-players.ts';
import { freshStore } from '../store/testing/fresh-store.ts';
import { household } from '../tasks/families/household/household.ts';
import { statefulCalls } from '../tasks/families/stateful-calls/stateful-calls.ts';
import type { Family } from '../tasks/family.ts';
import { Session } from './session.ts';
import { expectUndisturbed, tableParts, type Tables } from './testing/table-session.ts';

const settings = parseSettings({
  epochs: 1,
  tasksPerEpoch: 4,
  groupSize: 8,
  evalTasks: 0,
  agentLearningRate: 0.3,
  families: ['household', 'stateful-calls'],
});

let tables: Tables;
beforeAll(async () => {
  tables = await pretrainedTables([household, statefulCalls] as unknown as Family[], 'easy', 60);
});

const session = async (): Promise<Session> =>
  Session.open(tableParts(await freshStore(), tables), { newId: 'run', name: 'run', settings });

const question = { family: 'household', text: 'clean apple', samples: 6 };

it('a task is answered with the initial and the current weights, and the run stays unchanged', async () => {
  const [asked, other] = [await session(), await session()];
  const fresh = await asked.attemptTask(question);
  expect(fresh.epoch).toBe(0);
  expect(fresh.before.samples).toHaveLength(6);
  // The agent has not learned yet, so weights and random numbers are equal.
  expect(fresh.now).toEqual(fresh.before);
  await expectUndisturbed(asked, other, () => asked.attemptTask(question));
  const { before, now, epoch } = await asked.attemptTask(question);
  expect(epoch).toBe(1);
  expect(before.likely).toEqual(fresh.before.likely);
  expect(now.likely.rollout.logprobs).not.toEqual(before.likely.rollout.logprobs);
  for (const { rollout, score } of now.samples)
    expect(score.success).toBe(rollout.turns[0] === 'apple clean sink' && rollout.finish === 'stop');
});

it('a task is answered in several turns if the family has several', async () => {
  const { before } = await (await session()).attemptTask({ family: 'stateful-calls', text: 'boss eve', samples: 1 });
  const { turns, observations, mask } = before.likely.rollout;
  expect(turns.length + observations.length).toBeGreaterThan(0);
  expect(mask).toHaveLength(before.likely.rollout.ids.length);
});

it('refuses text that is no task, and a task of a family that is not in the run', async () => {
  const run = await session();
  await expect(run.attemptTask({ ...question, text: 'clean' })).rejects.toMatchObject({ code: 'not-a-task' });
  await expect(run.attemptTask({ ...question, family: 'travel-rules' })).rejects.toMatchObject({
    code: 'family-not-of-run',
  });
});
