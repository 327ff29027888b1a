/** @file Judges one plan by all thirteen constraints, and turns many plans into the five published rates. */
import type { SubScore } from '../benchmark.ts';
import { COMMONSENSE } from './commonsense.ts';
import {
  COMMONSENSE_NAMES,
  type CommonsenseName,
  HARD_NAMES,
  type HardName,
  type UnreadableReason,
} from '../reason.ts';
import type { TravelDatabase } from './database.ts';
import { countHard, HARD, totalCost } from './hard.ts';
import type { PlanDay } from './plan.ts';
import { fail, UnreadablePlanSignal, type TravelQuery, type Trip, type ConstraintResult } from './trip.ts';

export interface Evaluation {
  commonsense: Record<CommonsenseName, ConstraintResult>;
  /** `null` if the plan is not complete or leaves the sandbox: then the hard constraints are not decided. */
  hard: Record<HardName, ConstraintResult> | null;
  /** Dollars; `null` if `hard` is not decided. */
  cost: number | null;
  /** Why the official evaluator stops with an exception at this plan; `null` if it does not. */
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

export function planScores(evaluation: Evaluation | null): PlanScores {
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
