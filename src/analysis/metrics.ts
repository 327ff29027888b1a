/**
 * @file A run in numbers per epoch: one fold over its events, for charts, tables and summaries alike.
 */
import { addCosts, noCost } from '../genenv/cost.ts';
import type { CapAction, Cost, HeldOut, RunEvent, TaskVerdict } from '../genenv/events.ts';
import type { SuccessCount } from '../curriculum/success.ts';
import { defaultSettings } from '../genenv/settings/settings.ts';
import { type BandSettings, type EpochFacts, type EpochNumbers, epochNumbers } from './epoch-fields.ts';

export interface EpochMetrics extends EpochNumbers {
  epoch: number;
  /** The counts that p̂ is from. */
  success: SuccessCount;
  /** Share of attempted tasks by level, by family. */
  levels: Record<string, number[]>;
  /** Share of texts by verdict. */
  verdicts: Record<TaskVerdict, number>;
  cap: CapAction;
  heldOut: HeldOut | null;
  /** Since the run began, the making of fixed tasks included. */
  spent: Cost;
}

export interface HeldOutPoint {
  epoch: number;
  success: number;
  /** Samples per task (avg@k). */
  samples: number;
  byLevel: Record<string, number[]>;
  spent: Cost;
}

export interface RunMetrics {
  /** Finished epochs, in order. */
  epochs: EpochMetrics[];
  /** Evaluations in order; the one before the first epoch is that of epoch 0. */
  heldOut: HeldOutPoint[];
}

const epochMetrics = (facts: EpochFacts, spent: Cost): EpochMetrics => {
  const { epoch, success, levels, verdicts, heldOut } = facts.ended;
  const cap = facts.environment?.cap ?? 'none';
  return { epoch, ...epochNumbers(facts), success, levels, verdicts, cap, heldOut, spent };
};

/** Metrics of all finished epochs of a log; events of an unfinished one are passed over. */
export function runMetrics(events: readonly RunEvent[]): RunMetrics {
  const metrics: RunMetrics = { epochs: [], heldOut: [] };
  let spent = noCost();
  let current: BandSettings = defaultSettings;
  let seen: Omit<EpochFacts, 'ended'> = { band: current };
  const evaluated = (epoch: number, heldOut: HeldOut | null) => {
    if (!heldOut) return;
    const { success, samples, byLevel } = heldOut;
    metrics.heldOut.push({ epoch, success, samples, byLevel, spent });
  };
  for (const event of events) {
    switch (event.type) {
      case 'run-started':
        current = event.settings;
        spent = addCosts(spent, event.cost);
        evaluated(0, event.heldOut);
        break;
      case 'settings-changed':
        current = { ...current, ...event.changes };
        break;
      case 'tasks-written':
        seen = { band: defaultSettings };
        break;
      case 'filtered':
        seen.band = current;
        break;
      case 'agent-updated':
        seen.agent = event;
        break;
      case 'environment-updated':
        seen.environment = event;
        break;
      case 'pools-updated':
        seen.pools = event;
        break;
      case 'epoch-ended':
        spent = addCosts(spent, event.cost);
        metrics.epochs.push(epochMetrics({ ...seen, ended: event }, spent));
        evaluated(event.epoch, event.heldOut);
        break;
    }
  }
  return metrics;
}
