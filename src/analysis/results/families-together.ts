/**
 * @file What one pair of models that plays all families of Table 1 at once reaches on each, beside the same pair on that
 * family alone, and beside the pairs that know no other: at as many rollouts of the family.
 */
import { mean } from 'simple-statistics';
import { type Curve, lastUpTo } from '../curves.ts';
import { repetitionKey } from '../comparison.ts';
import type { RunSummary } from '../run-summary.ts';
import { differenceOfMeans, type Estimate, estimate } from '../statistics.ts';
import { differentRuns, evaluatedAlike, runsByFamily, runsByPreset } from './family-results.ts';

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
  /** The same models on this family alone, from the same seeds; null where no run was made. */
  samePair: { alone: Estimate; difference: Estimate } | null;
  /** Of the pairs that know this family only, at the same budget. */
  ownPair: Estimate;
  /** together − ownPair. Not paired: the models are others. */
  difference: Estimate;
}

/** Held-out success over rollouts of the family. Contexts take the families in turn, so each has the same share. */
const familyCurve = ({ settings: { families }, heldOut }: RunSummary, family: string): Curve =>
  heldOut.map(({ agentRollouts, byLevel }) => ({ x: agentRollouts / families.length, y: mean(byLevel[family]) }));

const genenvRuns = (runs: readonly RunSummary[]): RunSummary[] => runs.filter(({ arm }) => arm === ARM);

/** Of the runs of the preset that take one of its families only, those of this one. */
const runsOfOnly = (summaries: readonly RunSummary[], family: string): RunSummary[] =>
  evaluatedAlike(
    genenvRuns(differentRuns(summaries)).filter(
      ({ settings: { preset, families } }) =>
        preset === TOGETHER_PRESET && families.length === 1 && families[0] === family,
    ),
  );

/** In the order of the paper's table; empty where no run of all families at once was made, or none of one alone. */
export function familiesTogether(summaries: readonly RunSummary[]): FamilyTogether[] {
  const together = evaluatedAlike(genenvRuns(runsByPreset(summaries).get(TOGETHER_PRESET) ?? []));
  return runsByFamily(summaries).flatMap(({ family, runs }): FamilyTogether[] => {
    const ofOwnPair = genenvRuns(runs.summaries);
    if (ofOwnPair.length === 0 || !together.some(({ settings }) => settings.families.includes(family))) return [];
    const ofSamePair = runsOfOnly(summaries, family);
    const curves = [together, ofSamePair, ofOwnPair].map((group) => group.map((run) => familyCurve(run, family)));
    const budget = Math.min(...curves.flat().map((curve) => curve.at(-1)!.x));
    const starts = curves[0].map(([first]) => first.y);
    const [values, ofSame, ofOwn] = curves.map((group) => group.map((curve) => lastUpTo(curve, budget)!.y));
    const alone = new Map(ofSamePair.map((run, i) => [repetitionKey(run), ofSame[i]]));
    const paired = together.flatMap((run, i) => {
      const value = alone.get(repetitionKey(run));
      return value === undefined ? [] : [{ value, difference: values[i] - value }];
    });
    return [
      {
        family,
        budget,
        base: estimate(starts),
        together: estimate(values),
        gain: estimate(values.map((value, i) => value - starts[i])),
        samePair:
          paired.length > 0
            ? {
                alone: estimate(paired.map(({ value }) => value)),
                difference: estimate(paired.map(({ difference }) => difference)),
              }
            : null,
        ownPair: estimate(ofOwn),
        difference: differenceOfMeans(values, ofOwn),
      },
    ];
  });
}
