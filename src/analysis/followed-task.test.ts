import { beforeAll, describe, expect, it } from 'vitest';
import type { RunEvent } from '../genenv/log/events.ts';
import { beforeAfter, followedAnswers, followedTask } from './followed-task.ts';
import { example, exampleEpoch, exampleUpTo } from './testing/example-run.ts';
import { viewRun } from './run-view.ts';
import { recordRun } from '../genenv/testing/record-run.ts';
import { household } from '../tasks/families/household/household.ts';

const ofEpoch = <Type extends RunEvent['type']>(epoch: number, type: Type) =>
  exampleEpoch(epoch).find((event): event is Extract<RunEvent, { type: Type }> => event.type === type)!;
const follow = (epochs: number, read = exampleEpoch) => followedTask(exampleUpTo(epochs), async (epoch) => read(epoch));

describe('the recorded run', async () => {
  const followed = (await follow(80))!;
  const indexIn = (epoch: number) =>
    ofEpoch(epoch, 'tasks-written').texts.find(({ text, used }) => used && text === followed.task)!.index;

  it('follows the first of its easiest tasks that was solved sometimes, and more often in the end', () => {
    const [first] = followed.meetings;
    const counts = (epoch: number) => {
      const texts = ofEpoch(epoch, 'tasks-written').texts;
      return ofEpoch(epoch, 'scored').tasks.map(({ task, count }) => ({ ...texts[task], ...count }));
    };
    for (let epoch = 1; epoch < first.epoch; epoch++)
      expect(counts(epoch).filter(({ level, k, n }) => level === 1 && k > 0 && k < n)).toEqual([]);
    expect(counts(first.epoch).find(({ text }) => text === followed.task)).toMatchObject({
      level: 1,
      k: first.count.k,
    });
    expect(first.count.k).toBeGreaterThan(0);
    expect(followed.meetings.at(-1)!.count.k).toBeGreaterThan(first.count.k);
    const met = Array.from({ length: 80 }, (_, i) => i + 1).filter((epoch) =>
      ofEpoch(epoch, 'tasks-written').texts.some(({ text, used }) => used && text === followed.task),
    );
    const told = followed.meetings.map(({ epoch }) => epoch);
    expect(met).toEqual(expect.arrayContaining(told));
    expect([told[0], told.at(-1), told.length]).toEqual([met[0], met.at(-1), Math.min(8, met.length)]);
  });

  it('tells answers, rewards and probabilities of its events', () => {
    for (const { epoch, answers, count, environmentReward, probability } of followed.meetings) {
      const task = indexIn(epoch);
      const rollouts = ofEpoch(epoch, 'rolled-out').rollouts.filter((one) => one.task === task);
      const scores = ofEpoch(epoch, 'scored').rollouts.filter((one) => one.task === task);
      expect(answers.map(({ words }) => words.join(' '))).toEqual(rollouts.map(({ turns }) => turns.join(' ')));
      expect(answers.map(({ success }) => success)).toEqual(scores.map(({ success }) => success));
      expect(ofEpoch(epoch, 'scored').tasks.find((one) => one.task === task)).toMatchObject({
        count,
        environmentReward,
      });
      const right = rollouts[scores.findIndex(({ success }) => success)];
      expect(right.turns.join(' ').split(' ')).toEqual(followed.right);
      expect(right.tokens[followed.decision]).toBe(followed.right[followed.decision]);
      expect(probability).toBe(Math.exp(right.logprobs[followed.decision]));
    }
  });

  it.each([
    ['written', { seed: '' }],
    ['given', { seed: followed.task }],
    ['continued', { seed: followed.task.split(' ')[0] }],
    ['known', { source: 'replay' as const, written: null }],
  ])('tells a task that was %s', async (origin, changes) => {
    const told = await followedTask(exampleUpTo(80), async (epoch) =>
      exampleEpoch(epoch).map((event) =>
        event.type === 'tasks-written'
          ? { ...event, texts: event.texts.map((one) => ({ ...one, ...changes })) }
          : event,
      ),
    );
    expect(told!.origin).toBe(origin);
  });

  it('decides by the word of which the agent was least sure', () => {
    const { epoch } = followed.meetings[0];
    const { rollouts } = ofEpoch(epoch, 'rolled-out');
    const { logprobs } = rollouts.find(({ turns }) => turns[0] === followed.right.join(' '))!;
    expect(Math.min(...logprobs)).toBe(logprobs[followed.decision]);
  });
});

it('follows no task if none came again and went better', async () => {
  expect(await follow(1)).toBeNull();
  expect(await follow(80, () => [])).toBeNull();
});

it('tells of many meetings the first and the last', async () => {
  const { meetings: told } = (await follow(80))!;
  const [first, last] = [told[0], told.at(-1)!].map(({ epoch }) => exampleEpoch(epoch));
  const often = (epoch: number) => (epoch < 20 ? first.map((event) => ({ ...event, epoch }) as RunEvent) : last);
  const { meetings } = (await follow(58, often))!;
  expect(meetings).toHaveLength(8);
  expect([meetings[0].epoch, meetings.at(-1)!.epoch]).toEqual([1, 58]);
});

describe('what stands before and after a run', () => {
  const view = viewRun(example);

  it('is the task that was followed, the first time it came and the last', async () => {
    const followed = await followedTask(example, async (epoch) => exampleEpoch(epoch));
    const { task, before, after, heldOut } = beforeAfter(followed, view)!;
    expect([task, heldOut]).toEqual([followed!.task, false]);
    expect([before.epoch, after.epoch]).toEqual([followed!.meetings[0].epoch, followed!.meetings.at(-1)!.epoch]);
  });

  it('else a held-out prompt that was wrong before training and is right at the end, in words', () => {
    const { task, right, before, after, heldOut } = beforeAfter(null, view)!;
    const answers = [view.started!.heldOut, view.epochs.at(-1)!['epoch-ended']!.heldOut].map((one) => one!.answers!);
    const learned = answers[1].find((one, i) => one.success && !answers[0][i].success)!;
    expect([task, heldOut]).toEqual([learned.task, true]);
    expect([before.epoch, after.epoch]).toEqual([0, 80]);
    expect([...right, '<eos>']).toEqual(learned.tokens);
    expect(before.answers[0]).toMatchObject({ success: false });
    expect(before.answers[0].words).not.toContain('<eos>');
  });

  it('is null if no prompt was learned', () => {
    expect(beforeAfter(null, viewRun(example.slice(0, 1)))).toBeNull();
  });
});

describe('answers at every evaluation', () => {
  let log: RunEvent[];
  beforeAll(async () => {
    log = await recordRun();
  });

  it('follows one prompt of each level through all evaluations, that before training first', () => {
    const followed = followedAnswers(viewRun(log));
    expect(followed.map(({ level }) => level)).toEqual(Array.from({ length: household.levels }, (_, i) => i + 1));
    for (const { answers, task } of followed) {
      expect(answers.map(({ epoch }) => epoch)).toEqual([0, 1, 2]);
      for (const { answer } of answers) expect([answer.task, answer.ids.length > 0]).toEqual([task, true]);
    }
  });

  it('has nothing to follow in a log of another trainer', () => {
    const other = log.map((event) => {
      if (!('heldOut' in event) || !event.heldOut) return event;
      const { answers: _, ...heldOut } = event.heldOut;
      return { ...event, heldOut };
    });
    expect(followedAnswers(viewRun(other))).toEqual([]);
  });
});
