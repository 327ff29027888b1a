import { beforeAll, describe, expect, it } from 'vitest';
import { offPolicyStats } from '../../objectives/grpo-token.ts';
import type { UpdateRequest } from '../../policy/policy.ts';
import { watchUpdates } from '../../policy/testing/table-policy.ts';
import { RandomStream } from '../../random/random-stream.ts';
import type { Group } from '../log/epoch-events.ts';
import type { RunEvent } from '../log/events.ts';
import { parseSettings } from '../settings/settings.ts';
import { historyTaskCount } from '../sources/history.ts';
import { MemoryTrainPool } from '../testing/memory-pools.ts';
import { ofType, type TableLoop, tableLoop } from '../testing/table-loop.ts';
import { minibatches, agentSteps as stepsOf } from './agent-steps.ts';

describe('minibatches', () => {
  const groups = (count: number, size = 4) =>
    Array.from({ length: count }, (_, task) => Array.from({ length: size }, (_, rollout) => 10 * task + rollout));
  const deal = (count: number, into: number) => minibatches(groups(count), into, new RandomStream(1, 2));

  it('hold each sequence once, in nearly equal numbers', () => {
    const dealt = deal(5, 3);
    expect(dealt.map(({ length }) => length)).toEqual([7, 7, 6]);
    expect(dealt.flat().sort((a, b) => a - b)).toEqual(groups(5).flat());
  });

  it('are no smaller than a group', () => {
    expect(deal(1, 4).map(({ length }) => length)).toEqual([4]);
    expect(deal(3, 8).map(({ length }) => length)).toEqual([4, 4, 4]);
  });

  it('mix groups, with the sequences of one task side by side', () => {
    for (const batch of deal(4, 2)) {
      const tasks = batch.map((item) => Math.floor(item / 10));
      expect(new Set(tasks).size).toBeGreaterThan(2);
      expect(tasks).toEqual([...tasks].sort());
    }
  });
});

const changes = { replayShare: 0.25, replayForm: 'traces', epochs: 6, minibatches: 2, innerEpochs: 2 } as const;

let table: TableLoop;
let events: RunEvent[];
let requests: UpdateRequest[][];
/** Log-probabilities of the old traces' tokens before each epoch's update. */
let present: number[][][];

beforeAll(async () => {
  table = await tableLoop();
  const players = table.players();
  const { agent } = players;
  const watched = watchUpdates(agent);
  const score = agent.score.bind(agent);
  requests = [];
  present = [];
  agent.score = async (...asked) => {
    const answer = await score(...asked);
    present.push(answer.scored.map(({ logprobs }) => logprobs));
    return answer;
  };
  events = [];
  for await (const event of table.loop(changes, players)) {
    events.push(structuredClone(event));
    if (event.type === 'agent-updated') requests.push(watched.splice(0));
  }
});

const updates = () => ofType(events, 'agent-updated');

describe('traces of D_train', () => {
  it('take the place of tasks: none is attempted anew, and fewer are new', () => {
    ofType(events, 'tasks-written').forEach(({ texts, epoch }) => {
      const used = texts.filter((text) => text.used);
      expect(used.every(({ source }) => source === 'environment')).toBe(true);
      expect(used).toHaveLength(epoch === 1 ? 8 : 6);
    });
    expect(historyTaskCount(table.settingsOf(changes))).toBe(2);
  });

  it('are learnt from once in each pass, with statistics that show how far the agent has moved before', () => {
    const pool = new MemoryTrainPool();
    let measured = 0;
    updates().forEach(({ oldTraces, epoch }, i) => {
      const { entries = [], traces, flops, ...stats } = oldTraces ?? {};
      const old = entries.flatMap((position) => pool.entries[position].traces);
      const rollouts = ofType(events, 'rolled-out')[i].rollouts.length;
      expect(requests[i]).toHaveLength(4);
      for (const steps of [requests[i].slice(0, 2), requests[i].slice(2)]) {
        const sequences = steps.flatMap((one) => one.sequences);
        expect(sequences).toHaveLength(rollouts + old.length);
        for (const { ids, logprobs, advantage, mask } of old)
          expect(sequences).toContainEqual(
            expect.objectContaining({ completion: ids, oldLogprobs: logprobs, advantage, mask }),
          );
      }
      // Old traces are spread over the steps of a pass.
      const sizes = requests[i].map(({ sequences }) => sequences.length);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(2);
      if (oldTraces) {
        const scores = present[measured++];
        const rescored = old.map(({ mask, logprobs: sampled }, k) => ({ mask, sampled, present: scores[k] }));
        expect(traces).toBe(old.length);
        expect(stats).toEqual(offPolicyStats(rescored, table.settingsOf(changes)));
        expect(flops).toBeGreaterThan(0);
      }
      for (const event of events.filter((one) => 'epoch' in one && one.epoch === epoch)) pool.add(event);
    });
    expect(updates().map(({ oldTraces }) => oldTraces !== undefined)).toEqual([false, true, true, true, true, true]);
    const { klPerToken, effectiveSampleSize } = updates().at(-1)!.oldTraces!;
    expect(klPerToken).toBeGreaterThan(0);
    expect(effectiveSampleSize).toBeLessThan(1);
  });

  it('are tasks attempted anew by default, of which the log says where in D_train they are', async () => {
    const anew = await table.run({ ...changes, replayForm: 'tasks' });
    const pool = new MemoryTrainPool();
    for (const event of anew) {
      if (event.type === 'tasks-written') {
        const drawn = event.texts.filter(({ source }) => source === 'replay');
        expect(drawn).toHaveLength(event.epoch === 1 ? 0 : 2);
        for (const { trainPosition, text } of drawn) expect(pool.entries[trainPosition!].text).toBe(text);
      }
      if (event.type === 'agent-updated') expect(event).not.toHaveProperty('oldTraces');
      pool.add(event);
    }
  });
});

const settings = parseSettings({ seed: 1, groupsInLoss: 'mixed', innerEpochs: 2, minibatches: 2 });
const group = (task: number, rewards: number[], ids = [1]) =>
  ({
    rollouts: rewards.map((reward, i) => ({ rollout: { ids, task: 10 * task + i }, score: { reward } })),
  }) as unknown as Group;
const agentSteps = (...request: Parameters<typeof stepsOf>) =>
  stepsOf(...request).map((step) => step.map(({ rollout }) => rollout.task));

it('goes over the mixed groups once a pass, each pass in an order of its own', () => {
  const groups = [group(1, [0, 1, 0, 1]), group(2, [1, 1, 1, 1]), group(3, [1, 0, 0, 0])];
  const steps = agentSteps(settings, 4, groups);
  expect(steps.map(({ length }) => length)).toEqual([4, 4, 4, 4]);
  const [first, second] = [steps.slice(0, 2).flat(), steps.slice(2).flat()];
  expect(first.toSorted()).toEqual([10, 11, 12, 13, 30, 31, 32, 33]);
  expect(second.toSorted()).toEqual(first.toSorted());
  expect(second).not.toEqual(first);
});

it('learns from no group that is empty, and from nothing where none is mixed', () => {
  expect(agentSteps(settings, 1, [group(1, [0, 1], [])])).toEqual([]);
  expect(agentSteps(settings, 1, [group(1, [1, 1])])).toEqual([]);
  expect(agentSteps({ ...settings, groupsInLoss: 'all' }, 1, [group(1, [1, 1])]).flat()).toHaveLength(4);
});
