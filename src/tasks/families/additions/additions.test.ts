import { expect, it } from 'vitest';
import { RandomStream } from '../../../random/random-stream.ts';
import { refusalOf, taskOf } from '../../testing/read-task.ts';
import { additions } from './additions.ts';

const task = taskOf(additions, '9+8 +1');

it('reads an addition however it is spaced, and says what is none', () => {
  expect([task.text, additions.level(task)]).toEqual(['9 + 8 + 1', 2]);
  for (const text of ['', '4', '4 +', '4 + 12', '0 + 4', '4 + 7 = 11', '4 - 1'])
    expect(refusalOf(additions, text), text).toEqual({ code: 'additions/not-an-addition' });
  expect(refusalOf(additions, '1+1+1+1+1+1+1')).toEqual({ code: 'additions/too-many-terms', terms: 7, most: 6 });
});

it('takes an answer as right where every sum is, and as well-formed where it has the terms of the task', () => {
  const score = (answer: string) => additions.score(task, [answer]);
  expect(additions.oracle(task)).toMatchObject({ answers: ['9 + 8 = 17 + 1 = 18'] });
  expect(score(' 9 + 8 = 17 + 1 = 18 ')).toMatchObject({
    success: true,
    reason: { code: 'additions/solved', sum: 18 },
  });
  expect(score('9 + 8 = 15 + 1 = 18')).toMatchObject({
    success: false,
    wellFormed: true,
    reason: { code: 'additions/other-sum', answer: 15, sum: 17 },
  });
  for (const answer of ['18', '9 + 8 + 1 = 18', '9 + 8 = 17', '8 + 9 = 17 + 1 = 18', '9 + 8 = 17 + 1 = 18.', ''])
    expect(score(answer), answer).toMatchObject({ success: false, wellFormed: false });
});

it('plays sums that are right as often as it is told to, beyond chance', () => {
  const rights = (reads: number) =>
    Array.from({ length: 200 }, (_, i) =>
      additions.score(task, additions.play(task, new RandomStream(1, 2, i), { reads })),
    ).filter(({ success }) => success).length;
  expect([rights(0) < 20, rights(1)]).toEqual([true, 200]);
});

it('tells the models what to write in a system message', () => {
  expect(additions.chat!.agent(task)).toEqual([
    { role: 'system', content: 'Add term by term.' },
    { role: 'user', content: '9 + 8 + 1' },
  ]);
  const [, { content }] = additions.chat!.environment(0.3, '4');
  expect(content).toBe('Success: 30%\nSeed: 4');
});
