import { expect, it } from 'vitest';
import type { Family } from './family.ts';
import { FAMILIES } from './registry.ts';
import { household } from './families/household/household.ts';
import { englishCalls } from './families/english-calls/english-calls.ts';
import { travelRules } from './families/travel-rules/travel-rules.ts';
import { RandomStream } from '../random/random-stream.ts';
import { auditKey, judgedByKey, splitKey, takesKeys, withKeyText } from './family-parts.ts';

const world = household as Family;
const parsed = (family: Family, text: string): unknown => {
  const result = family.parse(text);
  if (!result.ok) throw new Error(result.reason.code);
  return result.task;
};

it('a text with its key is read as it was written, whatever the number of turns', () => {
  expect(withKeyText(world, 'heat cup', ['cup heat oven'])).toBe('heat cup <sep> cup heat oven');
  expect(splitKey(world, 'heat cup <sep> cup heat oven')).toEqual({ text: 'heat cup', turns: ['cup heat oven'] });
  expect(splitKey(world, withKeyText(world, 'a b', ['c', 'd e']))).toEqual({ text: 'a b', turns: ['c', 'd e'] });
  expect(splitKey(world, 'heat cup')).toEqual({ text: 'heat cup', turns: [] });
  expect(splitKey(world, `heat cup ${withKeyText(world, '', ['x'])}`)).toEqual({ text: 'heat cup', turns: ['x'] });
});

it('where several answers may be right, or texts are natural language, there is no written key', () => {
  expect([takesKeys(household), takesKeys(englishCalls), takesKeys(travelRules)]).toEqual([true, false, false]);
});

it('the oracle’s own answer is a right key in every family that takes keys, and play is a well-formed one', () => {
  for (const family of FAMILIES.filter(takesKeys))
    for (let level = 1; level <= family.levels; level++) {
      const random = new RandomStream(5, level);
      const task = parsed(family, family.sampleTask(level, random));
      const oracle = family.oracle(task);
      expect(auditKey(family, task, oracle.solvable ? oracle.answers : [])).toBe('right');
      expect(auditKey(family, task, family.play(task, random))).not.toBe('malformed');
    }
});

it('audits a key by the family’s rule', () => {
  const task = parsed(world, 'heat cup & clean mug');
  expect(auditKey(world, task, ['cup heat oven mug clean sink'])).toBe('right');
  expect(auditKey(world, task, ['cup heat sink mug clean sink'])).toBe('wrong');
  expect(auditKey(world, task, ['mug clean sink'])).toBe('malformed');
});

it('a wrong key pays for the wrong answer, and not for the right one', () => {
  const task = parsed(world, 'heat cup');
  const judged = judgedByKey(world, ['cup heat sink']);
  expect(judged.score(task, ['cup heat sink'])).toMatchObject({
    reward: 1,
    success: true,
    reason: { code: 'key/equal' },
  });
  expect(judged.score(task, ['cup heat oven'])).toMatchObject({
    reward: 0,
    success: false,
    wellFormed: true,
    reason: { code: 'key/different', key: 'cup heat sink' },
  });
  expect(judged.score(task, ['cup'])).toMatchObject({ reward: 0, wellFormed: false });
});
