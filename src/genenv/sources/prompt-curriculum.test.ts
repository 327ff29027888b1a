import { beforeAll, describe, expect, it } from 'vitest';
import { expectFrozenEnvironment } from '../testing/frozen-environment.ts';
import { memoryPools } from '../testing/memory-pools.ts';
import { ofType, tableLoop, type TableLoop } from '../testing/table-loop.ts';
import { baseSet } from './parts/base-tasks.ts';
import { featuresOf, fittedValues, predictedSuccess } from './parts/value-model.ts';
import { promptCurriculum } from './prompt-curriculum.ts';

let table: TableLoop;

beforeAll(async () => {
  table = await tableLoop();
});

const tasksOf = async (valueWeights?: Record<string, number>, changes: object = {}, epoch = 4) => {
  const { candidates } = await promptCurriculum.tasks({
    settings: table.settingsOf({ basePool: 32, tasksPerEpoch: 8, ...changes }),
    families: table.families,
    tokenizer: table.tokenizer,
    environment: table.players().environment,
    state: { epoch: epoch - 1, recentSuccess: { household: 0.5 }, valueWeights },
    refuse: () => null,
    epoch,
    pools: memoryPools(),
    history: [],
  });
  return candidates.map(({ text }) => text);
};

describe('prompt curriculum learning', () => {
  it('attempts of four times the tasks those whose predicted success is nearest the target', async () => {
    // All 32 tasks of the data are candidates: the choice can be told without the draw.
    const valueWeights = { '': 2, '&': -1.1, apple: 0.3, mug: -0.2, clean: 0.15, heat: -0.25 };
    const weights = new Map(Object.entries(valueWeights));
    for (const alpha of [0.5, 0.2]) {
      const distances = baseSet(table.families, table.settingsOf({ basePool: 32 })).map((task) => ({
        text: task.text,
        distance: Math.abs(predictedSuccess(weights, featuresOf(task)) - alpha),
      }));
      const chosen = await tasksOf(valueWeights, { alpha });
      const farthest = Math.max(...distances.filter(({ text }) => chosen.includes(text)).map((one) => one.distance));
      expect(chosen).toHaveLength(8);
      expect(distances.filter(({ distance }) => distance < farthest).length).toBeLessThan(8);
    }
  });

  it('chooses without preference where nothing is known, other tasks in another epoch', async () => {
    expect(await tasksOf()).toEqual(await tasksOf());
    expect(await tasksOf(undefined, {}, 5)).not.toEqual(await tasksOf());
    expect(new Set(await tasksOf(undefined, { basePool: 256 })).size).toBe(8);
    expect(await tasksOf(undefined, { basePool: 3 })).toHaveLength(8);
  });

  it('logs weights fitted to the successes of each epoch, and spends no rollout on the choice', async () => {
    const events = await expectFrozenEnvironment(table, { arm: 'prompt-curriculum', basePool: 64, epochs: 5 });
    let weights: ReadonlyMap<string, number> = new Map();
    ofType(events, 'scored').forEach(({ tasks }, i) => {
      const { texts } = ofType(events, 'tasks-written')[i];
      const examples = tasks.map(({ task, count }) => ({
        features: featuresOf(texts[task]),
        success: count.k / count.n,
      }));
      weights = fittedValues(weights, examples);
      const { cost, state } = ofType(events, 'epoch-ended')[i];
      expect(new Map(Object.entries(state.valueWeights!))).toEqual(weights);
      expect(cost.agentRollouts).toBe(8 * 4);
    });
    expect([...weights.values()].some((weight) => weight !== 0)).toBe(true);
  });
});
