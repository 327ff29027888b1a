import { expect, it } from 'vitest';
import { RandomStream } from '../../../random/random-stream.ts';
import { expectRefusals, taskOf } from '../../testing/read-task.ts';
import { CITIES, KINDS_FOR, NEEDS, travelRules } from './travel-rules.ts';

const task = (text: string) => taskOf(travelRules, text);

const TRIP = 'rome pets & oslo smoking max 1';

/** Returns the share of `write`'s answers to tasks of a level that pass. */
function shareOfPasses(level: number, draws: number, write: (text: string, random: RandomStream) => string): number {
  let passes = 0;
  for (let i = 0; i < draws; i++) {
    const random = new RandomStream(level, 5, i);
    const text = travelRules.sampleTask(level, random);
    if (travelRules.score(task(text), [write(text, random)]).success) passes++;
  }
  return passes / draws;
}

it('turns the slack the environment wrote into the budget the agent reads', () => {
  expect(travelRules.prompt(task(TRIP))).toBe('rome pets & oslo smoking max 6');
  expect(travelRules.level(task(TRIP))).toBe(2);
  expect(travelRules.goals!(task(TRIP))).toEqual(['rome pets', 'oslo smoking']);
  expect(travelRules.oracle(task(TRIP))).toEqual({
    solvable: true,
    answers: ['rome pets farm oslo smoking motel'],
    length: 6,
  });
});

it('passes every plan within the budget and under the house rules, and no other', () => {
  const verdict = (plan: string) => travelRules.score(task(TRIP), [plan]);
  const solved = { success: true, wellFormed: true, reward: 1 };
  expect(verdict('rome pets farm oslo smoking motel')).toEqual({
    ...solved,
    reason: { code: 'travel-rules/solved', cost: 5, budget: 6 },
  });
  for (const plan of ['rome pets flat oslo smoking motel', 'rome pets farm oslo smoking farm'])
    expect(verdict(plan)).toEqual({ ...solved, reason: { code: 'travel-rules/solved', cost: 6, budget: 6 } });
  expect(verdict('rome pets flat oslo smoking farm')).toEqual({
    success: false,
    wellFormed: true,
    reward: 0,
    reason: { code: 'travel-rules/over-budget', cost: 7, budget: 6 },
  });
  // A broken rule counts before an exceeded budget.
  expect(verdict('rome pets villa oslo smoking hostel')).toEqual({
    success: false,
    wellFormed: true,
    reward: 0,
    reason: { code: 'travel-rules/broken-rule', city: 'rome', kind: 'villa', need: 'pets' },
  });
  expect(verdict('rome pets farm oslo smoking hostel')).toMatchObject({
    reason: { code: 'travel-rules/broken-rule', city: 'oslo', kind: 'hostel', need: 'smoking' },
  });
});

it.each([
  '',
  'rome pets farm',
  'oslo smoking motel rome pets farm',
  'rome smoking farm oslo pets motel',
  'rome pets oslo oslo smoking motel',
  'rome pets constructor oslo smoking motel',
  'rome pets farm oslo smoking motel motel',
])('does not decode “%s”', (answer) => {
  expect(travelRules.score(task(TRIP), [answer])).toEqual({
    success: false,
    wellFormed: false,
    reward: 0,
    reason: { code: 'travel-rules/malformed-plan' },
  });
});

it('says why a text is not a task', () => {
  const nine = CITIES.slice(0, 9).map((city) => `${city} pets`);
  expectRefusals(travelRules, 'travel-rules', [
    ['rome pets', 'no-budget'],
    ['max 1', 'malformed-night', { night: 1 }],
    ['rome pets & oslo max 1', 'malformed-night', { night: 2 }],
    ['farm pets max 1', 'unknown-city', { word: 'farm' }],
    ['rome farm max 1', 'unknown-need', { word: 'farm' }],
    ['rome pets & rome music max 1', 'repeated-city', { city: 'rome' }],
    [`${nine.join(' & ')} max 1`, 'too-many-nights', { nights: 9, most: 8 }],
    ...['', '9', 'pets', '1 1', '1 max 1'].map(
      (limit) => [`rome pets max ${limit}`, 'not-a-limit', { most: 8 }] as const,
    ),
  ]);
});

it('begins with one night, so that the environment can write the easiest tasks', () => {
  expect(travelRules.splitSeed(TRIP)).toEqual({ seed: 'rome pets', rest: '& oslo smoking max 1' });
  const seeds = new Set(Array.from({ length: 2000 }, (_, i) => travelRules.sampleSeed(new RandomStream(i, 0))));
  expect(seeds.size).toBe(CITIES.length * NEEDS.length);
});

it('is passed by play as often as chance says at level 1', () => {
  // Of six kinds, the cheapest that allows the need passes. With a slack of 1, half of the time, the second passes too.
  // One need of six has no second.
  const chance = 1 / 6 + (1 / 2) * (5 / 6) * (1 / 6);
  const share = shareOfPasses(1, 4000, (text, random) => travelRules.play(task(text), random)[0]);
  expect(Math.abs(share - chance)).toBeLessThan(4 * Math.sqrt((chance * (1 - chance)) / 4000));
});

it('lets most plans within the house rules pass the budget at every level, and not all of them', () => {
  for (let level = 1; level <= travelRules.levels; level++) {
    const share = shareOfPasses(level, 1000, (text, random) =>
      task(text)
        .nights.flatMap(({ city, need }) => [city, need, random.choice(KINDS_FOR.get(need)!).name])
        .join(' '),
    );
    expect(share).toBeGreaterThan(0.5);
    expect(share).toBeLessThan(0.9);
  }
});

it('has another cheapest kind of place for each need', () => {
  expect(new Set(NEEDS.map((need) => KINDS_FOR.get(need)![0].name)).size).toBe(NEEDS.length);
});
