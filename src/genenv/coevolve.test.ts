import { beforeAll, describe, expect, it } from 'vitest';
import type { Family } from '../tasks/family.ts';
import { household } from '../tasks/families/household/household.ts';
import { familiesByName } from '../tasks/registry.ts';
import type { CoevolveOptions, Players } from './coevolve.ts';
import type { Filtered, RunEvent } from './log/events.ts';
import { runMetrics } from '../analysis/metrics.ts';
import type { Learner } from '../policy/policy.ts';
import { presetSettings } from './settings/presets.ts';
import { resumePoint } from './log/resume.ts';
import { defaultSettings, parseSettings } from './settings/settings.ts';
import type { Settings } from './settings/settings-table.ts';
import { coevolveInMemory, memoryPools } from './testing/memory-pools.ts';
import { collect, ofType, tableLoop } from './testing/table-loop.ts';
import { pretrainedTables } from './testing/table-players.ts';
import type { TextTokenizer } from '../policy/text-tokenizer.ts';

const families = [household] as unknown as Family[];
let hard: { tokenizer: TextTokenizer; players: () => Players };

beforeAll(async () => {
  hard = await pretrainedTables(families, 'hard', 150);
});

/** Returns the discovery preset with larger learning rates, which a table policy needs. */
const settingsOf = (changes: Partial<Settings>): Settings =>
  parseSettings({
    ...presetSettings('discovery'),
    agentLearningRate: 0.1,
    environmentLearningRate: 0.1,
    evalTasks: 4,
    ...changes,
  });
const small: Partial<Settings> = { epochs: 3, tasksPerEpoch: 4, groupSize: 4, evalTasks: 1, evalSamples: 2 };

const loop = (
  settings: Settings,
  players: Players = hard.players(),
  options: Partial<CoevolveOptions> = {},
  log: readonly RunEvent[] = [],
) => coevolveInMemory(settings, players, { families, tokenizer: hard.tokenizer, ...options }, memoryPools(log));

const weightsOf = async (policy: Learner) => Buffer.from((await policy.snapshot()).weights);

const run = (changes: Partial<Settings>, players?: Players) => collect(loop(settingsOf(changes), players));

describe('the events', () => {
  let events: RunEvent[];
  beforeAll(async () => {
    events = await run({ ...small, epochs: 2, tasksPerEpoch: 16, groupSize: 8 });
  });

  it('are the stages of Algorithm 1, in order, in every epoch, and survive JSON', () => {
    expect(JSON.parse(JSON.stringify(events))).toEqual(events);
    const learned = ['agent-updated', 'environment-updated', 'pools-updated'];
    const stages = ['tasks-written', 'rolled-out', 'scored', 'filtered', ...learned, 'epoch-ended'];
    expect(events.map(({ type }) => type)).toEqual(['run-started', ...stages, ...stages]);
    expect(events.slice(1).map((event) => 'epoch' in event && event.epoch)).toEqual([
      ...stages.map(() => 1),
      ...stages.map(() => 2),
    ]);
  });

  it('agree with each other', () => {
    const [written] = ofType(events, 'tasks-written');
    const [rolledOut] = ofType(events, 'rolled-out');
    const [scored] = ofType(events, 'scored');
    const [filtered] = ofType(events, 'filtered');
    const [updated] = ofType(events, 'agent-updated');
    const [ended] = ofType(events, 'epoch-ended');
    const used = written.texts.filter((text) => text.used);
    expect(used).toHaveLength(16);
    expect(used.every(({ verdict, level }) => verdict === 'valid' && level >= 1)).toBe(true);
    expect(scored.tasks.map(({ task }) => task)).toEqual(used.map(({ index }) => index));
    expect(filtered.tasks.map(({ task }) => task)).toEqual(used.map(({ index }) => index));
    expect(rolledOut.rollouts).toHaveLength(16 * 8);
    expect(scored.rollouts.map(({ task, rollout }) => [task, rollout])).toEqual(
      rolledOut.rollouts.map(({ task, rollout }) => [task, rollout]),
    );
    expect(updated.mixedGroups + updated.solvedGroups + updated.unsolvedGroups).toBe(16);
    expect(ended.success).toEqual({ k: scored.rollouts.filter(({ success }) => success).length, n: 128 });
    expect(ended.cost.agentTokens).toBe(rolledOut.rollouts.reduce((sum, { ids }) => sum + ids.length, 0));
    expect(ended.cost.agentRollouts).toBe(128);
    expect(ended.levels.household.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  });
});

describe('determinism', () => {
  it('draws other tasks with another seed', async () => {
    const texts = async (seed: number) =>
      ofType(await run({ ...small, epochs: 1, seed }), 'tasks-written')[0].texts.map(({ text }) => text);
    expect(await texts(2)).not.toEqual(await texts(1));
  });

  it('continues from any finished epoch, with only log and weights, to the same log', async () => {
    const settings = settingsOf({
      epochs: 5,
      evalEvery: 2,
      evalTasks: 1,
      evalSamples: 2,
      replayShare: 0.25,
      baseShare: 0.2,
      basePool: 8,
    });
    const whole = await collect(loop(settings));
    let log: string[] = [];
    let players = hard.players();
    for (let epoch = 1; epoch <= 5; epoch++) {
      const point = log.length === 0 ? undefined : resumePoint(log.map((line) => JSON.parse(line) as RunEvent));
      for await (const event of loop(settings, players, { resume: point?.state }, point?.events)) {
        log.push(JSON.stringify(event));
        if (event.type === 'epoch-ended') break;
      }
      // After a reload, only the log and two checkpoints are left.
      const snapshots = [await players.agent.snapshot(), await players.environment.snapshot()];
      players = hard.players();
      await players.agent.restore(snapshots[0]);
      await players.environment.restore(snapshots[1]);
      // A second loop that stops in an unfinished epoch must not affect this run.
      const stopped = loop(settings, hard.players());
      await stopped.next();
      await stopped.return();
      log = resumePoint(log.map((line) => JSON.parse(line) as RunEvent)).events.map((event) => JSON.stringify(event));
    }
    expect(log).toEqual(whole.map((event) => JSON.stringify(event)));
  });

  it('does nothing until the next event is pulled', async () => {
    const players = hard.players();
    const stepped = loop(settingsOf({ ...small, tasksPerEpoch: 16, groupSize: 8 }), players);
    const before = await weightsOf(players.agent);
    const moved: string[] = [];
    for (let stage = 0; stage < 9; stage++) {
      const { value } = await stepped.next();
      if (value && !(await weightsOf(players.agent)).equals(before)) moved.push(value.type);
    }
    expect(moved).toEqual(['agent-updated', 'environment-updated', 'pools-updated', 'epoch-ended']);
  });

  it('takes the settings of the next stage from its caller, and keeps the last ones if none are sent', async () => {
    const settings = settingsOf({ ...small, epochs: 1 });
    const stages = loop(settings);
    while ((await stages.next()).value?.type !== 'scored');
    const filtered = (await stages.next({ ...settings, kMin: 1, epochs: 2 })).value as Filtered;
    expect(filtered.tasks.every(({ kept }) => kept)).toBe(true);
    const rest = await collect(stages);
    expect(ofType(rest, 'epoch-ended')).toHaveLength(2);
  });
});

// A table policy shares weights over levels, so Random's agent learns too. Only the environment's tasks differ.
it('tasks of GenEnv get easier until p̂ is in the band, then harder; tasks of Random stay too hard', async () => {
  const genenv = runMetrics(await run({ epochs: 30, evalEvery: 30 }));
  const random = runMetrics(await run({ epochs: 18, evalEvery: 30, evalTasks: 0, arm: 'random' }));
  const block = ({ epochs }: typeof genenv, key: 'successRate' | 'meanLevel', from: number, to: number) =>
    epochs.slice(from, to).reduce((sum, epoch) => sum + epoch[key], 0) / (to - from);
  expect(block(genenv, 'successRate', 0, 3)).toBeLessThan(0.25);
  expect(block(genenv, 'successRate', 8, 18)).toBeGreaterThan(0.3);
  expect(block(random, 'successRate', 8, 18)).toBeLessThan(0.2);
  expect(block(genenv, 'meanLevel', 8, 12)).toBeLessThan(block(genenv, 'meanLevel', 0, 2) - 1);
  expect(block(genenv, 'meanLevel', 25, 30)).toBeGreaterThan(block(genenv, 'meanLevel', 8, 12) + 1);
  expect(block(random, 'meanLevel', 8, 18)).toBeGreaterThan(3);
  expect(genenv.heldOut[0].success).toBeLessThan(0.05);
  expect(genenv.heldOut[1].success).toBeGreaterThan(0.3);
});

describe('tasks', () => {
  it('are never evaluation tasks', async () => {
    const settings = settingsOf({ ...small, epochs: 8, tasksPerEpoch: 16, evalTasks: 12, evalSamples: 1 });
    const evaluation = new Set(
      Array.from({ length: household.levels }, (_, i) => household.heldOut('held-out', i + 1, 12)).flat(),
    );
    const texts = ofType(await collect(loop(settings)), 'tasks-written').flatMap((event) => event.texts);
    expect(texts.filter(({ used, text }) => used && evaluation.has(text))).toEqual([]);
    const refused = texts.filter(({ text }) => evaluation.has(text));
    expect(refused.length).toBeGreaterThan(0);
    expect(new Set(refused.map(({ reason }) => reason?.code))).toEqual(new Set(['evaluation-task']));
  });

  it('say in the first epoch that no task came without the anchor', async () => {
    const events = await run({ ...small, epochs: 2, anchor: false });
    const notes = ofType(events, 'agent-updated').map(({ note }) => note);
    for (const { verdict, seed } of ofType(events, 'tasks-written')[0].texts) {
      expect(seed).toBe('');
      expect(verdict).not.toBe('valid');
    }
    expect(notes).toEqual([{ code: 'no-tasks-without-anchor' }, { code: 'no-tasks' }]);
  });
});

describe('the updates', () => {
  const step = (events: RunEvent[]) => ofType(events, 'agent-updated').flatMap(({ steps }) => steps)[0];

  it.each(['grpo', 'dapo', 'token-mean', 'dr_grpo'] as const)(
    '%s: the first step is on policy',
    async (lossVariant) => {
      const pure: Partial<Settings> = { agentKlWeight: 0, entropyWeight: 0, minibatches: 1, advantageScale: 'variant' };
      const first = step(await run({ ...small, tasksPerEpoch: 16, groupSize: 8, epochs: 1, lossVariant, ...pure }));
      expect(first.meanRatio).toBeCloseTo(1, 6);
      expect(first.clipFraction).toBe(0);
      expect(first.gradNorm).toBeGreaterThan(0.001);
      // Responses in a group differ in length, so the loss is exactly 0 only if it averages over sequences (grpo).
      if (lossVariant === 'grpo') expect(first.loss).toBeCloseTo(0, 6);
    },
  );

  it('leave the agent alone if no group is mixed, unless all groups are in the loss', async () => {
    const impossible = { ...small, epochs: 1, successThreshold: 1, groupSize: 1 };
    const events = await run({ ...impossible, groupsInLoss: 'mixed' });
    const [updated] = ofType(events, 'agent-updated');
    expect(updated).toMatchObject({ steps: [], mixedGroups: 0 });
    expect(updated.note).toEqual({ code: 'no-mixed-group' });
    expect(step(await run({ ...impossible, groupsInLoss: 'all' })).entropy).toBeGreaterThan(0);
  });

  it('pull the environment back on the current batch, also when nothing is in band', async () => {
    const nothing = { ...small, epochs: 2, alpha: 1, kMin: 0 };
    const idle = ofType(await run(nothing), 'environment-updated');
    expect(idle.every(({ steps, pairs }) => steps.length === 0 && pairs === 0)).toBe(true);
    expect(idle[0].note).toEqual({ code: 'nothing-kept', epochs: 4 });
    const pulled = ofType(await run({ ...nothing, klOnCurrentBatch: true }), 'environment-updated');
    expect(pulled.every(({ steps }) => steps.length === 2)).toBe(true);
    expect(pulled[0].steps[0].klPerSequence).toBe(0);
  });
});

describe('several families', () => {
  const names = ['household', 'stateful-calls'];
  let again: (tasksPerEpoch?: number) => Promise<RunEvent[]>;
  let events: RunEvent[];
  beforeAll(async () => {
    const table = await tableLoop(familiesByName(names), 'easy');
    // A table policy cannot write tasks of every family, so half of the tasks are base data.
    const learning = { baseShare: 0.5, agentLearningRate: 0.05, environmentLearningRate: 0.05 };
    again = (tasksPerEpoch = 20) => table.run({ families: names, epochs: 2, tasksPerEpoch, ...learning });
    events = await again();
  });

  it('are all written and attempted, in the same way every time', async () => {
    const written = ofType(events, 'tasks-written');
    const attempted = ofType(events, 'rolled-out').flatMap(({ rollouts }, epoch) =>
      rollouts.map(({ task }) => written[epoch].texts[task].family),
    );
    expect([...new Set(attempted)].sort()).toEqual(names);
    expect(await again()).toEqual(events);
  });

  it('have success counted apart; the environment is told the mean of each, which stays where nothing was attempted', async () => {
    const decay = defaultSettings.recentSuccessDecay;
    const attempted = new Set<boolean>();
    for (const log of [events, await again(1)]) {
      const [written, scored] = [ofType(log, 'tasks-written'), ofType(log, 'scored')];
      ofType(log, 'epoch-ended').forEach(({ successByFamily, state }, epoch) => {
        for (const name of names) {
          const own = scored[epoch].rollouts.filter(({ task }) => written[epoch].texts[task].family === name);
          const count = { k: own.filter(({ success }) => success).length, n: own.length };
          attempted.add(count.n > 0);
          expect(successByFamily![name]).toEqual(count);
          const past = written[epoch].recentSuccess[name];
          const mean = count.n === 0 ? past : decay * past + (1 - decay) * (count.k / count.n);
          expect(state.recentSuccess[name]).toBeCloseTo(mean, 12);
        }
      });
    }
    expect(attempted.size).toBe(2);
  });
});

it('resumePoint takes up changed settings and forgets an unfinished epoch', async () => {
  const events = await run({ ...small, epochs: 2 });
  const change: RunEvent = { type: 'settings-changed', epoch: 2, changes: { alpha: 0.3 } };
  const [first, second] = ofType(events, 'epoch-ended').map((event) => events.indexOf(event));
  const log = [...events.slice(0, first + 1), change, ...events.slice(first + 1)];
  const point = resumePoint(log.slice(0, second + 1));
  expect(point.state).toEqual(ofType(events, 'epoch-ended')[0].state);
  expect(point.settings.alpha).toBe(0.5);
  expect(point.events).toEqual(events.slice(0, first + 1));
  expect(resumePoint(log).settings.alpha).toBe(0.3);
  expect(resumePoint(events.slice(0, 3)).state).toBeNull();
  expect(() => resumePoint(events.slice(1))).toThrow('log-without-start');
});
