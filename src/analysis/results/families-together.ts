/**
 * @file What one pair of models that plays all families of Table 1 at once reaches on each, beside the pairs that play one
 * alone: at as many rollouts of the family.
 */
import { mean } from 'simple-statistics';
import { type Curve, lastUpTo } from '../curves.ts';
import type { RunSummary } from '../run-summary.ts';
import { differenceOfMeans, type Estimate, estimate } from '../statistics.ts';
import { evaluatedAlike, runsByFamily, runsByPreset } from './family-results.ts';

export const TOGETHER_PRESET = 'five-families';
const ARM = 'genenv';

export interface FamilyTogether {
  family: string;
  /** Rollouts of this family that every run compared had made when it was last evaluated. */
  budget: number;
  /** Held-out success on the family of the pair of all families, before training and at the budget. */
  base: Estimate;
  together: Estimate;
  /** What its runs gained, each from its own start. */
  gain: Estimate;
  /** Of the pairs of this family alone, at the same budget. */
  alone: Estimate;
  /** together − alone: what playing the other families costs, or helps. Not paired: the models are others. */
  difference: Estimate;
}

/** Held-out success over rollouts of the family. Contexts take the families in turn, so each has the same share. */
const familyCurve = ({ settings: { families }, heldOut }: RunSummary, family: string): Curve =>
  heldOut.map(({ agentRollouts, byLevel }) => ({ x: agentRollouts / families.length, y: mean(byLevel[family]) }));

const valuesAt = (curves: readonly Curve[], budget: number): number[] =>
  curves.map((curve) => lastUpTo(curve, budget)!.y);

const genenvRuns = (runs: readonly RunSummary[]): RunSummary[] => runs.filter(({ arm }) => arm === ARM);

/** In the order of the paper's table; empty where no run of all families at once was made, or none of one alone. */
export function familiesTogether(summaries: readonly RunSummary[]): FamilyTogether[] {
  const together = evaluatedAlike(genenvRuns(runsByPreset(summaries).get(TOGETHER_PRESET) ?? []));
  return runsByFamily(summaries).flatMap(({ family, runs }): FamilyTogether[] => {
    const alone = genenvRuns(runs.summaries);
    if (alone.length === 0 || !together.some(({ settings }) => settings.families.includes(family))) return [];
    const [own, others] = [together, alone].map((group) => group.map((run) => familyCurve(run, family)));
    const budget = Math.min(...[...own, ...others].map((curve) => curve.at(-1)!.x));
    const starts = own.map(([first]) => first.y);
    const [values, ofAlone] = [own, others].map((curves) => valuesAt(curves, budget));
    return [
      {
        family,
        budget,
        base: estimate(starts),
        together: estimate(values),
        gain: estimate(values.map((value, i) => value - starts[i])),
        alone: estimate(ofAlone),
        difference: differenceOfMeans(values, ofAlone),
      },
    ];
  });
}
