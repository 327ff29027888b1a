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
import { loopEngines } from './engine-commands.ts';
import { refuseForLoop, TaskJudge } from './judge.ts';

const tokenizerOf = (model: string) =>
  loadTokenizer(diskFolder(fileURLToPath(new URL(`../../../models/${model}`, import.meta.url))));

const judgeOf = (changes: Partial<Settings>, tokenizer: TextTokenizer) => {
  const settings = parseSettings({ ...defaultSettings, evalTasks: 1, ...changes });
  return new TaskJudge(settings, familiesByName(settings.families), tokenizer);
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
  messages: unknown;
}

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

    // A context of the environment ends with a seed; what completes it must belong to that seed.
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

  it('scores tokens and texts alike, and gives nothing for an answer that was cut off', () => {
    const text = household.sampleTask(2, new RandomStream(3, 11, 0));
    const parsed = household.parse(text);
    if (!parsed.ok) throw new Error(parsed.reason.code);
    const oracle = household.oracle(parsed.task);
    if (!oracle.solvable) throw new Error(oracle.reason.code);
    const [output] = oracle.answers;
    const ids = [...tokenizer.encode(output), 1];
    const task = { family: 'household', text };
    const answers = [
      { ...task, ids, finish: 'stop' },
      { ...task, output, finish: 'stop' },
      { ...task, ids: ids.slice(0, -1), finish: 'length' },
      { ...task, ids: [1], finish: 'stop' },
    ];
    const { scores } = judge.answer({ ask: 'score', answers }) as {
      scores: { reward: number; success: boolean; ids: number[]; turns: string[]; reason: { code: string } }[];
    };
    expect(scores.map(({ reward }) => reward)).toEqual([1, 1, 0, 0]);
    expect(scores[1]).toEqual(scores[0]);
    expect(scores[0]).toMatchObject({ ids, turns: [output], success: true });
    expect(scores[2]).toMatchObject({ turns: [], reason: { code: 'answer-cut-off' } });
  });

  it('gives base data and replays, and the conversation of a family that is one', async () => {
    const shares = { tasksPerEpoch: 8, baseShare: 0.4, replayShare: 0.25 };
    const sharing = judgeOf(shares, tokenizer);
    const train = [{ family: 'household', text: household.sampleTask(1, new RandomStream(5, 11, 0)), success: 0.5 }];
    const { tasks, fresh } = sharing.answer({ ask: 'known', epoch: 2, train }) as { tasks: Judged[]; fresh: number };
    // Two of eight are wanted from D_train, which has one.
    expect(tasks.map(({ text: { source } }) => source)).toEqual(['base', 'base', 'base', 'replay']);
    expect(fresh).toBe(4);
    expect(tasks[3].text.text).toBe(train[0].text);

    const english = judgeOf({ ...shares, families: ['english-calls'] }, await tokenizerOf('english'));
    const known = english.answer({ ask: 'known', epoch: 1, train: [] }) as { tasks: Judged[] };
    expect(known.tasks[0].messages).toContainEqual(expect.objectContaining({ role: 'user' }));
  });

  it('refuses in a sentence what is no question, no task, or nothing that the loop does', () => {
    expect(() => judge.answer({ ask: 'why' })).toThrow('not-a-question {"place":"ask"');
    const answers = [{ family: 'household', text: 'go away', output: 'none', finish: 'stop' }];
    expect(() => judge.answer({ ask: 'score', answers })).toThrow(
      expect.objectContaining({
        code: 'not-a-task-of-family',
        parameters: { text: 'go away', family: 'household' },
      }),
    );
    const refuse = (changes: Partial<Settings>) => {
      const settings = parseSettings({ ...defaultSettings, ...changes });
      refuseForLoop(settings, familiesByName(settings.families));
    };
    expect(() => refuse({ arm: 'r-zero' })).toThrow(
      'loop-setting {"setting":"arm","value":"r-zero","allowed":"genenv, random"}',
    );
    expect(() => refuse({ alphaRule: 'follows' })).toThrow('"allowed":"fixed"');
    expect(() => refuse({ replayForm: 'traces' })).toThrow('"allowed":"tasks"');
    expect(() => refuse({ startLevels: [1, 0.5] })).toThrow(
      'loop-without-setting {"setting":"startLevels","value":"1,0.5"}',
    );
    expect(() => refuse({ families: ['stateful-calls'] })).toThrow('loop-turns');
    expect(() => refuse({})).not.toThrow();
  });

  it('reads no setting whose row says that the loop does not use it', () => {
    // The recipe reads these: whose tasks are judged, and the folders of models.
    const read = new Set(['families', 'agentModel', 'environmentModel']);
    const settings = parseSettings({ ...defaultSettings, evalTasks: 1, baseShare: 0.5 });
    const watched = new Proxy(settings, {
      get: (target, name: string) => {
        read.add(name);
        return target[name as keyof Settings];
      },
    });
    loopEngines(watched, { prompt: 1, answer: 1 });
    const asked = { epoch: 1, recentSuccess: { household: 0.5 } };
    const watchedJudge = new TaskJudge(watched, [household], tokenizer);
    watchedJudge.answer({ ask: 'start' });
    watchedJudge.answer({ ask: 'contexts', ...asked, draw: 0, needed: 8 });
    watchedJudge.answer({ ask: 'known', epoch: 1, train: [] });
    const unused = settingNames.filter((name) => setting(name).inLoop === 'unused');
    expect(read.size).toBeGreaterThan(10);
    expect(unused.filter((name) => read.has(name))).toEqual([]);
  });
});
