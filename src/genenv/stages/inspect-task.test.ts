import { describe, expect, it } from 'vitest';
import { PLAIN_TEXT } from '../../tasks/prompt-form.ts';
import { kinds } from '../testing/kinds-family.ts';
import { cutOff, inspectTask } from './inspect-task.ts';

describe('inspectTask', () => {
  it.each([
    ['noise', { verdict: 'unparseable', reason: { code: 'kinds/noise' }, level: 0, task: null }],
    [
      'impossible',
      { verdict: 'unsolvable', reason: { code: 'kinds/impossible' }, level: 10, oracleLength: 0, task: null },
    ],
    ['trivial', { verdict: 'trivial', reason: { code: 'answer-in-prompt' }, task: null }],
    ['ambiguous', { verdict: 'ambiguous', reason: { code: 'several-answers' }, oracleLength: 2, task: null }],
  ])('finds the fault of the text "%s"', (text, inspected) => {
    expect(inspectTask(kinds, text, PLAIN_TEXT)).toMatchObject(inspected);
  });

  it('finds no fault in a valid task', () => {
    const inspected = { level: 4, oracleLength: 2, prompt: '<kinds> fine <sep>', task: 'fine' };
    expect(inspectTask(kinds, 'fine', PLAIN_TEXT)).toEqual({ verdict: 'valid', reason: null, ...inspected });
  });

  it('asks for a key where the environment writes them', () => {
    const refused = { verdict: 'unparseable', reason: { code: 'no-key' }, task: null };
    expect(inspectTask(kinds, 'fine', PLAIN_TEXT, { turns: [], checked: false })).toMatchObject(refused);
  });

  it('refuses a text that was cut off', () => {
    expect(cutOff(3)).toMatchObject({ verdict: 'unparseable', reason: { code: 'cut-off', tokens: 3 }, task: null });
  });
});
