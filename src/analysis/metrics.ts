/**
 * @file Computes the numbers of each epoch in one fold over a run's events, for charts, tables and summaries. It also
 * scales numbers for drawing.
 */
import type { SuccessCount } from '../curriculum/environment-reward.ts';
import { withEpochAlpha } from '../genenv/epoch-settings.ts';
import { addCosts, noCost } from '../genenv/log/epoch-events.ts';
import type {
  CapAction,
  Cost,
  EpochEnded,
  HeldOut,
  RunEvent,
  TasksWritten,
  TaskVerdict,
} from '../genenv/log/events.ts';
import { defaultSettings } from '../genenv/settings/settings.ts';
import { type BandSettings, DiversityFold, type EpochFacts, type EpochNumbers, epochNumbers } from './epoch-fields.ts';

export interface EpochMetrics extends EpochNumbers {
  epoch: number;
  success: SuccessCount;
  /** Success by family. Empty if all tasks belong to one family. */
  successByFamily: Readonly<Partial<Record<string, SuccessCount>>>;
  /** Exponential moving mean of success by family, after the epoch. The environment's next prompt contains it. */
  recentSuccess: Readonly<Partial<Record<string, number>>>;
  /** Share of attempted tasks at each level, by family. */
  levels: Record<string, number[]>;
  verdicts: Record<TaskVerdict, number>;
  cap: CapAction;
  heldOut: HeldOut | null;
  /** Total cost since the run began, including the cost of preparing the fixed tasks. */
  spent: Cost;
}

export interface HeldOutPoint {
  epoch: number;
  success: number;
  samples: number;
  byLevel: Record<string, number[]>;
  spent: Cost;
}

export interface RunMetrics {
  epochs: EpochMetrics[];
  /** Evaluations in order. Epoch 0 is the evaluation before the first epoch. */
  heldOut: HeldOutPoint[];
}

/** Returns false if tasks were attempted but have no rewards, as in some imported logs. */
export const isRewarded = ({ success, attempted }: Pick<EpochMetrics, 'success' | 'attempted'>): boolean =>
  success.n > 0 || attempted === 0;

const epochMetrics = (facts: EpochFacts, spent: Cost): EpochMetrics => {
  const { epoch, success, successByFamily = {}, levels, verdicts, heldOut, state } = facts.ended;
  const { recentSuccess } = state;
  const cap = facts.environment?.cap ?? 'none';
  const numbers = epochNumbers(facts);
  return { epoch, ...numbers, success, successByFamily, recentSuccess, levels, verdicts, cap, heldOut, spent };
};

type EpochSoFar = Omit<EpochFacts, 'ended' | 'diversity'> & { written?: TasksWritten };

/** Computes metrics of a growing log. Add each event once. Outlines (genenv/log/outline-event.ts) suffice. */
export class MetricsFold {
  private readonly epochs: EpochMetrics[] = [];
  private readonly heldOut: HeldOutPoint[] = [];
  private spent = noCost();
  private current: BandSettings = defaultSettings;
  private seen: EpochSoFar = { band: defaultSettings };
  private readonly diversity = new DiversityFold();

  add(event: RunEvent): void {
    switch (event.type) {
      case 'run-started':
        this.current = event.settings;
        this.spent = addCosts(this.spent, event.cost);
        this.evaluated(0, event.heldOut);
        break;
      case 'settings-changed':
        this.current = { ...this.current, ...event.changes };
        break;
      case 'tasks-written':
        this.seen = { band: defaultSettings, written: event };
        break;
      case 'filtered':
        this.seen.band = withEpochAlpha(this.current, this.seen.written?.recentSuccess);
        break;
      case 'agent-updated':
        this.seen.agent = event;
        break;
      case 'environment-updated':
        this.seen.environment = event;
        break;
      case 'pools-updated':
        this.seen.pools = event;
        break;
      case 'epoch-ended':
        this.spent = addCosts(this.spent, event.cost);
        this.epochs.push(epochMetrics(this.factsOf(event), this.spent));
        this.evaluated(event.epoch, event.heldOut);
        break;
    }
  }

  /** Returns metrics of the epochs finished so far, as a copy. */
  metrics(): RunMetrics {
    return { epochs: [...this.epochs], heldOut: [...this.heldOut] };
  }

  private factsOf(ended: EpochEnded): EpochFacts {
    const { written, ...facts } = this.seen;
    return { ...facts, ended, diversity: this.diversity.add(written, ended) };
  }

  private evaluated(epoch: number, heldOut: HeldOut | null): void {
    if (!heldOut) return;
    const { success, samples, byLevel } = heldOut;
    this.heldOut.push({ epoch, success, samples, byLevel, spent: this.spent });
  }
}

/** Computes metrics of all finished epochs of a log. */
export function runMetrics(events: readonly RunEvent[]): RunMetrics {
  const fold = new MetricsFold();
  for (const event of events) fold.add(event);
  return fold.metrics();
}

/** Returns the metrics as they were right after an epoch. Epoch 0 is before training. */
export const metricsUpTo = ({ epochs, heldOut }: RunMetrics, last: number): RunMetrics => ({
  epochs: epochs.filter(({ epoch }) => epoch <= last),
  heldOut: heldOut.filter(({ epoch }) => epoch <= last),
});

/** Band of success rates, `low` to `high`, between two positions on the horizontal axis. */
interface BandStretch {
  left: number;
  right: number;
  low: number;
  high: number;
}

/** Returns each epoch's band, from the previous epoch's end to its own. Joins neighbours with equal bands. */
export function bandStretches(
  epochs: readonly EpochMetrics[],
  placeOf: (row: EpochMetrics) => number,
  start: number,
): BandStretch[] {
  const stretches: BandStretch[] = [];
  for (const row of epochs) {
    const last = stretches.at(-1);
    const low = Math.max(0, row.bandLow);
    const high = Math.min(1, row.bandHigh);
    const right = placeOf(row);
    if (last?.low === low && last.high === high) last.right = right;
    else stretches.push({ left: last?.right ?? start, right, low, high });
  }
  return stretches;
}

/** A curve looks flat if its median value is below this share of its largest value. */
const FLAT = 1 / 25;

/**
 * Returns the median size of the values other than 0 if the largest value makes the curve look flat, else undefined. A
 * symmetric logarithmic axis is linear below the returned size.
 */
export function flattenedSize(values: readonly number[]): number | undefined {
  const sizes = values
    .map(Math.abs)
    .filter((size) => size > 0)
    .sort((a, b) => a - b);
  if (sizes.length === 0) return undefined;
  const typical = sizes[Math.floor(sizes.length / 2)];
  const largest = sizes[sizes.length - 1];
  return typical < FLAT * largest ? typical : undefined;
}

/** Log-probability at and below which a token's surprise is 1. */
const FULL_SURPRISE = Math.log(0.01);

/** Returns 0 for a certain token, and 1 for p ≤ 1 %. */
export const surprise = (logprob: number): number => Math.min(1, Math.max(0, logprob / FULL_SURPRISE));

/** Returns the absolute value relative to the largest one, or 0 if all are 0. */
export const shareOf = (value: number, largest: number): number => (largest > 0 ? Math.abs(value) / largest : 0);
