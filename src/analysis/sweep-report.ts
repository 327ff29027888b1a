/**
 * @file What a sweep found, as data: per condition (grid point) what every arm came to at one budget, and what may be
 * said of each against a reference. No mean without its n, no claim without its interval.
 */
import type { Axis, Runs } from './axes.ts';
import { type ClaimOrNot, compareArms, saidOnce } from './claims.ts';
import { armsOf, conditionsOf, type Measure } from './comparison.ts';
import { type ArmResults, armResults } from './results/arm-results.ts';

export interface ReportRequest {
  /** What the budget is counted in. */
  axis: Axis;
  /** Held-out success whose cost is asked for. */
  threshold: number;
  /** The arm the others are compared with. */
  reference: string;
}

export interface ConditionReport {
  /** What differs from the other conditions; empty where there is only one. */
  label: string;
  /** Null where there is no budget at which all runs can be compared. */
  results: ArmResults | null;
}

export interface SweepReport {
  conditions: ConditionReport[];
  /** Of every other arm against the reference, by measure, in every condition. */
  claims: ClaimOrNot[];
  /** What a reader must know, as sentences. */
  notes: string[];
}

/** The arm to compare with where nobody chose one: a frozen environment, else the last arm. */
export const defaultReference = (arms: readonly string[]): string | undefined =>
  arms.includes('random') ? 'random' : arms.at(-1);

/** Seconds and last bits depend on the graphics processor. */
function adapterNote({ summaries }: Runs): string[] {
  const adapters = new Set(summaries.flatMap(({ agent, environment }) => [agent.runtime, environment.runtime]));
  return adapters.size > 1
    ? [`These runs were made on different adapters (${[...adapters].join('; ')}): their seconds do not compare.`]
    : [];
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
    claims: saidOnce(claims),
    notes: adapterNote(runs),
  };
}
