import { describe, expect, it } from 'vitest';
import { travel } from './travel.ts';

const task = (text: string) => {
  const parsed = travel.parse(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.task;
};

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
    expect(verdict('mon-c tue-a')).toMatchObject({ success: true, reason: 'The plan costs 9 of at most 10.' });
    expect(verdict('mon-c tue-b')).toMatchObject({ success: true, reason: 'The plan costs 10 of at most 10.' });
    expect(verdict('mon-d tue-a')).toMatchObject({
      success: false,
      wellFormed: true,
      reason: 'd on mon is loud.',
    });
    expect(verdict('mon-c')).toMatchObject({ success: false, wellFormed: false });
    expect(verdict('mon-c tue-c')).toMatchObject({
      wellFormed: false,
      reason: 'tue-c is not on offer on tue.',
    });
    expect(travel.score(task('6 mon-c 5 mon-d max 0'), ['mon-c'])).toMatchObject({
      success: false,
      reason: 'The plan costs 6; the budget is 5.',
    });
  });

  it('tells unsolvable and trivial tasks from tasks', () => {
    expect(travel.oracle(task('loud 6 mon-c loud 5 mon-d max 0 no loud'))).toEqual({
      solvable: false,
      reason: 'Every place on mon is loud.',
    });
    expect(travel.audit(task('6 mon-c 5 mon-d max 1'))).toBe('trivial');
    expect(travel.audit(task('6 mon-c 5 mon-d max 0'))).toBe('valid');
    expect(travel.audit(task('5 mon-c loud 5 mon-d max 0 no loud'))).toBe('valid');
  });

  it('says why a text is not a task', () => {
    const reason = (text: string): string => {
      const parsed = travel.parse(text);
      return parsed.ok ? 'a task' : parsed.reason;
    };
    expect(reason('')).toBe('The text has no budget (“max”).');
    expect(reason('max 3')).toBe('The trip has no day.');
    expect(reason('6 tue-c 5 tue-d max 0')).toBe('tue-c is out of order: days come one after the other from mon on.');
    expect(reason('6 mon-c max 0')).toBe('There are fewer than 2 places on mon.');
    expect(reason('6 mon-c 5 mon-c max 0')).toBe('The place c stands twice on mon.');
    expect(reason('7 mon-c 5 mon-d max 0')).toBe('“7” is not a price from 1 to 6.');
    expect(reason('6 mon-c 5 max 0')).toBe('The price 5 is not followed by a place.');
    expect(reason('6 mon-c 5 mon-d max 7')).toBe('“max” is not followed by a number from 0 to 6.');
    expect(reason('6 mon-c 5 mon-d max 0 loud')).toBe('After the budget stands neither the end nor “no” and a flaw.');
  });
});
