/**
 * @file What may be said about two arms. A claim is a difference with its interval and its n, at an equal budget; without
 * them there is a sentence on what is missing, and no claim.
 */
import { axes, type Axis, type Runs } from './axes.ts';
import { armTitle } from './arm-variants.ts';
import { commonBudget, conditionsOf, measuredByRepetition, type Measure, repetitionKey } from './comparison.ts';
import { bestCoverage, type BootstrapOptions, type Estimate, estimate, pairedDifferences } from './statistics.ts';

export interface Claim {
  /** What differs from other conditions of these runs; empty where there is one. */
  condition: string;
  treatment: string;
  control: string;
  measure: Measure;
  axis: Axis;
  /** On the axis: what every run of the comparison had spent. */
  budget: number;
  /** Treatment − control over seeds and model pairs that have both. */
  difference: Estimate;
  /** Whether the interval leaves out 0, of enough runs that it means what it says. */
  shown: boolean;
  seeds: number;
  modelPairs: number;
  sentence: string;
}

/** Why nothing is claimed, as a sentence. */
export interface NoClaim {
  condition: string;
  treatment: string;
  control: string;
  axis: Axis;
  sentence: string;
}

export type ClaimOrNot = Claim | NoClaim;

export const isClaim = (result: ClaimOrNot): result is Claim => 'difference' in result;

/** Differences of equal means are not exactly 0 in floating point. */
const ROUNDING_ERROR = 1e-12;

export const numberOf = (value: number): string =>
  Math.abs(value) >= 1000
    ? value.toLocaleString('en', { maximumSignificantDigits: 4 })
    : String(Math.abs(value) < ROUNDING_ERROR ? 0 : Number(value.toPrecision(3)));
export const signed = (value: number): string => `${value > 0 ? '+' : ''}${numberOf(value)}`;

function measureName(measure: Measure, axis: Axis, budget: number): string {
  const spent = `${numberOf(budget)} ${axes[axis].noun}`;
  switch (measure.kind) {
    case 'final':
      return `held-out success after ${spent}`;
    case 'area':
      return `mean held-out success over ${spent}`;
    case 'threshold':
      return `${axes[axis].noun} to held-out success ${measure.at} (never within ${numberOf(budget)}: counted as that many)`;
  }
}

/** How far the coverage of an interval may fall short of its level: five seeds cover .94 instead of .95. */
const COVERAGE_SLACK = 0.02;

const leavesOutZero = ({ interval }: Estimate): boolean => interval!.low > 0 || interval!.high < 0;

/** Two seeds that happen to agree have an interval of no width: so few show nothing, whatever their interval. */
const coversEnough = ({ n, interval }: Estimate): boolean => bestCoverage(n) >= interval!.level - COVERAGE_SLACK;

function sentenceOf(claim: Omit<Claim, 'sentence' | 'shown'>): string {
  const { condition, treatment, control, measure, axis, budget, difference, seeds, modelPairs } = claim;
  const { level, low, high } = difference.interval!;
  const { n } = difference;
  const where = condition ? `With ${condition}: ` : '';
  const pairs = modelPairs > 1 ? `${seeds} seeds and ${modelPairs} model pairs` : `${seeds} seeds of one model pair`;
  const verdict = leavesOutZero(difference)
    ? 'The interval leaves out 0.'
    : 'The interval holds 0: no difference is shown.';
  const caution = coversEnough(difference)
    ? ''
    : ` So few runs make the true coverage at most ${bestCoverage(n).toFixed(2)}${leavesOutZero(difference) ? ': no difference is shown.' : '.'}`;
  return (
    `${where}${armTitle(treatment)} − ${armTitle(control)}, ${measureName(measure, axis, budget)}: ` +
    `${signed(difference.mean)} [${signed(low)}, ${signed(high)}] (${level * 100}% bootstrap interval of paired ` +
    `differences, n = ${n}: ${pairs}). ${verdict}${caution}`
  );
}

export interface ClaimRequest extends BootstrapOptions {
  treatment: string;
  control: string;
  measure?: Measure;
  axis?: Axis;
}

function claimWithin(runs: Runs, condition: string, request: ClaimRequest): ClaimOrNot {
  const { treatment, control, measure = { kind: 'final' }, axis = 'rollouts', ...bootstrap } = request;
  const compared: Runs = {
    ...runs,
    summaries: runs.summaries.filter(({ arm }) => arm === treatment || arm === control),
  };
  const refuse = (why: string): NoClaim => ({
    condition,
    treatment,
    control,
    axis,
    sentence: `${condition ? `With ${condition}: ` : ''}nothing is claimed of ${armTitle(treatment)} against ${armTitle(control)}: ${why}`,
  });
  const budget = commonBudget(compared, axis);
  if (budget === null)
    return refuse(
      axis === 'seconds'
        ? 'not all of their runs have recorded seconds. Run them on one machine.'
        : 'not all of their runs were evaluated. Raise the number of evaluation tasks.',
    );
  const [a, b] = [treatment, control].map((arm) => measuredByRepetition(compared, arm, measure, axis, budget));
  const differences = pairedDifferences(a, b);
  if (differences.length < 2)
    return refuse(
      `${differences.length === 0 ? 'no seed has' : 'only one seed has'} both of them on the same models, and an ` +
        'interval needs at least two. Run more seeds.',
    );
  const difference = estimate(differences, bootstrap);
  const both = compared.summaries.filter((summary) => summary.arm === treatment && b.has(repetitionKey(summary)));
  const claim = {
    condition,
    treatment,
    control,
    measure,
    axis,
    budget,
    difference,
    seeds: new Set(both.map(({ settings }) => settings.seed)).size,
    modelPairs: new Set(both.map(({ models }) => models)).size,
  };
  const shown = leavesOutZero(difference) && coversEnough(difference);
  return { ...claim, shown, sentence: sentenceOf(claim) };
}

/** Two arms against each other, once in every condition (grid point) of the runs. */
export const compareArms = (runs: Runs, request: ClaimRequest): ClaimOrNot[] =>
  conditionsOf(runs.summaries)
    .filter(({ runs: within }) => [request.treatment, request.control].some((arm) => within.some((r) => r.arm === arm)))
    .map(({ label, runs: summaries }) => claimWithin({ ...runs, summaries }, label, request));

/** Claims without those that say what one before them said: why nothing is claimed does not depend on the measure or axis. */
export const saidOnce = (claims: readonly ClaimOrNot[]): ClaimOrNot[] => [
  ...new Map(claims.map((claim) => [claim.sentence, claim])).values(),
];
