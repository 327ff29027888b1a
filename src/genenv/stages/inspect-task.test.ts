import { describe, expect, it } from 'vitest';
import { PLAIN_TEXT } from '../../tasks/prompt-form.ts';
import { kinds } from '../testing/kinds-family.ts';
import { cutOff, inspectTask } from './inspect-task.ts';

describe('inspectTask', () => {
  it('distinguishes the faults of a text', () => {
    expect(inspectTask(kinds, 'noise', PLAIN_TEXT)).toMatchObject({
      verdict: 'unparseable',
      reason: { code: 'kinds/noise' },
      level: 0,
      task: null,
    });
    expect(inspectTask(kinds, 'impossible', PLAIN_TEXT)).toMatchObject({
      verdict: 'unsolvable',
      reason: { code: 'kinds/impossible' },
      level: 10,
      oracleLength: 0,
      task: null,
    });
    expect(inspectTask(kinds, 'trivial', PLAIN_TEXT)).toMatchObject({
      verdict: 'trivial',
      reason: { code: 'answer-in-prompt' },
      task: null,
    });
    expect(inspectTask(kinds, 'ambiguous', PLAIN_TEXT)).toMatchObject({
      verdict: 'ambiguous',
      reason: { code: 'several-answers' },
      oracleLength: 2,
      task: null,
    });
    expect(inspectTask(kinds, 'fine', PLAIN_TEXT)).toEqual({
      verdict: 'valid',
      reason: null,
      level: 4,
      oracleLength: 2,
      prompt: '<kinds> fine <sep>',
      task: 'fine',
    });
  });

  it('refuses a text that was cut off', () => {
    expect(cutOff(3)).toMatchObject({ verdict: 'unparseable', reason: { code: 'cut-off', tokens: 3 }, task: null });
  });
});
