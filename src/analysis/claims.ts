/** @file Computes claims about two arms (claim.ts) from runs: differences at an equal budget, over seeds and model pairs. */
import type { Axis, Runs } from './axes.ts';
import { commonBudget, conditionsOf, measuredByRepetition, type Measure, repetitionKey } from './comparison.ts';
import { type ClaimOrNot, type Compared, isClaim } from './claim.ts';
import { enoughRuns } from './enough-runs.ts';
import { type BootstrapOptions, estimate, pairedDifferences } from './statistics.ts';

export interface ClaimRequest extends BootstrapOptions {
  treatment: string;
  control: string;
  measure?: Measure;
  axis?: Axis;
}

function claimWithin(runs: Runs, condition: string, request: ClaimRequest): ClaimOrNot {
  const { treatment, control, measure = { kind: 'final' }, axis = 'rollouts', ...bootstrap } = request;
  const of: Compared = { condition, treatment, control, axis };
  const compared: Runs = {
    ...runs,
    summaries: runs.summaries.filter(({ arm }) => arm === treatment || arm === control),
  };
  const budget = commonBudget(compared, axis);
  if (budget === null) return { ...of, reason: axis === 'seconds' ? 'no-seconds' : 'not-evaluated' };
  const [a, b] = [treatment, control].map((arm) => measuredByRepetition(compared, arm, measure, axis, budget));
  const differences = pairedDifferences(a, b);
  if (differences.length < 2) return { ...of, reason: differences.length === 0 ? 'no-pair' : 'one-pair' };
  const difference = estimate(differences, bootstrap);
  const { low, high, level } = difference.interval!;
  const both = compared.summaries.filter((summary) => summary.arm === treatment && b.has(repetitionKey(summary)));
  return {
    ...of,
    measure,
    budget,
    difference,
    leavesOutZero: low > 0 || high < 0,
    enough: enoughRuns(difference.n, level),
    seeds: new Set(both.map(({ settings }) => settings.seed)).size,
    modelPairs: new Set(both.map(({ models }) => models)).size,
  };
}

/** Two arms against each other, once in every condition (grid point) of the runs. */
export const compareArms = (runs: Runs, request: ClaimRequest): ClaimOrNot[] =>
  conditionsOf(runs.summaries)
    .filter(({ runs: within }) => [request.treatment, request.control].some((arm) => within.some((r) => r.arm === arm)))
    .map(({ label, runs: summaries }) => claimWithin({ ...runs, summaries }, label, request));

/** Without reasons that repeat: why nothing is claimed does not depend on the measure, nor always on the axis. */
export function dedupeClaims(claims: readonly ClaimOrNot[]): ClaimOrNot[] {
  const seen = new Set<string>();
  return claims.filter((claim) => {
    if (isClaim(claim)) return true;
    const key = JSON.stringify([claim.condition, claim.treatment, claim.control, claim.reason]);
    return !seen.has(key) && seen.add(key);
  });
}
