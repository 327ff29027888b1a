/**
 * @file Compares two arms by their runs. A claim is data: the difference with its interval and n at an equal budget, or
 * the reason why nothing is claimed. A text module turns a claim into a sentence.
 *
 * A sweep report has the results of every arm at one budget in each condition (grid point), and claims about each arm
 * against a reference. The article and `genenv sweep` show claims of this report.
 */
import {
  adaptersOf,
  armsOf,
  commonBudget,
  conditionsOf,
  type Measure,
  measuredByRepetition,
  repetitionKey,
} from './comparison.ts';
import { type ArmResults, armResults } from './results/family-results.ts';
import type { Axis, RunSummary } from './run-summary.ts';
import { enoughRuns, type Estimate, estimate, pairedDifferences } from './statistics.ts';

export interface ReportRequest {
  axis: Axis;
  /** A value of held-out success. One claim compares the costs at which success first reaches it. */
  threshold: number;
  /** All other arms are compared with this arm. */
  reference: string;
}

interface ConditionReport {
  /** Differences from the other conditions, for the user. Empty if there is only one condition. */
  label: string;
  /** Null if the runs have no common budget. */
  results: ArmResults | null;
}

/** Names the graphics processors if the runs used several, because the last bits of results depend on them. */
export interface ReportNote {
  code: 'different-adapters';
  adapters: string[];
}

export interface SweepReport {
  conditions: ConditionReport[];
  /** Claims compare every other arm with the reference, by measure, in every condition. */
  claims: ClaimOrNot[];
  notes: ReportNote[];
}

/** Returns the default reference: the arm `random` (a frozen environment), else the last arm. */
export const defaultReference = (arms: readonly string[]): string | undefined =>
  arms.includes('random') ? 'random' : arms.at(-1);

export function sweepReport(runs: readonly RunSummary[], { axis, threshold, reference }: ReportRequest): SweepReport {
  const measures: Measure[] = [{ kind: 'final' }, { kind: 'area' }, { kind: 'threshold', at: threshold }];
  const others = armsOf(runs).filter((arm) => arm !== reference);
  const claims = others.flatMap((treatment) =>
    measures.flatMap((measure) => compareArms(runs, { treatment, control: reference, measure, axis })),
  );
  const adapters = adaptersOf(runs);
  return {
    conditions: conditionsOf(runs).map(({ label, runs: own }) => ({
      label,
      results: armResults(own, axis, { control: reference, thresholds: [threshold] }),
    })),
    claims: dedupeClaims(claims),
    notes: adapters.length > 1 ? [{ code: 'different-adapters', adapters }] : [],
  };
}

interface Compared {
  /** Differences from the other conditions, e.g. `alpha 0.3`. Empty if there is only one condition. */
  condition: string;
  treatment: string;
  control: string;
  axis: Axis;
}

export interface Claim extends Compared {
  measure: Measure;
  /** Amount of the axis, e.g. rollouts, that every run of the comparison had spent. */
  budget: number;
  /** Estimate of treatment − control. Both arms need a run with the same seed and model pair. */
  difference: Estimate;
  leavesOutZero: boolean;
  /** True if there are enough runs for the interval to cover nearly its nominal level (`enoughRuns`). */
  enough: boolean;
  seeds: number;
  modelPairs: number;
}

/** Reason for no claim. An interval needs two pairs. A pair has a run of each arm with equal seed and models. */
type NoClaimReason = 'not-evaluated' | 'no-pair' | 'one-pair';

interface NoClaim extends Compared {
  reason: NoClaimReason;
}

export type ClaimOrNot = Claim | NoClaim;

export const isClaim = (result: ClaimOrNot): result is Claim => 'difference' in result;

interface ClaimRequest extends Omit<Compared, 'condition'> {
  measure: Measure;
}

function claimWithin(runs: readonly RunSummary[], condition: string, request: ClaimRequest): ClaimOrNot {
  const { treatment, control, measure, axis } = request;
  const of: Compared = { condition, treatment, control, axis };
  const compared = runs.filter(({ arm }) => arm === treatment || arm === control);
  const budget = commonBudget(compared, axis);
  if (budget === null) return { ...of, reason: 'not-evaluated' };
  const [a, b] = [treatment, control].map((arm) => measuredByRepetition(compared, arm, measure, axis, budget));
  const differences = pairedDifferences(a, b);
  if (differences.length < 2) return { ...of, reason: differences.length === 0 ? 'no-pair' : 'one-pair' };
  const difference = estimate(differences);
  const { low, high } = difference.interval!;
  const both = compared.filter((summary) => summary.arm === treatment && b.has(repetitionKey(summary)));
  return {
    ...of,
    measure,
    budget,
    difference,
    leavesOutZero: low > 0 || high < 0,
    enough: enoughRuns(difference.n),
    seeds: new Set(both.map(({ settings }) => settings.seed)).size,
    modelPairs: new Set(both.map(({ models }) => models)).size,
  };
}

/** Compares two arms once in every condition (grid point) of the runs. */
export const compareArms = (runs: readonly RunSummary[], request: ClaimRequest): ClaimOrNot[] =>
  conditionsOf(runs)
    .filter(({ runs: within }) => [request.treatment, request.control].some((arm) => within.some((r) => r.arm === arm)))
    .map(({ label, runs: own }) => claimWithin(own, label, request));

/** Drops repeated reasons for no claim. A reason does not depend on the measure, and often not on the axis. */
export function dedupeClaims(claims: readonly ClaimOrNot[]): ClaimOrNot[] {
  const seen = new Set<string>();
  return claims.filter((claim) => {
    if (isClaim(claim)) return true;
    const key = JSON.stringify([claim.condition, claim.treatment, claim.control, claim.reason]);
    return !seen.has(key) && seen.add(key);
  });
}
