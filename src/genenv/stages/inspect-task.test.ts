import { describe, expect, it } from 'vitest';
import { kinds } from '../testing/kinds-family.ts';
import { cutOff, inspectTask } from './inspect-task.ts';

describe('inspectTask', () => {
  it('distinguishes the faults of a text', () => {
    expect(inspectTask(kinds, 'noise')).toMatchObject({
      verdict: 'unparseable',
      reason: { code: 'kinds/noise' },
      level: 0,
      task: null,
    });
    expect(inspectTask(kinds, 'impossible')).toMatchObject({
      verdict: 'unsolvable',
      reason: { code: 'kinds/impossible' },
      level: 10,
      oracleLength: 0,
      task: null,
    });
    expect(inspectTask(kinds, 'trivial')).toMatchObject({
      verdict: 'trivial',
      reason: { code: 'answer-in-prompt' },
      task: null,
    });
    expect(inspectTask(kinds, 'ambiguous')).toMatchObject({
      verdict: 'ambiguous',
      reason: { code: 'several-answers' },
      oracleLength: 2,
      task: null,
    });
    expect(inspectTask(kinds, 'fine')).toEqual({
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
