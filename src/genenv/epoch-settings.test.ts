import { beforeAll, describe, expect, it } from 'vitest';
import { runMetrics } from '../analysis/metrics.ts';
import { viewRun } from '../analysis/run-view.ts';
import type { Learner } from '../policy/policy.ts';
import { followingAlpha, klEstimator, withEpochAlpha } from './epoch-settings.ts';
import type { RunEvent } from './log/events.ts';
import { presetSettings } from './settings/presets.ts';
import type { Settings } from './settings/settings-table.ts';
import { defaultSettings } from './settings/settings.ts';
import { ofType, type TableLoop, tableLoop } from './testing/table-loop.ts';

const follows = { alpha: 0.1, alphaRule: 'follows', alphaGain: 0.1, kMin: 0.2 } as const;

let loop: TableLoop;
let events: RunEvent[];
/**
 * Expected α of each epoch, computed from the log by the formula. With one family whose success stays below .6, the
 * lower limit .05 never applies.
 */
let expected: number[];
beforeAll(async () => {
  loop = await tableLoop(undefined, 'easy');
  events = await loop.run(follows);
  expected = ofType(events, 'tasks-written').map(({ recentSuccess: { household: success } }) =>
    success > 0.1 ? 0.1 - 0.1 * (success - 0.1) : 0.1,
  );
});

it('goes down if recent success is above it', () => {
  expect(expected[0]).toBeCloseTo(0.06, 12);
  expect(new Set(expected).size).toBeGreaterThan(2);
});

it('is the α of reward, filter and weights', () => {
  const { beta, lambda } = defaultSettings;
  const filtered = ofType(events, 'filtered');
  ofType(events, 'scored').forEach(({ tasks }, epoch) => {
    for (const [i, { scope, successRate, environmentReward }] of tasks.entries()) {
      const distance = Math.abs(successRate - expected[epoch]);
      const { kept, weight, reason } = filtered[epoch].tasks[i];
      expect(environmentReward).toBeCloseTo(Math.exp(-beta * distance ** 2), 6);
      const code = kept ? 'within-band' : 'outside-band';
      expect(reason).toEqual({ code, ...scope, distance: expect.closeTo(distance, 12), kMin: 0.2 });
      expect(kept).toBe(distance <= 0.2);
      expect(weight).toBeCloseTo(kept ? Math.exp(lambda * environmentReward) : 0, 5);
    }
  });
});

it('is the α that run views and metrics show, at each stage of an epoch', () => {
  expect(viewRun(events).epochs.map(({ settings }) => settings.alpha)).toEqual(
    expected.map((a) => expect.closeTo(a, 12)),
  );
  runMetrics(events).epochs.forEach(({ bandLow, bandHigh }, epoch) => {
    expect([bandLow, bandHigh]).toEqual(
      [expected[epoch] - 0.2, expected[epoch] + 0.2].map((a) => expect.closeTo(a, 12)),
    );
  });
  const secondEpoch = events.findIndex((event) => event.type === 'tasks-written' && event.epoch === 2);
  const change: RunEvent = { type: 'settings-changed', epoch: 2, changes: { alphaGain: 0 } };
  const view = viewRun([...events.slice(0, secondEpoch + 1), change]);
  expect(viewRun(events.slice(0, secondEpoch + 1)).epochs[1].settings.alpha).toBeCloseTo(expected[1], 12);
  expect(view.epochs[1].settings.alpha).toBe(0.1);
  expect(view.settings?.alpha).toBe(0.1);
});

it('does not change a fixed α, or one without recent success', () => {
  const settings = { ...defaultSettings, alphaRule: 'follows' } as const;
  expect(withEpochAlpha(defaultSettings, { household: 1 })).toBe(defaultSettings);
  expect(withEpochAlpha(settings, {})).toBe(settings);
  expect(withEpochAlpha(settings, { household: 0.8, travel: 0.4 }).alpha).toBeCloseTo(0.5 - 1.5 * 0.1, 12);
});

it.each([
  { alpha: 0.5, gain: 1.5, success: 0.1, expected: 0.5 },
  { alpha: 0.5, gain: 1.5, success: 0.6, expected: 0.35 },
  { alpha: 0.5, gain: 0, success: 1, expected: 0.5 },
  { alpha: 0.5, gain: 1.5, success: 0.9, expected: 0.05 },
  { alpha: 0.02, gain: 1.5, success: 0.9, expected: 0.02 },
])('is $expected for α $alpha, g $gain and recent success $success', ({ alpha, gain, success, expected }) => {
  expect(followingAlpha(alpha, gain, success)).toBeCloseTo(expected, 12);
});

let tables: TableLoop;
beforeAll(async () => {
  tables = await tableLoop();
});

const weightsOf = async (policy: Learner) => Buffer.from((await policy.snapshot()).weights).toString('base64');

async function learned(whoLearns: Settings['whoLearns']) {
  const players = tables.players();
  const before = [await weightsOf(players.agent), await weightsOf(players.environment)];
  const events = await tables.run({ whoLearns, epochs: 3 }, players);
  const after = [await weightsOf(players.agent), await weightsOf(players.environment)];
  return { agent: after[0] !== before[0], environment: after[1] !== before[1], events };
}

describe.each([
  ['both', true, true],
  ['agent', true, false],
  ['environment', false, true],
  ['none', false, false],
] as const)('who learns: %s', (whoLearns, agent, environment) => {
  it('changes only the weights of the models that learn, and logs this', async () => {
    const run = await learned(whoLearns);
    expect([run.agent, run.environment]).toEqual([agent, environment]);
    const codes = [ofType(run.events, 'agent-updated'), ofType(run.events, 'environment-updated')].map((updates) =>
      updates.map(({ note, steps }) => [note?.code === 'switched-off', steps.length > 0]),
    );
    [agent, environment].forEach((learns, player) => {
      if (learns) expect(codes[player].some(([off, steps]) => !off && steps)).toBe(true);
      else expect(codes[player]).toEqual([1, 2, 3].map(() => [true, false]));
    });
  });
});

it('is measured all the same: an environment switched off later keeps its divergence in the log', async () => {
  const players = tables.players();
  await tables.run({ epochs: 2 }, players);
  const [update] = ofType(await tables.run({ epochs: 1, whoLearns: 'agent' }, players), 'environment-updated');
  expect(update.klPerSequence).toBeGreaterThan(0);
});

it('does not change the events before the first update', async () => {
  const first = async (whoLearns: Settings['whoLearns']) =>
    (await tables.run({ whoLearns, epochs: 1 })).filter(
      ({ type }) => type === 'tasks-written' || type === 'rolled-out' || type === 'scored' || type === 'filtered',
    );
  expect(await first('none')).toEqual(await first('both'));
});

it('estimates the divergence as the loss variant does if asked to, and as the setting says otherwise', () => {
  const variant = { agentKlEstimator: 'variant' } as const;
  expect(klEstimator({ ...variant, lossVariant: 'token-mean' })).toBe('k3-clamped');
  expect(klEstimator({ ...variant, lossVariant: 'grpo' })).toBe('k3');
  expect(klEstimator({ agentKlEstimator: 'exact', lossVariant: 'grpo' })).toBe('exact');
  expect(klEstimator(presetSettings('paper'))).toBe('k3-clamped');
  expect(klEstimator(presetSettings('discovery'))).toBe('ratio-weighted');
});
