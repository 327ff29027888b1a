import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readJsonArray, readJsonLines } from '../files.ts';
import { directorySource } from '../node-files.ts';
import { sharedBenchmark } from '../shared-data.ts';
import type { CommonsenseName } from './commonsense.ts';
import { COMMONSENSE_NAMES, evaluatePlan, HARD_NAMES } from './evaluate.ts';
import type { HardName } from './hard.ts';
import { readPlan } from './plan.ts';
import { createTravelPlanner, querySchema, travelplanner, type TravelItem } from './travelplanner.ts';

const folder = sharedBenchmark('travelplanner');

/** The official evaluator's names of the constraints. */
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
  const source = directorySource(folder ?? '');
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
      if ('message' in plan) {
        differing.push(`${index}: ${plan.message}`);
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
});
