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

/** Held-out success on one family of runs that play all families, and of runs that play this one alone. */
export interface BesideAlone {
  /** Rollouts of this family after which all of these runs were evaluated. */
  budget: number;
  together: Estimate;
  alone: Estimate;
  /** together − alone */
  difference: Estimate;
}

export interface FamilyTogether {
  family: string;
  /** Rollouts of this family in the runs that play all. */
  budget: number;
  /** Held-out success on the family before training, and in the end. */
  base: Estimate;
  together: Estimate;
  /** What the runs gained, each from its own start. */
  gain: Estimate;
  /** Beside the same models on this family alone, paired by seed: what the others cost or help. Null where it was not run. */
  samePair: BesideAlone | null;
  /** Beside the pairs that know this family only; not paired, the models are others. */
  ownPair: BesideAlone;
}

/** Held-out success over rollouts of the family. Contexts take the families in turn, so each has the same share. */
const familyCurve = ({ settings: { families }, heldOut }: RunSummary, family: string): Curve =>
  heldOut.map(({ agentRollouts, byLevel }) => ({ x: agentRollouts / families.length, y: mean(byLevel[family]) }));

const genenvRuns = (runs: readonly RunSummary[]): RunSummary[] => runs.filter(({ arm }) => arm === ARM);

/** Whether a run plays one family with the models of all: a control, to be read beside the runs of all only. */
export const playsOneOfAll = ({ settings: { preset, families } }: RunSummary): boolean =>
  preset === TOGETHER_PRESET && families.length === 1;

const runsOfOnly = (summaries: readonly RunSummary[], family: string): RunSummary[] =>
  evaluatedAlike(
    genenvRuns(differentRuns(summaries)).filter((run) => playsOneOfAll(run) && run.settings.families[0] === family),
  );

/** The last number of rollouts at which every curve has a value of its own, or one of little before. */
function lastCommon(curves: readonly Curve[]): number {
  const end = Math.min(...curves.map((curve) => curve.at(-1)!.x));
  return Math.min(...curves.map((curve) => lastUpTo(curve, end)!.x));
}

function besideAlone(
  together: readonly Curve[],
  alone: readonly Curve[],
  differenceOf: (together: readonly number[], alone: readonly number[]) => Estimate,
): BesideAlone {
  const budget = lastCommon([...together, ...alone]);
  const [own, others] = [together, alone].map((curves) => curves.map((curve) => lastUpTo(curve, budget)!.y));
  return { budget, together: estimate(own), alone: estimate(others), difference: differenceOf(own, others) };
}

const pairedDifference = (a: readonly number[], b: readonly number[]): Estimate =>
  estimate(a.map((value, i) => value - b[i]));

/** In the order of the paper's table; empty where no run of all families at once was made, or none of one alone. */
export function familiesTogether(summaries: readonly RunSummary[]): FamilyTogether[] {
  const together = evaluatedAlike(genenvRuns(runsByPreset(summaries).get(TOGETHER_PRESET) ?? []));
  return runsByFamily(summaries).flatMap(({ family, runs }): FamilyTogether[] => {
    const ofOwnPair = genenvRuns(runs.summaries);
    if (ofOwnPair.length === 0 || !together.some(({ settings }) => settings.families.includes(family))) return [];
    const curveOf = (run: RunSummary): Curve => familyCurve(run, family);
    const curves = together.map(curveOf);
    const budget = lastCommon(curves);
    const [starts, ends] = [0, budget].map((x) => curves.map((curve) => lastUpTo(curve, x)!.y));
    const ofSamePair = new Map(runsOfOnly(summaries, family).map((run) => [repetitionKey(run), run]));
    const paired = together.filter((run) => ofSamePair.has(repetitionKey(run)));
    return [
      {
        family,
        budget,
        base: estimate(starts),
        together: estimate(ends),
        gain: pairedDifference(ends, starts),
        samePair:
          paired.length > 0
            ? besideAlone(
                paired.map(curveOf),
                paired.map((run) => curveOf(ofSamePair.get(repetitionKey(run))!)),
                pairedDifference,
              )
            : null,
        ownPair: besideAlone(curves, ofOwnPair.map(curveOf), differenceOfMeans),
      },
    ];
  });
}
