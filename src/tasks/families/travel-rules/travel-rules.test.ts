import { expect, it } from 'vitest';
import { RandomStream } from '../../../random/random-stream.ts';
import { expectRefusals, taskOf } from '../../testing/read-task.ts';
import { CITIES, KINDS_FOR, NEEDS, travelRules } from './travel-rules.ts';

const task = (text: string) => taskOf(travelRules, text);

const TRIP = 'rome pets & oslo smoking max 1';

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

it.each<[string, string, object]>([
  ['rome pets farm oslo smoking motel', 'solved', { cost: 5, budget: 6 }],
  ['rome pets flat oslo smoking motel', 'solved', { cost: 6, budget: 6 }],
  ['rome pets farm oslo smoking farm', 'solved', { cost: 6, budget: 6 }],
  ['rome pets flat oslo smoking farm', 'over-budget', { cost: 7, budget: 6 }],
  // A broken rule counts before an exceeded budget.
  ['rome pets villa oslo smoking hostel', 'broken-rule', { city: 'rome', kind: 'villa', need: 'pets' }],
  ['rome pets farm oslo smoking hostel', 'broken-rule', { city: 'oslo', kind: 'hostel', need: 'smoking' }],
])('judges “%s”: %s', (plan, code, parameters) => {
  const success = code === 'solved';
  const reason = { code: `travel-rules/${code}`, ...parameters };
  expect(travelRules.score(task(TRIP), [plan])).toEqual({ success, wellFormed: true, reward: Number(success), reason });
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
  const seeds = new Set(Array.from({ length: 1000 }, (_, i) => travelRules.sampleSeed(new RandomStream(i, 0))));
  expect(seeds.size).toBe(CITIES.length * NEEDS.length);
});

it.each([1, 4, travelRules.levels])('lets most plans within the house rules pass the budget at level %i', (level) => {
  const DRAWS = 400;
  const passes = Array.from({ length: DRAWS }, (_, i) => {
    const random = new RandomStream(level, 5, i);
    const trip = task(travelRules.sampleTask(level, random));
    const plan = trip.nights.map(({ city, need }) => `${city} ${need} ${random.choice(KINDS_FOR.get(need)!).name}`);
    return travelRules.score(trip, [plan.join(' ')]).success;
  });
  const share = passes.filter(Boolean).length / DRAWS;
  expect(share).toBeGreaterThan(0.5);
  expect(share).toBeLessThan(0.9);
});
