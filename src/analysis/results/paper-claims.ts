/**
 * @file The paper's claims (GenEnv, arXiv 2512.19682), each with the test that runs at toy scale are put to. What a test
 * finds is a paired difference or a mean with its interval and n; a null result is said as plainly as any other.
 */
import { armTitle } from '../arm-variants.ts';
import type { Axis, Runs } from '../axes.ts';
import { type ClaimOrNot, compareArms, isClaim, signed } from '../claims.ts';
import type { Measure } from '../comparison.ts';
import { FIGURE_1B, FIGURE_5_RESPONSE_LENGTHS, FIGURE_5_TASK_LENGTHS, FIGURE_7_BAND } from '../paper.ts';
import { bestCoverage, type Estimate, estimate, pairedDifferences } from '../statistics.ts';
import {
  byRepetition,
  climb,
  growth,
  inBandLater,
  laterSuccess,
  learned,
  overall,
  type RunMeasure,
} from './parts-of-run.ts';

export type Outcome = 'holds' | 'opposite' | 'not shown' | 'too few' | 'not tested';

export interface Finding {
  outcome: Outcome;
  /** With interval and n, or why there is none. */
  sentence: string;
}

export interface PaperClaim {
  /** What the paper says, in short. */
  claim: string;
  /** Where, with its numbers. */
  source: string;
  test: (runs: Runs) => Finding[];
}

/** Of fewer runs no interval covers this much of what it should, and none decides anything. */
const LEAST_COVERAGE = 0.9;

/** By where an interval lies: in the place the paper says, outside of it, or across its border. */
function judged({ interval, n }: Estimate, lowest: number, highest = Infinity): Outcome {
  if (!interval || bestCoverage(n) < LEAST_COVERAGE) return 'too few';
  if (interval.low > lowest && interval.high < highest) return 'holds';
  return interval.high < lowest || interval.low > highest ? 'opposite' : 'not shown';
}

/** The interval above 0 is what the paper says, below 0 the opposite. */
const outcomeOf = (found: Estimate): Outcome => judged(found, 0);

const findingOf = (result: ClaimOrNot): Finding => ({
  outcome: isClaim(result) ? outcomeOf(result.difference) : 'not tested',
  sentence: result.sentence,
});

const BUDGETS: readonly Axis[] = ['rollouts', 'flops'];

/** GenEnv against another arm by final and by mean success, environment cost left out and counted in. */
const against =
  (control: string, measures: readonly Measure[] = [{ kind: 'final' }, { kind: 'area' }]) =>
  (runs: Runs): Finding[] => {
    const present = new Set(runs.summaries.map(({ arm }) => arm));
    const missing = ['genenv', control].filter((arm) => !present.has(arm));
    if (missing.length > 0) return [notAmong(missing)];
    return BUDGETS.flatMap((axis) =>
      measures.flatMap((measure) => compareArms(runs, { treatment: 'genenv', control, axis, measure }).map(findingOf)),
    );
  };

const notAmong = (arms: readonly string[]): Finding => ({
  outcome: 'not tested',
  sentence: `Not among these runs: ${arms.map(armTitle).join(', ')}.`,
});

function estimateSentence(what: string, { mean, interval, n }: Estimate): string {
  if (!interval) return `${what}: ${signed(mean)} in a single run; an interval needs at least two.`;
  const { level, low, high } = interval;
  return `${what}: ${signed(mean)} [${signed(low)}, ${signed(high)}] (${level * 100}% bootstrap interval, n = ${n}).`;
}

/** The mean of a number over the runs of GenEnv; above 0 is what the paper says. */
const ofGenEnv =
  (what: string, measure: RunMeasure) =>
  ({ summaries }: Runs): Finding[] => {
    const values = [...byRepetition(summaries, 'genenv', measure).values()];
    if (values.length === 0) return [notAmong(['genenv'])];
    const found = estimate(values);
    return [{ outcome: outcomeOf(found), sentence: estimateSentence(`GenEnv, ${what}`, found) }];
  };

/** Whether the agent's success in the second half of training is in the paper's band: its mean, interval and all. */
function withinBand({ summaries }: Runs): Finding[] {
  const values = [...byRepetition(summaries, 'genenv', laterSuccess).values()];
  if (values.length === 0) return [notAmong(['genenv'])];
  const found = estimate(values);
  const outcome = judged(found, ...FIGURE_7_BAND);
  return [{ outcome, sentence: estimateSentence('GenEnv, mean p̂ in the second half of the run', found) }];
}

/** A number of GenEnv's runs minus that of GenEnv-Random's. */
const overRandom =
  (what: string, measure: RunMeasure) =>
  ({ summaries }: Runs): Finding[] => {
    const [own, random] = ['genenv', 'random'].map((arm) => byRepetition(summaries, arm, measure));
    const missing = [...(own.size === 0 ? ['genenv'] : []), ...(random.size === 0 ? ['random'] : [])];
    if (missing.length > 0) return [notAmong(missing)];
    const differences = pairedDifferences(own, random);
    if (differences.length === 0) return [{ outcome: 'not tested', sentence: 'No seed has both arms.' }];
    const found = estimate(differences);
    return [{ outcome: outcomeOf(found), sentence: estimateSentence(`GenEnv − GenEnv-Random, ${what}`, found) }];
  };

const points = (arm: string): string => `${FIGURE_1B.genenv} against ${FIGURE_1B[arm]}% on BFCL validation (Figure 1b)`;
const ends = (values: readonly number[]): string => `${values[0]} to ${values[values.length - 1]} tokens`;

export const PAPER_CLAIMS: readonly PaperClaim[] = [
  {
    claim: 'Training in co-evolution improves the agent.',
    source: '53.6 against 33.0% on average over five benchmarks (Table 1)',
    test: ofGenEnv('held-out success after training minus before', learned),
  },
  {
    claim: 'An environment that learns beats the same one frozen (GenEnv-Random): difficulty alignment helps.',
    source: points('random'),
    test: against('random'),
  },
  {
    claim: 'Tasks made while the agent learns beat tasks made once (GenEnv-Static).',
    source: points('static'),
    test: against('static'),
  },
  {
    claim: 'GenEnv beats more data from a stronger frozen teacher, ×2.',
    source: points('offline-2x'),
    test: against('offline-2x'),
  },
  {
    claim: 'GenEnv beats still more data from a stronger frozen teacher, ×4.',
    source: points('offline-4x'),
    test: against('offline-4x'),
  },
  {
    claim: 'p̂ comes into the band around α and stays there.',
    source: `in [${FIGURE_7_BAND.join(', ')}] from the second epoch on (Figure 7)`,
    test: (runs) => [
      ...withinBand(runs),
      ...overRandom('share of the second half’s epochs with p̂ in the band', inBandLater)(runs),
    ],
  },
  {
    claim: 'Fewer groups are without a signal, all solved or none.',
    source: 'Figure 8, against GenEnv-Random',
    test: overRandom('share of groups with different rewards', overall('mixedShare')),
  },
  {
    claim: 'The environment writes harder, longer tasks as the agent improves.',
    source: `said of Figure 5, whose numbers fall: ${ends(FIGURE_5_TASK_LENGTHS)}`,
    test: (runs) => [
      ...ofGenEnv('tokens of a task, last sixth of the run minus first', growth('taskLength'))(runs),
      ...ofGenEnv('level of the tasks, last sixth of the run minus first', growth('meanLevel'))(runs),
      ...ofGenEnv('level of the tasks, last sixth of the run minus the lowest', climb('meanLevel'))(runs),
    ],
  },
  {
    claim: 'The agent’s responses grow longer.',
    source: `${ends(FIGURE_5_RESPONSE_LENGTHS)} in six epochs (Figure 5)`,
    test: ofGenEnv('tokens of a response, last sixth of the run minus first', growth('responseLength')),
  },
];

/** What the paper does not compare: is it the α-curriculum, or would another do? “Holds” is that GenEnv is ahead. */
export const NEIGHBOURS: readonly PaperClaim[] = [
  { claim: 'Against GRPO on base data from the true generator, all levels equally often.', control: 'base-data' },
  { claim: 'Against R-Zero’s reward, 2·min(p̂, 1 − p̂).', control: 'r-zero' },
  { claim: 'Against Absolute Zero’s reward, 1 − p̂.', control: 'absolute-zero' },
  { claim: 'Against a rule that raises and lowers the level of the true generator.', control: 'level-rule' },
  { claim: 'Against prioritised level replay of a frozen environment’s tasks.', control: 'level-replay' },
].map(({ claim, control }) => ({ claim, source: '', test: against(control) }));
