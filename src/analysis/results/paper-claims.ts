/**
 * @file The paper's claims (GenEnv, arXiv 2512.19682), each with the test that runs at toy scale are put to. A test finds
 * paired differences or means with interval and n, as data; a null result is a result like any other. What a claim says
 * is in the text modules.
 */
import type { ArmName } from '../../genenv/settings/settings.ts';
import { settingsTable } from '../../genenv/settings/settings-table.ts';
import type { Axis, Runs } from '../axes.ts';
import { type ClaimOrNot, isClaim } from '../claim.ts';
import { compareArms } from '../claims.ts';
import { enoughRuns } from '../enough-runs.ts';
import type { Measure } from '../comparison.ts';
import { FIGURE_7_BAND } from '../paper.ts';
import type { VariantName } from '../arm-variants.ts';
import { type Estimate, estimate, pairedDifferences } from '../statistics.ts';
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
import { samplesToReach, type SamplesToReach } from './samples-to-reach.ts';

export type Outcome = 'holds' | 'opposite' | 'not shown' | 'too few' | 'not tested';

/** Numbers of a run that claims of the paper are about. */
const quantities = {
  learned,
  'later-success': laterSuccess,
  'later-share-in-band': inBandLater,
  'mixed-share': overall('mixedShare'),
  'task-length-growth': growth('taskLength'),
  'level-growth': growth('meanLevel'),
  'level-climb': climb('meanLevel'),
  'answer-length-growth': growth('responseLength'),
} satisfies Record<string, RunMeasure>;

export type ClaimQuantity = keyof typeof quantities;

export type Finding =
  /** Two arms by held-out success, or why they can't be compared. */
  | { kind: 'comparison'; outcome: Outcome; claim: ClaimOrNot }
  /** A number of GenEnv's runs, or of GenEnv's minus that of GenEnv-Random's. */
  | { kind: 'quantity'; outcome: Outcome; quantity: ClaimQuantity; overRandom: boolean; found: Estimate }
  | ({ kind: 'samples'; outcome: Outcome; arm: VariantName } & SamplesToReach)
  | { kind: 'missing-arms'; outcome: 'not tested'; arms: string[] }
  | { kind: 'no-common-seed'; outcome: 'not tested' };

export interface PaperClaim<Code extends string = string> {
  code: Code;
  test: (runs: Runs) => Finding[];
}

/** By where an interval lies: in the place the paper says, outside of it, or across its border. */
function judged({ interval, n }: Estimate, lowest: number, highest = Infinity): Outcome {
  if (!interval || !enoughRuns(n, interval.level)) return 'too few';
  if (interval.low > lowest && interval.high < highest) return 'holds';
  return interval.high < lowest || interval.low > highest ? 'opposite' : 'not shown';
}

/** The interval above 0 is what the paper says, below 0 the opposite. */
export const outcomeOf = (found: Estimate): Outcome => judged(found, 0);

const comparisonOf = (claim: ClaimOrNot): Finding => ({
  kind: 'comparison',
  outcome: isClaim(claim) ? outcomeOf(claim.difference) : 'not tested',
  claim,
});

const missing = (...arms: string[]): Finding => ({ kind: 'missing-arms', outcome: 'not tested', arms });

const BUDGETS: readonly Axis[] = ['rollouts', 'flops'];
const MEASURES: readonly Measure[] = [{ kind: 'final' }, { kind: 'area' }];

/** GenEnv against another arm by final and by mean success, environment cost left out and counted in. */
const against =
  (control: string) =>
  (runs: Runs): Finding[] => {
    const present = new Set(runs.summaries.map(({ arm }) => arm));
    const absent = ['genenv', control].filter((arm) => !present.has(arm));
    if (absent.length > 0) return [missing(...absent)];
    return BUDGETS.flatMap((axis) =>
      MEASURES.flatMap((measure) =>
        compareArms(runs, { treatment: 'genenv', control, axis, measure }).map(comparisonOf),
      ),
    );
  };

/** The mean of a number over the runs of GenEnv, judged by where its interval lies; the paper says above 0. */
const ofGenEnv =
  (quantity: ClaimQuantity, judge: (found: Estimate) => Outcome = outcomeOf) =>
  ({ summaries }: Runs): Finding[] => {
    const values = [...byRepetition(summaries, 'genenv', quantities[quantity]).values()];
    if (values.length === 0) return [missing('genenv')];
    const found = estimate(values);
    return [{ kind: 'quantity', outcome: judge(found), quantity, overRandom: false, found }];
  };

/** A number of GenEnv's runs minus that of GenEnv-Random's. */
const overRandom =
  (quantity: ClaimQuantity) =>
  ({ summaries }: Runs): Finding[] => {
    const [own, random] = ['genenv', 'random'].map((arm) => byRepetition(summaries, arm, quantities[quantity]));
    const absent = [...(own.size === 0 ? ['genenv'] : []), ...(random.size === 0 ? ['random'] : [])];
    if (absent.length > 0) return [missing(...absent)];
    const differences = pairedDifferences(own, random);
    if (differences.length === 0) return [{ kind: 'no-common-seed', outcome: 'not tested' }];
    const found = estimate(differences);
    return [{ kind: 'quantity', outcome: outcomeOf(found), quantity, overRandom: true, found }];
  };

const OFFLINE: readonly VariantName[] = ['offline-2x', 'offline-4x'];

/** Samples of a teacher over GenEnv's own, until it succeeds as often; runs that never do show nothing in its favour. */
function fewerSamples({ summaries }: Runs): Finding[] {
  const found = OFFLINE.flatMap((arm): Finding[] => {
    const samples = samplesToReach(summaries, arm);
    if (!samples) return [];
    const outcome = outcomeOf(samples.log2Ratio);
    const isOpen = outcome === 'holds' && samples.short > 0;
    return [{ kind: 'samples', outcome: isOpen ? 'not shown' : outcome, arm, ...samples }];
  });
  return found.length > 0 ? found : [missing(...OFFLINE)];
}

const inPaperBand = (found: Estimate): Outcome => judged(found, ...FIGURE_7_BAND);

export const PAPER_CLAIMS = [
  { code: 'training-helps', test: ofGenEnv('learned') },
  { code: 'beats-random', test: against('random') },
  { code: 'beats-static', test: against('static') },
  { code: 'beats-offline-2x', test: against('offline-2x') },
  { code: 'beats-offline-4x', test: against('offline-4x') },
  { code: 'fewer-samples', test: fewerSamples },
  {
    code: 'success-in-band',
    test: (runs) => [...ofGenEnv('later-success', inPaperBand)(runs), ...overRandom('later-share-in-band')(runs)],
  },
  { code: 'more-mixed-groups', test: overRandom('mixed-share') },
  {
    code: 'harder-tasks',
    test: (runs) => [
      ...ofGenEnv('task-length-growth')(runs),
      ...ofGenEnv('level-growth')(runs),
      ...ofGenEnv('level-climb')(runs),
    ],
  },
  { code: 'longer-answers', test: ofGenEnv('answer-length-growth') },
] as const satisfies readonly PaperClaim[];

export type PaperClaimCode = (typeof PAPER_CLAIMS)[number]['code'];

const PAPER_ARMS = ['genenv', 'random', 'static', 'offline'] as const;

export type NeighbourCode = Exclude<ArmName, (typeof PAPER_ARMS)[number]>;

const isNeighbour = (arm: ArmName): arm is NeighbourCode => !(PAPER_ARMS as readonly ArmName[]).includes(arm);

/**
 * A comparison that the paper does not make: is it the α-curriculum, or would another do? `holds` means that GenEnv is
 * ahead. Of an arm without a run in any of the sweeps nothing is asked.
 */
export function neighboursAmong(sweeps: readonly Runs[]): PaperClaim<NeighbourCode>[] {
  const present = new Set(sweeps.flatMap(({ summaries }) => summaries.map(({ arm }) => arm)));
  return settingsTable.arm.choices
    .filter(isNeighbour)
    .filter((code) => present.has(code))
    .map((code) => ({ code, test: against(code) }));
}
