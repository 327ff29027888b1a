/**
 * @file The paper's claim that GenEnv needs fewer samples than a stronger teacher's data: how many the teacher wrote, over how
 * many GenEnv's environment wrote and the agent attempted until it was first seen to succeed as often as the agent of the
 * teacher's data does in the end.
 *
 *   r = log₂(N_offline / N_GenEnv),   N_GenEnv = Σ distinct tasks of its epochs
 *
 * A task that comes again in another epoch is counted again, and evaluations are some epochs apart: N_GenEnv is the most that
 * it can be. A run that never gets there has r of all its samples, which is more than its own r.
 */
import type { RunSummary } from '../run-summary.ts';
import { repetitionKey } from '../comparison.ts';
import { type Estimate, estimate } from '../statistics.ts';

export interface SamplesToReach {
  /** Of r, over runs of the same seed and models. */
  log2Ratio: Estimate;
  /** Runs of GenEnv that never got there. */
  short: number;
}

const samplesUntil = ({ epochs }: RunSummary, last: number): number =>
  epochs.filter(({ epoch }) => epoch <= last).reduce((sum, { distinct }) => sum + distinct, 0);

/** Null where no seed has both arms. */
export function samplesToReach(summaries: readonly RunSummary[], offline: string): SamplesToReach | null {
  const evaluated = summaries.filter(({ heldOut, epochs }) => heldOut.length > 0 && epochs.length > 0);
  const own = new Map(evaluated.filter(({ arm }) => arm === 'genenv').map((run) => [repetitionKey(run), run]));
  const pairs = evaluated.flatMap((run) => {
    const other = run.arm === offline && own.get(repetitionKey(run));
    if (!other) return [];
    const end = run.heldOut.at(-1)!.success;
    const reached = other.heldOut.find(({ epoch, success }) => epoch > 0 && success >= end);
    const samples = samplesUntil(other, reached?.epoch ?? Infinity);
    return [{ ratio: Math.log2(run.settings.offlinePool / samples), isShort: !reached }];
  });
  if (pairs.length === 0) return null;
  return {
    log2Ratio: estimate(pairs.map(({ ratio }) => ratio)),
    short: pairs.filter(({ isShort }) => isShort).length,
  };
}
