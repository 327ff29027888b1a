import { describe, expect, it } from 'vitest';
import { refusalOf, taskOf } from '../../testing/read-task.ts';
import { travel } from './travel.ts';

const task = (text: string) => taskOf(travel, text);

const TRIP = '6 mon-c loud 5 mon-d 4 tue-b 3 tue-a max 1 no loud';

describe('travel', () => {
  it('turns the slack the environment wrote into the budget the agent reads', () => {
    expect(travel.prompt(task(TRIP))).toBe('6 mon-c loud 5 mon-d 4 tue-b 3 tue-a max 10 no loud');
    expect(travel.prompt(task('6 mon-c loud 5 mon-d 4 tue-b 3 tue-a max 1'))).toBe(
      '6 mon-c loud 5 mon-d 4 tue-b 3 tue-a max 9',
    );
    expect(travel.level(task(TRIP))).toBe(3);
    expect(travel.level(task('6 mon-c 5 mon-d 4 tue-b 3 tue-a max 1 no loud'))).toBe(2);
  });

  it('passes every plan within the budget and under the rule, and no other', () => {
    const verdict = (plan: string) => travel.score(task(TRIP), [plan]);
    expect(verdict('mon-c tue-a')).toMatchObject({
      success: true,
      reason: { code: 'travel/solved', cost: 9, budget: 10 },
    });
    expect(verdict('mon-c tue-b')).toMatchObject({
      success: true,
      reason: { code: 'travel/solved', cost: 10, budget: 10 },
    });
    expect(verdict('mon-d tue-a')).toMatchObject({
      success: false,
      wellFormed: true,
      reason: { code: 'travel/broken-rule', place: 'd', day: 'mon', flaw: 'loud' },
    });
    expect(verdict('mon-c')).toMatchObject({ success: false, wellFormed: false });
    expect(verdict('mon-c tue-c')).toMatchObject({
      wellFormed: false,
      reason: { code: 'travel/not-on-offer', place: 'tue-c', day: 'tue' },
    });
    expect(travel.score(task('6 mon-c 5 mon-d max 0'), ['mon-c'])).toMatchObject({
      success: false,
      reason: { code: 'travel/over-budget', cost: 6, budget: 5 },
    });
  });

  it('recognises unsolvable and trivial tasks', () => {
    expect(travel.oracle(task('loud 6 mon-c loud 5 mon-d max 0 no loud'))).toEqual({
      solvable: false,
      reason: { code: 'travel/blocked-day', day: 'mon', flaw: 'loud' },
    });
    expect(travel.audit(task('6 mon-c 5 mon-d max 1'))).toBe('trivial');
    expect(travel.audit(task('6 mon-c 5 mon-d max 0'))).toBe('valid');
    expect(travel.audit(task('5 mon-c loud 5 mon-d max 0 no loud'))).toBe('valid');
  });

  it('says why a text is not a task', () => {
    const reason = (text: string) => refusalOf(travel, text);
    expect(reason('')).toEqual({ code: 'travel/no-budget' });
    expect(reason('max 3')).toEqual({ code: 'travel/no-day' });
    expect(reason('6 tue-c 5 tue-d max 0')).toEqual({ code: 'travel/day-out-of-order', place: 'tue-c', first: 'mon' });
    expect(reason('6 mon-c max 0')).toEqual({ code: 'travel/too-few-places', day: 'mon', fewest: 2 });
    expect(reason('6 mon-c 5 mon-c max 0')).toEqual({ code: 'travel/repeated-place', day: 'mon', place: 'c' });
    expect(reason('7 mon-c 5 mon-d max 0')).toEqual({ code: 'travel/not-a-price', word: '7', most: 6 });
    expect(reason('6 mon-c 5 max 0')).toEqual({ code: 'travel/price-without-place', price: '5' });
    expect(reason('6 mon-c 5 mon-d max 7')).toEqual({ code: 'travel/not-a-limit', most: 6 });
    expect(reason('6 mon-c 5 mon-d max 0 loud')).toEqual({ code: 'travel/malformed-rule' });
  });
});
