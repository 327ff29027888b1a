/** @file Checks the constraints on a world small enough to see, with the official quirks on and off. */
import { describe, expect, test } from 'vitest';
import { benchmarkReasonSentence as constraintSentence } from '../../text/reports.ts';
import type { TravelDatabase } from './database.ts';
import { evaluatePlan, type Evaluation } from './travelplanner.ts';
import { totalCost } from './hard.ts';
import { readPlan, type PlanDay } from './plan.ts';
import type { LocalConstraints, TravelQuery } from './trip.ts';

const restaurant = (name: string, city: string, averageCost: number, cuisines = 'Cafe') => ({
  name,
  city,
  averageCost,
  cuisines,
});
const room = (name: string, price: number, rest: Partial<TravelDatabase['accommodations'][number]> = {}) => ({
  name,
  city: 'Rome',
  price,
  roomType: 'Private room',
  houseRules: 'No smoking & No pets',
  minimumNights: 1,
  maximumOccupancy: 2,
  ...rest,
});

const database: TravelDatabase = {
  flights: [
    { number: 'F1', price: 100, date: '2022-03-01', from: 'Oslo', to: 'Rome' },
    { number: 'F2', price: 999, date: '2022-03-09', from: 'Rome', to: 'Oslo' },
    { number: 'F2', price: 120, date: '2022-03-03', from: 'Rome', to: 'Oslo' },
  ],
  roads: [
    { from: 'Oslo', to: 'Rome', distance: 2510 },
    { from: 'Rome', to: 'Oslo', distance: null },
  ],
  restaurants: [
    restaurant('Trattoria Grande', 'Rome', 50, 'Italian, Pizza'),
    restaurant('Trattoria', 'Rome', 10, 'Italian'),
    restaurant('Bar Uno', 'Rome', 20, 'Tea'),
    restaurant('Bar Due', 'Rome', 30, 'Indian'),
    restaurant('Sweet Sushi', 'Milan', 40, 'Japanese'),
  ],
  attractions: ['Forum', 'Colosseum', 'Pantheon'].map((name) => ({ name, city: 'Rome' })),
  accommodations: [room('Casa', 80), room('Villa', 500, { minimumNights: 4, roomType: 'Entire home/apt' })],
  states: new Map([
    ['Oslo', 'Norway'],
    ['Rome', 'Italy'],
    ['Milan', 'Italy'],
  ]),
};

const free: LocalConstraints = { 'house rule': null, cuisine: null, 'room type': null, transportation: null };
const query: TravelQuery = {
  org: 'Oslo',
  dest: 'Rome',
  days: 3,
  visiting_city_number: 1,
  date: ['2022-03-01', '2022-03-02', '2022-03-03'],
  people_number: 3,
  local_constraint: free,
  budget: 3000,
  query: 'Three days in Rome.',
  level: 'easy',
};

const plan = [
  {
    days: 1,
    current_city: 'from Oslo to Rome',
    transportation: 'Flight Number: F1, from Oslo to Rome, Departure Time: 08:00',
    breakfast: '-',
    attraction: '-',
    lunch: '-',
    dinner: 'Bar Uno, Rome',
    accommodation: 'Casa, Rome',
  },
  {
    days: 2,
    current_city: 'Rome',
    transportation: '-',
    breakfast: 'Bar Due, Rome',
    attraction: 'Forum, Rome;Colosseum, Rome;',
    lunch: 'Trattoria Grande, Rome',
    dinner: 'Trattoria, Rome',
    accommodation: 'Casa, Rome',
  },
  {
    days: 3,
    current_city: 'from Rome to Oslo',
    transportation: 'Flight Number: F2, from Rome to Oslo, Departure Time: 18:00',
    breakfast: '-',
    attraction: '-',
    lunch: '-',
    dinner: '-',
    accommodation: '-',
  },
];

/** Returns the plan with changes per day (0, 1, 2), as the evaluator reads it. */
function days(...changes: object[]): PlanDay[] {
  const read = readPlan(plan.map((day, index) => ({ ...day, ...changes[index] })));
  if ('problem' in read) throw new Error(read.problem.code);
  return read.days;
}
const evaluate = (planned: PlanDay[], local: Partial<TravelQuery> = {}, officialQuirks = true): Evaluation =>
  evaluatePlan({ ...query, ...local }, planned, database, officialQuirks);
const failing = ({ commonsense, hard }: Evaluation): string[] =>
  Object.entries({ ...commonsense, ...hard })
    .filter(([, { pass }]) => pass === false)
    .map(([name]) => name);

test('a sound plan holds every constraint, and costs what its parts cost', () => {
  // The cost is flights 100 and 999 (the first row of F2) and meals 20 + 30 + 50 + 50 ("Trattoria" is part of the first
  // name), for three people, and two nights in two rooms at 80.
  expect(failing(evaluate(days()))).toEqual(['budget']);
  expect(evaluate(days()).cost).toBe(3 * (100 + 999 + 20 + 30 + 50 + 50) + 2 * 2 * 80);
  // The paper asks for the flight of the day and for the restaurant of the name.
  const strict = evaluate(days(), {}, false);
  expect(failing(strict)).toEqual([]);
  expect(strict.cost).toBe(3 * (100 + 120 + 20 + 30 + 50 + 10) + 2 * 2 * 80);
});

test('vehicles seat five in one’s own car and four in a taxi; kilometres are rounded down', () => {
  const cost = (transportation: string, people: number) =>
    totalCost({
      query: { ...query, people_number: people },
      days: [{ current_city: 'from Oslo to Rome', transportation, others: 0 }],
      database,
      officialQuirks: true,
    });
  expect(cost('Self-driving, from Oslo to Rome', 5)).toBe(125);
  expect(cost('Self-driving', 6)).toBe(250);
  expect(cost('Taxi, from Oslo to Rome', 4)).toBe(2510);
  expect(cost('Taxi, from Oslo to Rome', 5)).toBe(5020);
});

describe('each commonsense constraint fails on its own', () => {
  const cases: [string, object[], string[]][] = [
    [
      'leaving from elsewhere',
      [{ current_city: 'from Milan to Rome' }],
      ['reasonable_route', 'within_current_city', 'complete'],
    ],
    [
      'not returning',
      [{}, {}, { current_city: 'from Rome to Milan', transportation: 'Bus, from Rome to Milan' }],
      ['reasonable_route', 'complete'],
    ],
    ['a restaurant twice', [{}, { dinner: 'Bar Uno, Rome' }], ['diverse_restaurants']],
    ['an attraction twice', [{}, { attraction: 'Forum, Rome;Forum, Rome;' }], ['diverse_attractions']],
    ['too short a stay', [{ accommodation: 'Villa, Rome' }, { accommodation: 'Villa, Rome' }], ['minimum_nights']],
    ['a car and a flight', [{ transportation: 'Self-driving, from Oslo to Rome' }], ['non_conflicting_transport']],
    ['a city not visited', [{ dinner: 'Sweet Sushi, Milan' }], ['within_current_city']],
    ['an unknown restaurant', [{ dinner: 'Nowhere, Rome' }], ['within_sandbox']],
    ['an unknown flight', [{ transportation: 'Flight Number: F9, from Oslo to Rome' }], ['within_sandbox']],
    ['no way by road', [{}, {}, { transportation: 'Taxi, from Rome to Oslo' }], ['within_sandbox']],
    ['a day without lunch', [{}, { lunch: '-' }], ['complete']],
  ];
  test.each(cases)('%s', (_, changes, expected) => {
    const names = failing(evaluate(days(...changes), { budget: 1e6 }));
    expect(names).toEqual(expected);
  });
});

describe('each hard constraint', () => {
  const generous = { budget: 1e6 };
  const withLocal = (local: Partial<LocalConstraints>) => ({ ...generous, local_constraint: { ...free, ...local } });

  test('is not set, or holds, or fails', () => {
    expect(evaluate(days(), generous).hard).toMatchObject({ room_rule: { pass: null }, cuisine: { pass: null } });
    const asked = withLocal({
      'house rule': 'visitors',
      'room type': 'private room',
      cuisine: ['Tea'],
      transportation: 'no self-driving',
    });
    expect(failing(evaluate(days(), asked))).toEqual([]);
    const refused = withLocal({
      'house rule': 'pets',
      'room type': 'entire room',
      cuisine: ['Tea', 'Thai'],
      transportation: 'no flight',
    });
    expect(failing(evaluate(days(), refused))).toEqual(['cuisine', 'room_rule', 'transport', 'room_type']);
  });

  test('is not decided for a plan that is incomplete or outside the sandbox', () => {
    expect(evaluate(days({}, { lunch: '-' }))).toMatchObject({ hard: null, cost: null });
  });
});

describe('the official quirks', () => {
  test('a restaurant elsewhere passes on a day without travel if it shares a letter with the right city', () => {
    const elsewhere = days({}, { dinner: 'Sweet Sushi, Milan' });
    expect(failing(evaluate(elsewhere, { budget: 1e6 }))).toEqual([]);
    expect(failing(evaluate(elsewhere, { budget: 1e6 }, false))).toEqual(['within_current_city']);
  });

  test('the attraction after the last semicolon is not seen', () => {
    const unknown = days({}, { attraction: 'Forum, Rome;Atlantis, Rome' });
    expect(failing(evaluate(unknown, { budget: 1e6 }))).toEqual([]);
    expect(failing(evaluate(unknown, { budget: 1e6 }, false))).toEqual(['within_sandbox']);
  });

  test('a flight may be of another date', () => {
    const late = { date: ['2022-03-02', '2022-03-03', '2022-03-04'], budget: 1e6 };
    expect(failing(evaluate(days(), late))).toEqual([]);
    expect(failing(evaluate(days(), late, false))).toEqual(['within_sandbox']);
  });
});

describe('fields that hold no text', () => {
  const rich = { budget: 1e6 };

  test.each([[[]], [0], [{}], [false], [null]])('%j is a meal left out, and no missing one', (nothing) => {
    expect(failing(evaluate(days({}, { dinner: nothing }), rich))).toEqual([]);
    expect(failing(evaluate(days({}, { dinner: '' }), rich))).toEqual(['complete']);
  });

  test('a list is searched for the city as an item, an object as a key, a number stops the evaluator', () => {
    const unknown = { transportation: 'Flight Number: F9, from Oslo to Rome' };
    const verdicts = (dinner: unknown) => {
      const { commonsense, unreadable } = evaluate(days({ ...unknown, dinner }), rich);
      return [commonsense.within_current_city.pass, unreadable?.code ?? null];
    };
    expect(verdicts(['Bar Uno, Rome'])).toEqual([false, null]);
    expect(verdicts(['Rome'])).toEqual([true, null]);
    expect(verdicts({ Rome: 1 })).toEqual([true, null]);
    expect(verdicts(5)).toEqual([false, 'entry-is-not-text']);
  });
});

describe('plans that stop the official evaluator with an exception', () => {
  const cases: [string, object[]][] = [
    ['a day without a city', [{}, { current_city: undefined }]],
    ['a flight without its number', [{ transportation: 'flight number unknown, from Oslo to Rome' }]],
    ['travel to no city', [{}, {}, { current_city: 'from Rome' }]],
    ['an accommodation that is null', [{ accommodation: null }]],
    ['an accommodation that is false', [{ accommodation: [] }]],
    ['a meal that is a number', [{ dinner: 5 }]],
    ['an attraction that is a list', [{}, { attraction: ['Forum, Rome;'] }]],
  ];
  test.each(cases)('%s fails with a reason', (_, changes) => {
    const evaluation = evaluate(days(...changes));
    const { unreadable } = evaluation;
    expect(unreadable === null ? '' : constraintSentence(unreadable)).toMatch(/^(Day \d|The flight)/);
    expect(failing(evaluation).length).toBeGreaterThan(0);
  });
});
