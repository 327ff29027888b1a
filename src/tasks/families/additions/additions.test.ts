import { expect, it } from 'vitest';
import { refusalOf, taskOf } from '../../testing/read-task.ts';
import { additions } from './additions.ts';

const task = taskOf(additions, '9+8 +1');

it('reads an addition however it is spaced, and says what is none', () => {
  expect([task.text, additions.level(task)]).toEqual(['9 + 8 + 1', 2]);
  for (const text of ['', '4', '4 +', '4 + 12', '0 + 4', '4 + 7 = 11', '4 - 1'])
    expect(refusalOf(additions, text), text).toEqual({ code: 'additions/not-an-addition' });
  expect(refusalOf(additions, '1+1+1+1+1+1+1')).toEqual({ code: 'additions/too-many-terms', terms: 7, most: 6 });
});

it('takes the sum alone as right, and any short number as well-formed', () => {
  const score = (answer: string) => additions.score(task, [answer]);
  expect(score(' 18 ')).toMatchObject({ success: true, reason: { code: 'additions/solved', sum: 18 } });
  expect(score('17')).toMatchObject({ wellFormed: true, reason: { code: 'additions/other-sum', answer: 17, sum: 18 } });
  for (const answer of ['The answer is 18.', '9 + 8 + 1 = 18', '1.8e1', '18000', ''])
    expect(score(answer)).toMatchObject({ success: false, wellFormed: false });
});

it('tells the models what to write in a system message', () => {
  expect(additions.chat!.agent(task)).toEqual([
    { role: 'system', content: 'Answer with the sum alone.' },
    { role: 'user', content: '9 + 8 + 1' },
  ]);
  const [, { content }] = additions.chat!.environment({ success: 0.3, level: 2, weak: ['7'] }, '4');
  expect(content).toBe('Success: 30%\nLevel of recent tasks: 2\nWeak at: 7\nSeed: 4');
});
