import { expect, it } from 'vitest';
import { partitionOf } from '../../tasks/family-parts.ts';
import { FAMILIES, familyByName } from '../../tasks/registry.ts';
import { taskOf } from '../../tasks/testing/read-task.ts';
import { WorldJudge } from './world-judge.ts';

const judge = new WorldJudge({ reasonSentence: ({ code }) => code, familyTitle: (name) => name });
const ask = <Answer>(question: object) => judge.answer(question) as Answer;
const drawn = (question: object) =>
  ask<{ tasks: { text: string; level: number; prompt: string }[] }>({ ask: 'draw', ...question }).tasks;

interface Played {
  observation: string;
  done: boolean;
  reward: number;
  success: boolean;
  wellFormed: boolean;
  reason: { code: string };
  sentence: string;
}

it.each(FAMILIES.map(({ name }) => name))('draws, plays and scores %s as the family does', (name) => {
  const family = familyByName(name);
  const tasks = drawn({ family: name, seed: 7, count: 2 * family.levels });
  expect(tasks.map(({ level }) => level).sort((a, b) => a - b)).toEqual(tasks.map((_, i) => 1 + Math.floor(i / 2)));
  expect(drawn({ family: name, seed: 7, first: 3, count: 2 })).toEqual(tasks.slice(3, 5));
  expect(drawn({ family: name, seed: 8, count: 2 * family.levels })).not.toEqual(tasks);
  for (const { text } of tasks) {
    expect(partitionOf(text)).toBe('training');
    const task = taskOf(family, text);
    const { turns } = ask<{ turns: string[] }>({ ask: 'solve', family: name, text });
    const wrong = [...turns.slice(0, -1), 'nonsense'];
    for (const played of [turns, wrong]) {
      const episode = family.start(task);
      let last: Played | undefined;
      for (let n = 1; n <= played.length; n++) {
        last = ask<Played>({ ask: 'play', family: name, text, turns: played.slice(0, n) });
        const { observation, done } = episode.step(played[n - 1]);
        expect(last.done).toBe(done || n === family.maxTurns);
        expect(last.observation).toBe(last.done ? '' : observation);
        if (!last.done) expect(last).toMatchObject({ reward: 0, success: false, sentence: 'answer-cut-off' });
      }
      if (!last?.done) continue;
      const { reward, wellFormed, reason } = family.score(task, played);
      expect(last).toMatchObject({ reward, wellFormed, reason, success: reward === 1 });
    }
  }
});

it('draws the tasks that are kept for evaluation, and begins again where there are no more', () => {
  const [first, ...others] = drawn({ family: 'household', levels: [1], split: 'held-out', count: 100 });
  const texts = familyByName('household').heldOut('held-out', 1, 100);
  expect(others.at(texts.length - 1)).toEqual(first);
  expect(new Set([first, ...others].map(({ text }) => text))).toEqual(new Set(texts));
});

it.each([
  [{ ask: 'why' }, 'not-a-question {"place":"ask"'],
  [{ ask: 'draw', family: 'gardening' }, 'unknown-family'],
  [{ ask: 'draw', family: 'household', levels: [11] }, 'not-a-level {"family":"household","level":11,"levels":10}'],
  [{ ask: 'draw', family: 'household', count: -1 }, 'not-a-question {"place":"count"'],
  [{ ask: 'play', family: 'household', text: 'go away', turns: [] }, 'not-a-task-of-family'],
  [{ ask: 'play', family: 'household', text: 'clean mug', turns: ['a', 'b'] }, 'turn-after-end'],
])('refuses %o', (question, refusal) => {
  expect(() => judge.answer(question)).toThrow(refusal);
});
