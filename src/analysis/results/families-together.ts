/**
 * @file The results of one pair of models that plays all families of Table 1 at once: on each of them, beside the same
 * pair on that family alone, and beside the pairs that know no other: at as many rollouts of the family.
 */
import { mean } from 'simple-statistics';
import { commonEnd, type Curve, valueNear } from '../curves.ts';
import { repetitionKey } from '../comparison.ts';
import type { RunSummary } from '../run-summary.ts';
import { differenceOfMeans, type Estimate, estimate, pairedDifferences } from '../statistics.ts';
import { differentRuns, evaluatedOnTheSame, runsByFamily, runsByPreset } from './family-results.ts';

export const TOGETHER_PRESET = 'five-families';
const ARM = 'genenv';

/** Held-out success on one family of runs that play all families, and of runs that play this one alone. */
export interface BesideAlone {
  /** Rollouts of this family after which all of these runs were evaluated. */
  budget: number;
  together: Estimate;
  alone: Estimate;
  difference: Estimate;
}

export interface FamilyTogether {
  family: string;
  /** Rollouts of this family in the runs that play all. */
  budget: number;
  /** Held-out success on the family before training, and in the end. */
  base: Estimate;
  together: Estimate;
  /** The gain of the runs, each from its own start. */
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

/** True if a run plays one family with the models of all: a control, to be read beside the runs of all only. */
export const playsOneOfAll = ({ settings: { preset, families } }: RunSummary): boolean =>
  preset === TOGETHER_PRESET && families.length === 1;

const runsOfOnly = (summaries: readonly RunSummary[], family: string): RunSummary[] =>
  evaluatedOnTheSame(
    genenvRuns(differentRuns(summaries)).filter((run) => playsOneOfAll(run) && run.settings.families[0] === family),
  );

/** Curves of runs on one family, by repetition. */
type Curves = ReadonlyMap<string, Curve>;

const familyCurves = (runs: readonly RunSummary[], family: string): Curves =>
  new Map(runs.map((run) => [repetitionKey(run), familyCurve(run, family)]));

/** Those of repetitions that the others have too. */
const alsoIn = (curves: Curves, others: Curves): Curves => new Map([...curves].filter(([key]) => others.has(key)));

const valuesAt = (curves: Curves, budget: number): Map<string, number> =>
  new Map([...curves].map(([key, curve]) => [key, valueNear(curve, budget)!]));

const estimateOf = (values: ReadonlyMap<string, number>): Estimate => estimate([...values.values()]);

function besideAlone(
  together: Curves,
  alone: Curves,
  differenceOf: (together: ReadonlyMap<string, number>, alone: ReadonlyMap<string, number>) => Estimate,
): BesideAlone {
  const budget = commonEnd([...together.values(), ...alone.values()])!;
  const [own, others] = [together, alone].map((curves) => valuesAt(curves, budget));
  return { budget, together: estimateOf(own), alone: estimateOf(others), difference: differenceOf(own, others) };
}

/** In the order of the paper's table; empty where no run of all families at once was made, or none of one alone. */
export function familiesTogether(summaries: readonly RunSummary[]): FamilyTogether[] {
  const together = evaluatedOnTheSame(genenvRuns(runsByPreset(summaries).get(TOGETHER_PRESET) ?? []));
  return runsByFamily(summaries).flatMap(({ family, runs }): FamilyTogether[] => {
    const ofOwnPair = genenvRuns(runs.summaries);
    if (ofOwnPair.length === 0 || !together.some(({ settings }) => settings.families.includes(family))) return [];
    const curves = familyCurves(together, family);
    const budget = commonEnd([...curves.values()])!;
    const [starts, ends] = [0, budget].map((x) => valuesAt(curves, x));
    const ofSamePair = familyCurves(runsOfOnly(summaries, family), family);
    const paired = alsoIn(curves, ofSamePair);
    return [
      {
        family,
        budget,
        base: estimateOf(starts),
        together: estimateOf(ends),
        gain: estimate(pairedDifferences(ends, starts)),
        samePair:
          paired.size > 0
            ? besideAlone(paired, alsoIn(ofSamePair, curves), (own, others) => estimate(pairedDifferences(own, others)))
            : null,
        ownPair: besideAlone(curves, familyCurves(ofOwnPair, family), (own, others) =>
          differenceOfMeans([...own.values()], [...others.values()]),
        ),
      },
    ];
  });
}
