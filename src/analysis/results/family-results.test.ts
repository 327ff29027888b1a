import { describe, expect, it } from 'vitest';
import { type PresetName, presetSettings } from '../../genenv/settings/presets.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import { fourArms, knownRun, spread } from '../testing/summaries.ts';
import { armResults, familyResults, onFreshSeeds, runsByFamily, shareInBand } from './family-results.ts';

const run = (
  preset: PresetName,
  arm: 'genenv' | 'random',
  seed: number,
  last: number,
  changes: Partial<Settings> = {},
) =>
  knownRun({
    arm,
    seed,
    models: preset,
    heldOut: [0.1, last],
    settings: { ...presetSettings(preset), seed, ...changes },
  });

const seeds = [1, 2, 3, 4, 5];
const calls = seeds.flatMap((seed) => [
  run('function-calling', 'genenv', seed, 0.6 + seed / 100),
  run('function-calling', 'random', seed, 0.4),
]);
const stateful = [run('service-calls', 'genenv', 1, 0.2)];

describe('the runs of Table 1', () => {
  it('are those of presets with one family of the paper, in its order', () => {
    const others = [run('discovery', 'genenv', 1, 0.9), run('five-families', 'genenv', 1, 0.9)];
    const found = runsByFamily([...others, ...stateful, ...calls]);
    expect(found.map(({ family, paper }) => [family, paper.benchmark])).toEqual([
      ['function-calling', 'BFCL'],
      ['service-calls', 'API-Bank'],
    ]);
    expect(found[0].runs).toHaveLength(10);
  });

  it('learn as their preset says: other lengths and evaluations are allowed, other rates are not', () => {
    const longer = run('function-calling', 'genenv', 6, 0.7, { epochs: 30, evalEvery: 10 });
    const tuned = run('function-calling', 'genenv', 7, 0.9, { agentLearningRate: 0.004 });
    expect(runsByFamily([tuned])).toEqual([]);
    expect(runsByFamily([longer, tuned])[0].runs).toEqual([longer]);
  });

  it('of fresh seeds are those that nobody saw while the settings were made', () => {
    const fresh = [14, 89, 92, 531].map((seed) => run('function-calling', 'genenv', seed, 0.7));
    const seen = [1, 13, 90, 91].map((seed) => run('function-calling', 'genenv', seed, 0.7));
    expect(onFreshSeeds([...seen, ...fresh])).toEqual(fresh);
  });

  it('count once, and are measured alike', () => {
    const otherTasks = run('function-calling', 'genenv', 8, 0.9, { evalTasks: 2 });
    const [{ runs }] = runsByFamily([otherTasks, ...calls, ...calls]);
    expect(runs).toEqual(calls);
  });
});

it('the results of a family are means of its runs, and paired differences', () => {
  const [{ base, arms, budget }] = familyResults(runsByFamily(calls), 'random');
  expect(budget).toBe(100);
  expect(base).toMatchObject({ n: 5 });
  expect(base.mean).toBeCloseTo(0.1, 12);
  expect(arms.get('genenv')!.final.mean).toBeCloseTo(0.63, 12);
  expect(arms.get('genenv')!.difference!.mean).toBeCloseTo(0.23, 12);
  expect(arms.get('random')!.difference).toBeNull();
});

describe('results of arms', () => {
  const runs = fourArms();

  it('are means with error, differences to the control and ways to thresholds, at a common budget', () => {
    const { budget, arms } = armResults(runs, 'rollouts', { control: 'random', thresholds: [0.25, 0.95] })!;
    expect(budget).toBe(200);
    const [genenv, random] = arms;
    expect(genenv.final.n).toBe(12);
    expect(genenv.final.mean).toBeCloseTo(0.6 + spread(3.5), 12);
    expect(genenv.difference!.mean).toBeCloseTo(0.4 + spread(3.5), 12);
    expect(genenv.area.mean).toBeCloseTo((0.11 + (0.8 + spread(3.5)) / 2) / 2, 12);
    expect(genenv.reached).toEqual([
      { runs: 12, of: 12, median: 2 },
      { runs: 0, of: 12, median: null },
    ]);
    expect(random.difference).toBeNull();
  });

  it('count rollouts to a threshold if an arm’s epochs cost more of them', () => {
    const dear = runs.map((summary) => ({
      ...summary,
      heldOut: summary.heldOut.map((row) =>
        summary.arm === 'random' ? { ...row, agentRollouts: 2 * row.agentRollouts } : row,
      ),
    }));
    const ask = { control: 'random', thresholds: [] };
    expect(armResults(runs, 'rollouts', ask)!.thresholdAxis).toBe('epoch');
    expect(armResults(dear, 'rollouts', ask)!.thresholdAxis).toBe('rollouts');
  });
});

describe("the share of epochs in the paper's band", () => {
  const share = (...rates: number[]) => shareInBand(rates.map((successRate) => ({ successRate })));

  it('counts the borders of the band, and a rate that rounding has put beyond one', () => {
    expect(share(0.1, 0.4, 0.5, 0.6 + 1e-12)).toBe(0.75);
    expect(share(0.39, 0.61)).toBe(0);
  });

  it('has no share without an epoch', () => {
    expect(share()).toBeNull();
  });
});
