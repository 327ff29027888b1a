import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { benchmarkReasonSentence } from '../../text/reports.ts';
import { memoryFiles, readJsonArray, readJsonLines } from '../files.ts';
import { diskFiles } from '../node.ts';
import { sharedBenchmark } from '../testing/shared-data.ts';
import { COMMONSENSE_NAMES, type CommonsenseName, DAY_FIELDS, HARD_NAMES, type HardName } from '../benchmark.ts';
import { evaluatePlan, type TravelItem, travelplanner, travelplannerStrict } from './travelplanner.ts';
import { TABLES } from './database.ts';
import { countHard } from './hard.ts';
import { parsePlan, readPlan } from './plan.ts';
import { querySchema } from './trip.ts';

const folder = sharedBenchmark('travelplanner');

/** Maps our names of the constraints to the official names. */
const OFFICIAL_COMMONSENSE: Record<CommonsenseName, string> = {
  reasonable_route: 'is_reasonable_visiting_city',
  diverse_restaurants: 'is_valid_restaurants',
  diverse_attractions: 'is_valid_attractions',
  minimum_nights: 'is_valid_accommodation',
  non_conflicting_transport: 'is_valid_transportation',
  within_current_city: 'is_valid_information_in_current_city',
  within_sandbox: 'is_valid_information_in_sandbox',
  complete: 'is_not_absent',
};
const OFFICIAL_HARD: Record<HardName, string> = {
  cuisine: 'valid_cuisine',
  room_rule: 'valid_room_rule',
  transport: 'valid_transportation',
  room_type: 'valid_room_type',
  budget: 'valid_cost',
};

const verdictsSchema = z.record(z.string(), z.tuple([z.boolean().nullable(), z.string().nullable()]));
const fixtureSchema = z.object({
  q: z.int(),
  mutation: z.string(),
  qmod: querySchema.partial().nullable(),
  plan: z.unknown(),
  official: z.union([
    z.object({ commonsense: verdictsSchema, hard: verdictsSchema.nullable(), cost: z.number().nullable() }),
    z.object({ exception: z.string() }),
  ]),
  final_pass: z.boolean().nullable(),
});

describe.skipIf(folder === null)('against the published files', () => {
  const source = diskFiles(folder ?? '');
  let items: readonly TravelItem[] = [];

  beforeAll(async () => {
    const loaded = await travelplanner.load(source);
    expect(loaded.problems).toEqual([]);
    items = loaded.items;
    expect(items).toHaveLength(45);
  });

  test('every official verdict and cost is reproduced; where the evaluator crashed, we say why', async () => {
    const { values, problems } = await readJsonArray(source, 'official_evaluator_fixtures.json', fixtureSchema);
    expect(problems).toEqual([]);
    const differing: string[] = [];
    const counts = { scored: 0, crashed: 0 };
    for (const { index, value: fixture } of values) {
      const item = items[fixture.q];
      const plan = fixture.plan === null ? { days: item.goldPlan ?? [] } : readPlan(fixture.plan);
      if ('problem' in plan) {
        differing.push(`${index}: ${plan.problem.code}`);
        continue;
      }
      const ours = evaluatePlan({ ...item.query, ...fixture.qmod }, plan.days, item.database);
      const { official } = fixture;
      if ('exception' in official) {
        counts.crashed += 1;
        if (ours.unreadable === null) differing.push(`${index} (${fixture.mutation}): the evaluator crashed`);
        continue;
      }
      counts.scored += 1;
      const differ = (name: string, our: unknown, theirs: unknown) => {
        if (our !== theirs)
          differing.push(`${index} (${fixture.mutation}) ${name}: ${String(our)} / ${String(theirs)}`);
      };
      for (const name of COMMONSENSE_NAMES) {
        differ(name, ours.commonsense[name].pass, official.commonsense[OFFICIAL_COMMONSENSE[name]][0]);
      }
      differ('hard', ours.hard === null, official.hard === null);
      for (const name of HARD_NAMES) {
        differ(name, ours.hard?.[name].pass, official.hard?.[OFFICIAL_HARD[name]][0]);
      }
      differ('cost', ours.cost, official.cost);
      differ('unreadable', ours.unreadable, null);
      const passes = [...Object.values(ours.commonsense), ...Object.values(ours.hard ?? { none: { pass: false } })];
      differ(
        'final',
        passes.every(({ pass }) => pass !== false),
        fixture.final_pass,
      );
    }
    expect(differing).toEqual([]);
    expect(counts).toEqual({ scored: 509, crashed: 23 });
  });

  test('every gold plan passes, and the hard constraints asked are the 105 of the training split', () => {
    const scored = items.map((item) => ({ item, verdict: travelplanner.score(item, JSON.stringify(item.goldPlan)) }));
    expect(Object.values(travelplanner.aggregate(scored))).toEqual([1, 1, 1, 1, 1, 1]);
    expect(items.reduce((sum, { query }) => sum + countHard(query), 0)).toBe(105);
  });

  test('without the quirks one gold plan fails: it shows the city an attraction of another', () => {
    const failures = items
      .map((item) => travelplannerStrict.score(item, JSON.stringify(item.goldPlan)))
      .filter(({ correct }) => !correct);
    expect(failures.map(({ reason }) => benchmarkReasonSentence(reason))).toEqual([
      'within current city: Day 4: the attraction is in another city.',
    ]);
  });

  test('the example submission for the validation split is read: 161 of its 180 plans are delivered', async () => {
    const { rows, problems } = await readJsonLines(source, 'example_evaluation_val180.jsonl', z.unknown());
    expect(problems).toEqual([]);
    const plans = rows.map(({ value }) => parsePlan(JSON.stringify(value)));
    expect(plans).toHaveLength(180);
    expect(plans.filter((plan) => 'days' in plan)).toHaveLength(161);
  });

  test('the prompt holds the request and what there is to choose from', () => {
    const user = travelplanner.prompt(items[0]).at(-1)?.content ?? '';
    expect(user).toContain('Attractions in Rockford:\nName,');
    expect(user.endsWith(items[0].query.query)).toBe(true);
  });
});

const query = {
  org: 'Oslo',
  dest: 'Rome',
  days: 3,
  visiting_city_number: 1,
  date: ['2022-03-01', '2022-03-02', '2022-03-03'],
  people_number: 1,
  local_constraint: { 'house rule': null, cuisine: null, 'room type': null, transportation: null },
  budget: 1000,
  query: 'Three days in Rome.',
  level: 'easy',
};
const TABLE_TEXTS: Record<string, string> = {
  [TABLES.flights]: 'Flight Number,Price,FlightDate,OriginCityName,DestCityName\nF1,100,2022-03-01,Oslo,Rome\n',
  [TABLES.roads]: 'origin,destination,duration,distance\nOslo,Rome,1 day 2 hours,"2,510 km"\nRome,Oslo,3 hours,bad\n',
  [TABLES.restaurants]: 'Name,Average Cost,Cuisines,City\n"Two\nlines",20,Tea,Rome\nBad price,x,Tea,Rome\n',
  [TABLES.attractions]: 'Name,City\nForum,Rome\n',
  [TABLES.accommodations]:
    'NAME,price,room type,house_rules,minimum nights,maximum occupancy,city\nCasa,80,Private room,No pets,1,0,Rome\nVilla,90,Private room,No pets,1,2,Rome\n',
  [TABLES.states]: 'Oslo\tNorway\nRome\tItaly\nnowhere\n',
};
const QUERIES = 'train45_queries_goldplans.json';

describe('damaged files', () => {
  test('cost only the rows concerned, each named by file and line', async () => {
    const files = Object.entries(TABLE_TEXTS).map(([name, text]) => [`database/${name}`, text] as const);
    const queries = JSON.stringify([query, { ...query, days: '3' }]);
    const { items, problems } = await travelplanner.load(memoryFiles([...files, [QUERIES, queries]]));
    expect(items.map(({ id }) => id)).toEqual(['0']);
    expect(items[0].database.restaurants).toHaveLength(1);
    expect(items[0].database.roads).toEqual([{ from: 'Oslo', to: 'Rome', distance: null }]);
    expect(problems.map(({ file, line }) => `${file}:${line}`)).toEqual([
      `database/${TABLES.roads}:3`,
      `database/${TABLES.restaurants}:4`,
      `database/${TABLES.accommodations}:2`,
      `database/${TABLES.states}:3`,
      `${QUERIES}:null`,
    ]);
  });

  test('a row with a cell that holds no value is left out, whatever the column, as pandas does', async () => {
    const header = 'Name,Average Cost,Cuisines,Aggregate Rating,City';
    const rows = ['A,20,Tea,4,Rome', 'B,,Tea,4,Rome', 'C,20,Tea,NA,Rome', 'D,20,Tea,nan,Rome', 'E,20,Tea,4'];
    const files = { ...TABLE_TEXTS, [TABLES.restaurants]: [header, ...rows].join('\n') };
    const { items, problems } = await travelplanner.load(
      memoryFiles([...Object.entries(files), [QUERIES, JSON.stringify([query])]]),
    );
    expect(items[0].database.restaurants.map(({ name }) => name)).toEqual(['A']);
    expect(problems.filter(({ file }) => file === TABLES.restaurants)).toEqual([]);
  });

  test('missing ones are all named, and where they are to be had', async () => {
    const { problems } = await travelplanner.load(memoryFiles([]));
    expect(problems.map(({ file }) => file)).toEqual([...Object.values(TABLES), 'database', QUERIES]);
    expect(problems.find(({ file }) => file === 'database')?.parameters).toMatchObject({
      tables: expect.stringContaining('flights, roads, '),
    });
  });

  test.each(Object.values(TABLES))('nothing is scored where %s is missing or has no row', async (table) => {
    const queries = [QUERIES, JSON.stringify([query])] as const;
    const others = Object.entries(TABLE_TEXTS).filter(([name]) => name !== table);
    for (const files of [others, [...others, [table, 'no table\n'] as const]]) {
      const { items, problems } = await travelplanner.load(memoryFiles([...files, queries]));
      expect(items).toEqual([]);
      expect(problems).toContainEqual(expect.objectContaining({ code: 'database-missing' }));
    }
  });
});

describe('no output throws', () => {
  const item: TravelItem = {
    id: '0',
    query: querySchema.parse(query),
    database: { flights: [], roads: [], restaurants: [], attractions: [], accommodations: [], states: new Map() },
    goldPlan: null,
    reference: null,
  };
  const entry = fc.oneof(
    fc.constantFrom(
      ...['-', '', 'from Oslo to Rome', 'Rome', 'from ', 'flight number', 'Taxi', 'A, Rome;B', null],
      'Flight Number: F1, from Oslo to Rome',
    ),
    fc.string(),
  );
  const day = fc.record(Object.fromEntries(DAY_FIELDS.map((field) => [field, entry])), { requiredKeys: [] });

  test('as a plan of any fields', () => {
    fc.assert(
      fc.property(fc.array(day, { maxLength: 5 }), fc.boolean(), (plan, quirks) => {
        const { correct, reason } = (quirks ? travelplanner : travelplannerStrict).score(
          item,
          `Here it is: ${JSON.stringify(plan)}`,
        );
        expect(correct).toBe(false);
        expect(benchmarkReasonSentence(reason)).not.toBe('');
      }),
      { numRuns: 500 },
    );
  });

  test('as any text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.constantFrom('[', ']', '][', '[1]', 'null', '{"plan": 3}'),
    );
    fc.assert(
      fc.property(text, (output) => {
        const { correct, subscores } = travelplanner.score(item, output);
        expect([correct, typeof subscores.delivered]).toEqual([false, 'boolean']);
      }),
      { numRuns: 500 },
    );
  });
});
