import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  defaultSettings,
  parseSettings,
  setting,
  settingNames,
  type Settings,
} from '../../genenv/settings/settings.ts';
import { loadTokenizer } from '../../lm/files/load-model.ts';
import { diskFolder } from '../../lm/files/node-files.ts';
import type { TextTokenizer } from '../../policy/text-tokenizer.ts';
import { RandomStream } from '../../random/random-stream.ts';
import { familiesByName, familyByName } from '../../tasks/registry.ts';
import { refuseForLoop, TaskJudge } from './judge.ts';
import { trlOptions } from './loop-round.ts';
import { solveText } from '../../tasks/family-parts.ts';

const tokenizerOf = (model: string) =>
  loadTokenizer(diskFolder(fileURLToPath(new URL(`../../../models/${model}`, import.meta.url))));

const folderOf = (model: string) => `/models/${model}`;

const judgeOf = (changes: Partial<Settings>, tokenizer: TextTokenizer) => {
  const settings = parseSettings({ ...defaultSettings, evalTasks: 1, ...changes });
  return new TaskJudge(settings, familiesByName(settings.families), tokenizer, folderOf);
};

interface Judged {
  text: {
    verdict: string;
    used: boolean;
    index: number;
    source: string;
    text: string;
    reason: { code: string } | null;
  };
  promptIds: number[];
  contextIds: number[];
  messages: unknown;
}

/** Returns a round with two rollouts of each task: the first has reward 1, the second 0. */
const roundOf = (tasks: readonly Judged[]) => ({
  tasks: tasks.map(({ text, contextIds }, index) => ({ text: { ...text, index, batch: index }, contextIds })),
  rollouts: tasks.flatMap((_, task) =>
    [1, 0].map((reward, rollout) => ({
      ...{ task, rollout, ids: [5, 1], tokens: ['a', 'b'], logprobs: [-1, -1], turns: ['a'], finish: 'stop' },
      ...{ reward, wellFormed: true, reason: null },
    })),
  ),
});

/** Fields that the updates add to a round in which neither player takes an optimizer step. */
const updates = {
  ...{ agentSteps: [], environment: { steps: [], klPerSequence: 0.5, cap: 'none' }, window: 3 },
  ...{ trainSize: 10, environmentSize: 20 },
  ...{ parameters: { agent: 100, environment: 1000 }, written: { tokens: 7, contextTokens: 3 } },
};

describe('the judge of the loop', () => {
  const household = familyByName('household');
  let tokenizer: TextTokenizer;
  let judge: TaskJudge;
  beforeAll(async () => {
    tokenizer = await tokenizerOf('discovery-agent');
    judge = judgeOf({}, tokenizer);
  });

  it('reads what was written as tasks: valid, cut off, not a task, and one kept for evaluation', () => {
    const asked = { epoch: 1, recentSuccess: { household: 0.5 } };
    const { contexts } = judge.answer({ ask: 'contexts', ...asked, draw: 0, needed: 8 }) as {
      contexts: { batch: number; text: string; ids: number[] }[];
    };
    expect(contexts).toHaveLength(12);
    for (const { text, ids } of contexts) expect(tokenizer.encode(text)).toEqual(ids);
    const { evaluation } = judge.answer({ ask: 'start' }) as { evaluation: Judged[] };
    expect(evaluation).toHaveLength(household.levels);

    // A context ends with a seed. A text can complete it only if the text begins with the same seed.
    const seed = contexts[0].text.split(' ').slice(2).join(' ');
    let text = '';
    for (let i = 0; !text; i++) {
      const drawn = household.sampleTask(1 + (i % household.levels), new RandomStream(1, 11, i));
      if (household.splitSeed(drawn).seed === seed) text = drawn;
    }
    const ids = [...tokenizer.encode(household.splitSeed(text).rest), 1];
    const written = (of: number[], finish: string) => ({ batch: 0, ids: of, logprobs: of.map(() => 0), finish });
    const texts = [written(ids, 'stop'), written(ids.slice(0, -1), 'length'), written([10, 1], 'stop')];
    const { tasks } = judge.answer({ ask: 'read', ...asked, texts }) as { tasks: Judged[] };
    expect(tasks[0].text).toMatchObject({ text, verdict: 'valid', used: true, source: 'environment' });
    expect(tasks[0].promptIds.length).toBeGreaterThan(0);
    expect(tasks[0].messages).toBeNull();
    expect(tasks[1].text).toMatchObject({ used: false, reason: { code: 'cut-off' } });
    expect(tasks[2].text.used).toBe(false);
  });

  it('scores answers, and gives nothing for one that was cut off', () => {
    const text = household.sampleTask(2, new RandomStream(3, 11, 0));
    const [output] = solveText(household, text)!;
    const ids = [...tokenizer.encode(output), 1];
    const task = { family: 'household', text };
    const answers = [
      { ...task, ids, finish: 'stop' },
      { ...task, ids: ids.slice(0, -1), finish: 'length' },
      { ...task, ids: [1], finish: 'stop' },
    ];
    const { scores } = judge.answer({ ask: 'score', answers }) as {
      scores: { reward: number; success: boolean; ids: number[]; turns: string[]; reason: { code: string } }[];
    };
    expect(scores.map(({ reward }) => reward)).toEqual([1, 0, 0]);
    expect(scores[0]).toMatchObject({ ids, turns: [output], success: true });
    expect(scores[1]).toMatchObject({ turns: [], reason: { code: 'answer-cut-off' } });
  });

  it('gives base data and replays, and the conversation of a family that is one', async () => {
    const shares = { tasksPerEpoch: 8, baseShare: 0.4, replayShare: 0.25 };
    const sharing = judgeOf(shares, tokenizer);
    const train = [{ family: 'household', text: household.sampleTask(1, new RandomStream(5, 11, 0)), success: 0.5 }];
    const { tasks, fresh } = sharing.answer({ ask: 'known', epoch: 2, train }) as { tasks: Judged[]; fresh: number };
    // A replay share of 0.25 asks for two of eight tasks from D_train, which holds only one.
    expect(tasks.map(({ text: { source } }) => source)).toEqual(['base', 'base', 'base', 'replay']);
    expect(fresh).toBe(4);
    expect(tasks[3].text.text).toBe(train[0].text);

    const english = judgeOf({ ...shares, families: ['english-calls'] }, await tokenizerOf('english'));
    const known = english.answer({ ask: 'known', epoch: 1, train: [] }) as { tasks: Judged[] };
    expect(known.tasks[0].messages).toContainEqual(expect.objectContaining({ role: 'user' }));
  });

  it('gives the advantages of groups, and none of a group that the agent does not learn from', () => {
    const asked = { ask: 'advantages', groups: [[1, 0, 0, 0], [1, 1]] }; // prettier-ignore
    const mixed = judgeOf({ groupsInLoss: 'mixed', lossVariant: 'dr_grpo', advantageScale: 'variant' }, tokenizer);
    expect(mixed.answer(asked)).toEqual({ groups: [[0.75, -0.25, -0.25, -0.25], null] });
    const all = judgeOf({ groupsInLoss: 'all', lossVariant: 'dr_grpo', advantageScale: 'variant' }, tokenizer);
    expect(all.answer(asked)).toEqual({ groups: [[0.75, -0.25, -0.25, -0.25], [0, 0]] }); // prettier-ignore
  });

  it('weighs a round: filter, pairs, D_train and the mean of success', () => {
    const settings = { tasksPerEpoch: 2, baseShare: 1, recentSuccessDecay: 0.5, alpha: 0.5, kMin: 0.1 };
    const rules = judgeOf(settings, tokenizer);
    const { tasks } = rules.answer({ ask: 'known', epoch: 1, train: [] }) as { tasks: Judged[] };
    const round = { epoch: 1, recentSuccess: { household: 1 }, ...roundOf(tasks) };
    const weighed = rules.answer({ ask: 'weigh', round });
    expect(weighed).toEqual({
      // All attempted tasks are base data, so the environment has no pairs to learn from.
      pairs: [],
      recentSuccess: { household: 0.75 },
      train: tasks.map(({ text }) => ({ family: 'household', text: text.text, success: 0.5 })),
      traces: 4,
    });
    const texts = round.tasks.map(({ text }) => text);
    const { events } = rules.answer({ ask: 'events', round: { ...round, ...updates, texts, heldOut: null } }) as {
      events: Record<string, unknown>[];
    };
    const promptTokens = 2 * tasks.reduce((sum, { promptIds }) => sum + promptIds.length, 0);
    expect(events).toMatchObject([
      { type: 'tasks-written', epoch: 1, recentSuccess: { household: 1 } },
      { type: 'rolled-out' },
      { type: 'scored', tasks: tasks.map((_, task) => ({ task, count: { k: 1, n: 2 }, environmentReward: 1 })) },
      { type: 'filtered', tasks: tasks.map(() => ({ kept: true, weight: 0 })) },
      { type: 'agent-updated', mixedGroups: 2, note: null },
      { type: 'environment-updated', klPerSequence: 0.5, pairs: 3, note: null },
      { type: 'pools-updated', trainSize: 14, environmentSize: 20, invalidTraces: 0 },
      {
        type: 'epoch-ended',
        success: { k: 2, n: 4 },
        state: { epoch: 1, recentSuccess: { household: 0.75 } },
        cost: { agentTokens: 8, agentFlops: 200 * (8 + promptTokens), environmentFlops: 2000 * 10, agentRollouts: 4 },
      },
    ]);
  });

  it('refuses in a sentence what is no question, no task, or nothing that the loop does', () => {
    expect(() => judge.answer({ ask: 'why' })).toThrow('not-a-question {"place":"ask"');
    const answers = [{ family: 'household', text: 'go away', ids: [1], finish: 'stop' }];
    expect(() => judge.answer({ ask: 'score', answers })).toThrow('not-a-task-of-family');
    const refuse = (changes: Partial<Settings>) => {
      const settings = parseSettings({ ...defaultSettings, ...changes });
      refuseForLoop(settings, familiesByName(settings.families));
    };
    const refusals: [Partial<Settings>, string][] = [
      [{ arm: 'r-zero' }, 'loop-setting {"setting":"arm","value":"r-zero","allowed":"genenv, random"}'],
      [{ startLevels: [1, 0.5] }, 'loop-without-setting {"setting":"startLevels","value":"1,0.5"}'],
      [{ families: ['stateful-calls'] }, 'loop-turns'],
    ];
    for (const [changes, refusal] of refusals) expect(() => refuse(changes)).toThrow(refusal);
    expect(() => refuse({})).not.toThrow();
  });

  it('reads no setting whose row says that the loop does not use it', () => {
    const read = new Set<string>();
    const settings = parseSettings({ ...defaultSettings, evalTasks: 1, baseShare: 0.5 });
    const watched = new Proxy(settings, {
      get: (target, name: string) => {
        read.add(name);
        return target[name as keyof Settings];
      },
    });
    const asked = { epoch: 1, recentSuccess: { household: 0.5 } };
    const watchedJudge = new TaskJudge(watched, [household], tokenizer, folderOf);
    watchedJudge.answer({ ask: 'start' });
    watchedJudge.answer({ ask: 'contexts', ...asked, draw: 0, needed: 8 });
    const { tasks } = watchedJudge.answer({ ask: 'known', epoch: 1, train: [] }) as { tasks: Judged[] };
    watchedJudge.answer({ ask: 'advantages', groups: [[0, 1]] });
    watchedJudge.answer({ ask: 'held-out', scores: [] });
    const round = { ...asked, tasks: [], rollouts: [] };
    watchedJudge.answer({ ask: 'weigh', round: { ...asked, ...roundOf(tasks) } });
    watchedJudge.answer({ ask: 'events', round: { ...round, ...updates, texts: [], heldOut: null } });
    const unused = settingNames.filter((name) => setting(name).inLoop === 'unused');
    expect(read.size).toBeGreaterThan(10);
    expect(unused.filter((name) => read.has(name))).toEqual([]);
  });
});

it('translates the settings into options of TRL and PEFT', () => {
  const options = (changes: Partial<Settings>) =>
    trlOptions({ ...defaultSettings, ...changes }, { prompt: 100, task: 60, answer: 50 });
  const changes = { lossVariant: 'dr_grpo', advantageScale: 'variant', agentTemperature: 0, seed: 3 } as const;
  expect(options(changes)).toMatchObject({
    lora: null,
    grpo: { num_generations: 8, loss_type: 'dr_grpo', scale_rewards: 'none', beta: 0.03, seed: 3, temperature: 1 },
  });
  const { lora } = options({ training: 'lora', loraRank: 4, loraAlpha: 8, loraTargets: ['q_proj'] });
  expect(lora).toEqual({ r: 4, lora_alpha: 8, target_modules: ['q_proj'] });
});
