/**
 * @file Scores TravelPlanner (Xie et al. 2024, arXiv 2402.01622). A plan passes if it is delivered, makes sense (eight
 * commonsense constraints) and does what was asked (five hard constraints).
 *
 * The queries come from the training split, the only one whose structure may be published.
 */
import { z } from 'zod';
import { formatCsv } from '../../common/csv.ts';
import {
  type Benchmark,
  type BenchmarkFiles,
  type BenchmarkItem,
  type BenchmarkVerdict,
  COMMONSENSE_NAMES,
  type CommonsenseName,
  HARD_NAMES,
  type HardName,
  type Loaded,
  type SubScore,
  type TravelReason,
  type UnreadableReason,
} from '../benchmark.ts';
import { readJsonArray, readJsonLines } from '../files.ts';
import { COMMONSENSE } from './commonsense.ts';
import { databaseProblem, loadDatabase, TABLES, type TravelDatabase } from './database.ts';
import { countHard, HARD, totalCost } from './hard.ts';
import { parsePlan, type PlanDay, readPlan } from './plan.ts';
import { type ConstraintResult, fail, querySchema, type TravelQuery, type Trip, UnreadablePlanSignal } from './trip.ts';

export interface Evaluation {
  commonsense: Record<CommonsenseName, ConstraintResult>;
  /** `null` if the plan is incomplete or leaves the sandbox: the hard constraints are then not checked. */
  hard: Record<HardName, ConstraintResult> | null;
  /** In dollars; `null` if `hard` is `null`. */
  cost: number | null;
  /** The official evaluator stops with an exception at this plan for this reason; `null` if it does not stop. */
  unreadable: UnreadableReason | null;
}

export function evaluatePlan(
  query: TravelQuery,
  days: readonly PlanDay[],
  database: TravelDatabase,
  officialQuirks = true,
): Evaluation {
  const trip: Trip = { query, days: days.slice(0, query.days), database, officialQuirks };
  let unreadable: UnreadableReason | null = null;
  const decide = <Name extends string>(
    names: readonly Name[],
    constraints: Readonly<Record<Name, (trip: Trip) => ConstraintResult>>,
  ): Record<Name, ConstraintResult> => {
    const verdicts = {} as Record<Name, ConstraintResult>;
    for (const name of names) {
      try {
        verdicts[name] = constraints[name](trip);
      } catch (error) {
        if (!(error instanceof UnreadablePlanSignal)) throw error;
        unreadable ??= error.reason;
        verdicts[name] = fail(error.reason);
      }
    }
    return verdicts;
  };
  const commonsense = decide(COMMONSENSE_NAMES, COMMONSENSE);
  const asked = commonsense.complete.pass === true && commonsense.within_sandbox.pass === true;
  const hard = asked ? decide(HARD_NAMES, HARD) : null;
  return { commonsense, hard, cost: asked ? totalCost(trip) : null, unreadable };
}

/** True for each constraint that a plan holds; `null` if it is not set or not decided. */
export type PlanScores = Record<CommonsenseName | HardName, boolean | null>;

function planScores(evaluation: Evaluation | null): PlanScores {
  const pass = (verdicts: Partial<Record<string, ConstraintResult>> | null | undefined, name: string) =>
    verdicts?.[name]?.pass ?? null;
  return Object.fromEntries([
    ...COMMONSENSE_NAMES.map((name) => [name, pass(evaluation?.commonsense, name)]),
    ...HARD_NAMES.map((name) => [name, pass(evaluation?.hard, name)]),
  ]) as PlanScores;
}

export interface RatedPlan {
  query: TravelQuery;
  delivered: boolean;
  passed: boolean;
  scores: Readonly<Record<string, SubScore>>;
}

/**
 * Computes the published rates, each in [0, 1]. Micro rates divide the constraints that hold by those asked. Every
 * query asks eight of common sense, one hard one for the budget, and one for each it sets. Macro rates count the plans
 * that hold all.
 */
export function rates(plans: readonly RatedPlan[]): Record<string, number> {
  const share = (count: number, of: number) => (of === 0 ? 0 : count / of);
  const countTrue = (names: readonly string[]) =>
    plans.reduce((sum, { scores }) => sum + names.filter((name) => scores[name] === true).length, 0);
  const allCommonsense = ({ scores }: RatedPlan) => COMMONSENSE_NAMES.every((name) => scores[name] === true);
  const allHard = ({ scores }: RatedPlan) =>
    scores.budget !== null && HARD_NAMES.every((name) => scores[name] !== false);
  const plansWith = (condition: (plan: RatedPlan) => boolean) => share(plans.filter(condition).length, plans.length);
  return {
    delivery_rate: plansWith(({ delivered }) => delivered),
    commonsense_micro: share(countTrue(COMMONSENSE_NAMES), plans.length * COMMONSENSE_NAMES.length),
    commonsense_macro: plansWith(allCommonsense),
    hard_micro: share(
      countTrue(HARD_NAMES),
      plans.reduce((sum, { query }) => sum + countHard(query), 0),
    ),
    hard_macro: plansWith(allHard),
    final_pass_rate: plansWith(({ passed }) => passed),
  };
}

export interface TravelItem extends BenchmarkItem {
  query: TravelQuery;
  database: TravelDatabase;
  /** This plan passes; `null` if the file has none. */
  goldPlan: PlanDay[] | null;
  /** The tables list the planner's choices; `null` if their file is absent. */
  reference: string | null;
}

const QUERIES = 'train45_queries_goldplans.json';
const REFERENCES = 'train_ref_info.jsonl';

const itemSchema = querySchema.extend({ gold_plan: z.unknown().optional() });

const cell = z.union([z.string(), z.number(), z.null()]);
const referenceSchema = z.record(z.string(), z.union([z.string(), z.array(z.record(z.string(), cell))]));

/** Writes one query's reference information: headings with tables, or with the sentence that replaces a table. */
const formatReference = (tables: z.infer<typeof referenceSchema>): string =>
  Object.entries(tables)
    .map(([heading, table]) => `${heading}:\n${typeof table === 'string' ? table : formatCsv(table)}`)
    .join('\n\n');

async function load(source: BenchmarkFiles): Promise<Loaded<TravelItem>> {
  const { database, problems } = await loadDatabase(source);
  const lacking = databaseProblem(database);
  if (lacking) problems.push(lacking);
  const queries = await readJsonArray(source, QUERIES, itemSchema);
  const references = await readJsonLines(source, REFERENCES, referenceSchema, { optional: true });
  problems.push(...queries.problems, ...references.problems);
  const referenceAt = new Map(references.rows.map(({ line, value }) => [line - 1, value]));
  // Without a table every plan would fail, and the failures would say nothing of the plans.
  const items = (lacking ? [] : queries.values).map(({ index, value: { gold_plan, ...query } }): TravelItem => {
    const gold = readPlan(gold_plan);
    const reference = referenceAt.get(index);
    return {
      id: String(index),
      query,
      database,
      goldPlan: 'days' in gold && gold.days.length > 0 ? gold.days : null,
      reference: reference === undefined ? null : formatReference(reference),
    };
  });
  return { items, problems };
}

function firstFailure({ commonsense, hard }: Evaluation): TravelReason | null {
  const results = { ...commonsense, ...hard };
  for (const constraint of [...COMMONSENSE_NAMES, ...HARD_NAMES]) {
    const because = results[constraint]?.reason ?? null;
    if (because !== null) return { code: 'constraint-fails', constraint, because };
  }
  return null;
}

const scorer =
  (officialQuirks: boolean) =>
  ({ query, database }: TravelItem, output: string): BenchmarkVerdict => {
    const plan = parsePlan(output);
    if ('problem' in plan) {
      const subscores = { delivered: false, ...planScores(null), cost: null };
      return { correct: false, reason: { code: 'plan-not-delivered', problem: plan.problem }, subscores };
    }
    const evaluation = evaluatePlan(query, plan.days, database, officialQuirks);
    const failure = firstFailure(evaluation);
    return {
      correct: failure === null,
      reason: failure ?? { code: 'every-constraint-holds' },
      subscores: { delivered: true, ...planScores(evaluation), cost: evaluation.cost },
    };
  };

const INSTRUCTIONS = `You plan a trip from the information given and nothing else. Answer with a JSON array of one object per day, with the keys "days" (1, 2, …), "current_city", "transportation", "breakfast", "attraction", "lunch", "dinner" and "accommodation". Write "-" for what a day does not need.
On a day of travel "current_city" is "from A to B" and "transportation" is "Flight Number: F1234567, from A to B, Departure Time: 08:00, Arrival Time: 10:00", or "Self-driving, from A to B" or "Taxi, from A to B"; on other days "current_city" is the city. Restaurants, attractions and accommodations are "Name, City"; each attraction ends with ";".
The trip ends where it begins, nothing is visited twice, and the costs of the whole group stay within the budget.`;

/** @param officialQuirks whether the official evaluator's quirks count (see `trip.ts`). */
const createTravelPlanner = (officialQuirks: boolean) =>
  ({
    name: officialQuirks ? 'travelplanner' : 'travelplanner-strict',
    rule: officialQuirks ? 'travelplanner-constraints' : 'travelplanner-constraints-without-quirks',
    files: [
      { path: QUERIES, required: true },
      ...Object.values(TABLES).map((table) => ({ path: `*/${table}`, required: true })),
      { path: REFERENCES, required: false },
    ],
    load,
    score: scorer(officialQuirks),
    aggregate: (scored) =>
      rates(
        scored.map(({ item, verdict }) => ({
          query: item.query,
          delivered: verdict.subscores.delivered === true,
          passed: verdict.correct === true,
          scores: verdict.subscores,
        })),
      ),
    prompt: ({ query, reference }) => [
      { role: 'system', content: INSTRUCTIONS },
      { role: 'user', content: reference === null ? query.query : `${reference}\n\nRequest: ${query.query}` },
    ],
  }) satisfies Benchmark<TravelItem>;

/** Scores plans as published. */
export const travelplanner = createTravelPlanner(true);
/** Scores plans as the paper states the constraints. */
export const travelplannerStrict = createTravelPlanner(false);
