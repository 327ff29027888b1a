/**
 * @file Reports a sweep as data: the results of every arm at one budget in each condition (grid point), and the claims
 * about each arm against a reference. The page and the command line show the same report.
 */
import type { Axis, Runs } from './run-summary.ts';
import { type ClaimOrNot, compareArms, dedupeClaims } from './claims.ts';
import { adaptersOf, armsOf, conditionsOf, type Measure } from './comparison.ts';
import { type ArmResults, armResults } from './results/family-results.ts';

export interface ReportRequest {
  axis: Axis;
  /** Held-out success whose cost is asked for. */
  threshold: number;
  /** The arm the others are compared with. */
  reference: string;
}

export interface ConditionReport {
  /** The difference from the other conditions; empty if there is only one. */
  label: string;
  /** Null if no budget compares all runs. */
  results: ArmResults | null;
}

/** Notes for the reader that seconds and last bits depend on the graphics processor. */
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

/** Chooses the arm to compare with by default: a frozen environment, else the last arm. */
export const defaultReference = (arms: readonly string[]): string | undefined =>
  arms.includes('random') ? 'random' : arms.at(-1);

function adapterNotes({ summaries }: Runs): ReportNote[] {
  const adapters = adaptersOf(summaries);
  return adapters.length > 1 ? [{ code: 'different-adapters', adapters }] : [];
}

export function sweepReport(runs: Runs, { axis, threshold, reference }: ReportRequest): SweepReport {
  const measures: Measure[] = [{ kind: 'final' }, { kind: 'area' }, { kind: 'threshold', at: threshold }];
  const others = armsOf(runs.summaries).filter((arm) => arm !== reference);
  const claims = others.flatMap((treatment) =>
    measures.flatMap((measure) => compareArms(runs, { treatment, control: reference, measure, axis })),
  );
  return {
    conditions: conditionsOf(runs.summaries).map(({ label, runs: summaries }) => ({
      label,
      results: armResults({ ...runs, summaries }, axis, { control: reference, thresholds: [threshold] }),
    })),
    claims: dedupeClaims(claims),
    notes: adapterNotes(runs),
  };
}
