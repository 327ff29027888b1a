import { beforeAll, describe, expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import { ofType, tableLoop, type TableLoop } from '../testing/table-loop.ts';
import { baseSet } from './epoch-tasks.ts';
import {
  fittedValues,
  genenvPlus,
  levelFeatures,
  predictedSuccess,
  type ValueExample,
  valueGradient,
} from './genenv-plus.ts';

const of = (family: string, level: number) => levelFeatures({ family, level });

const loss = (weights: Readonly<Record<string, number>>, examples: readonly ValueExample[]) =>
  examples.reduce((sum, { features, success }) => sum + (predictedSuccess(weights, features) - success) ** 2, 0) /
  examples.length;

describe('the value model', () => {
  it('has a feature for each level up to the level of a task', () => {
    expect(of('household', 1)).toEqual(['<household>']);
    expect(of('household', 3)).toEqual(['<household>', '<household> 2', '<household> 3']);
  });

  it('predicts ½ without weights, and by its weights otherwise', () => {
    expect(predictedSuccess({}, of('a', 2))).toBe(0.5);
    const weights = { '<a>': 0.5, '<a> 2': -2, '<a> 3': 9 };
    expect(predictedSuccess(weights, of('a', 2))).toBeCloseTo(1 / (1 + Math.exp(1.5)), 12);
  });

  it('has the gradient of its loss, by finite differences', () => {
    const random = new RandomStream(4, 1);
    const examples = Array.from({ length: 9 }, (_, i) => ({
      features: of(i % 2 ? 'a' : 'b', 1 + (i % 4)),
      success: random.integer(9) / 8,
    }));
    const names = [...of('a', 4), ...of('b', 4)];
    const weights = Object.fromEntries(names.map((name) => [name, 2 * random.next() - 1]));
    const gradient = valueGradient(weights, examples);
    const step = 1e-5;
    for (const name of names) {
      const at = (change: number) => loss({ ...weights, [name]: weights[name] + change }, examples);
      expect(gradient.get(name) ?? 0).toBeCloseTo((at(step) - at(-step)) / (2 * step), 9);
    }
  });

  it('moves down that gradient by 8 over the mean number of features, 64 times', () => {
    const examples = [
      { features: of('a', 1), success: 1 },
      { features: of('a', 3), success: 0.25 },
    ];
    const rate = 8 / 2;
    let expected: Record<string, number> = {};
    for (let i = 0; i < 64; i++) {
      const gradient = valueGradient(expected, examples);
      expected = Object.fromEntries([...gradient].map(([name, slope]) => [name, (expected[name] ?? 0) - rate * slope]));
    }
    const fitted = fittedValues({}, examples);
    expect(Object.keys(fitted)).toEqual(of('a', 3));
    for (const [name, weight] of Object.entries(fitted)) expect(weight).toBeCloseTo(expected[name], 12);
    expect(loss(fitted, examples)).toBeLessThan(loss({}, examples));
    expect(fittedValues(fitted, [])).toEqual(fitted);
  });
});

let table: TableLoop;

beforeAll(async () => {
  table = await tableLoop();
});

const TAG = '<household>';

/** Predicted success V is .92 for level 1, .5 for level 2, .12 for level 3, and smaller for higher levels. */
const valueWeights = {
  [TAG]: 2.5,
  [`${TAG} 2`]: -2.5,
  ...Object.fromEntries([3, 4, 5, 6, 7, 8, 9, 10].map((level) => [`${TAG} ${level}`, -2])),
};
const distance = (level: number) =>
  level === 1 ? 1 / (1 + Math.exp(-2.5)) - 0.5 : 0.5 - 1 / (1 + Math.exp(2 * level - 4));
const levelOf = (text: string) => {
  const parsed = table.families[0].parse(text);
  return parsed.ok ? table.families[0].level(parsed.task) : 0;
};

const tasksOf = async (changes: object) => {
  const request = table.epochRequest({ basePool: 400, tasksPerEpoch: 16, ...changes });
  const { candidates } = await genenvPlus.tasks(request, valueWeights);
  return candidates;
};

describe('the arm genenv-plus', () => {
  it('attempts base data of which an eighth is mastered, a quarter the least too hard, and the rest nearest α', async () => {
    // With 64 base tasks, all are candidates, so the choice does not depend on the draw.
    const basePool = 64;
    const data = baseSet(table.families, table.settingsOf({ basePool }));
    const left = data.map(({ text }) => levelOf(text)).toSorted((a, b) => distance(a) - distance(b));
    const levels = (await tasksOf({ basePool })).filter(({ source }) => source === 'example').map(({ level }) => level);
    expect(levels.slice(0, 3)).toEqual([1, 3, 3]);
    for (const level of levels.slice(0, 3)) left.splice(left.indexOf(level), 1);
    expect(levels.slice(3).map(distance)).toEqual(left.slice(0, 5).map(distance));
  });

  it('attempts the texts nearest α among four per task that the environment writes', async () => {
    const written = (await tasksOf({})).filter(({ source }) => source === 'environment');
    expect(written).toHaveLength(4 * 8);
    expect(genenvPlus.overSampling(table.settingsOf({}))).toBe(4);
    const valid = new Map(written.filter(({ task }) => task !== null).map((one) => [one.text, one]));
    const used = written.filter((one) => one.used);
    expect(used).toHaveLength(8);
    expect(new Set(used.map(({ text }) => text)).size).toBe(8);
    const nearest = [...valid.values()].map(({ level }) => distance(level)).toSorted((a, b) => a - b);
    expect(used.map(({ level }) => distance(level)).toSorted((a, b) => a - b)).toEqual(nearest.slice(0, 8));
  });

  it('keeps the share of base data that the settings ask for', async () => {
    const used = (await tasksOf({ baseShare: 0.25 })).filter((one) => one.used);
    expect(used.filter(({ source }) => source === 'example')).toHaveLength(4);
    expect(used.filter(({ source }) => source === 'environment')).toHaveLength(12);
  });

  it('teaches the environment the examples that are kept, as if it had written them after their contexts', async () => {
    const events = await table.run({ arm: 'genenv-plus', epochs: 6, baseLevels: 'easy' });
    let taught = 0;
    ofType(events, 'pools-updated').forEach(({ environment, epoch }, i) => {
      const { texts } = ofType(events, 'tasks-written')[i];
      const { tasks } = ofType(events, 'filtered')[i];
      const kept = tasks.filter((task) => task.kept).map(({ task }) => texts[task]);
      expect(environment.map((entry) => entry.epoch)).toEqual(kept.map(() => epoch));
      kept.forEach(({ source, text, context, written }, place) => {
        const entry = environment[place];
        const rest = table.tokenizer.decode(entry.writtenIds.slice(0, -1));
        expect(`${entry.context.split(' ').slice(2).join(' ')} ${rest}`.trim()).toBe(text);
        expect(table.tokenizer.encode(entry.context)).toEqual(entry.contextIds);
        expect(entry.writtenIds.at(-1)).toBe(table.tokenizer.endIds[0]);
        if (source === 'example') taught++;
        else expect([entry.context, entry.writtenIds]).toEqual([context, written!.ids]);
      });
    });
    expect(taught).toBeGreaterThan(0);
  });

  it('uses no examples if keys are written, because base data has no written keys', async () => {
    const sources = new Set((await tasksOf({ answerKey: 'written' })).map(({ source }) => source));
    expect(sources).toEqual(new Set(['environment', 'base']));
  });

  it('leaves groups that are all right out of the agent’s update', () => {
    const settings = table.settingsOf({ arm: 'genenv-plus' });
    const groups = [0, 2, 4].map((right) => ({
      rollouts: Array.from({ length: 4 }, (_, i) => ({ score: { reward: Number(i < right) } })),
    }));
    expect(genenvPlus.learnedGroups(settings, groups as never)).toEqual(groups.slice(0, 2));
  });
});
