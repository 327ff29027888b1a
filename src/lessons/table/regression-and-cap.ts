/** @file Teaches the environment's regression: the weights, the drift from the initial model, and the cap on it. */
import type { EpochView } from '../../analysis/run-view.ts';
import { type Evidence, type Finding, finished, type Lesson } from '../lesson.ts';

const EPOCHS = 6;
const STRONG = 3;

const divergence = (epoch: EpochView): number => epoch['environment-updated']?.klPerSequence ?? 0;

function drifted(evidence: Evidence): Finding | null {
  const epochs = finished(evidence);
  const last = epochs.at(-1);
  if (!last || epochs.length < EPOCHS || divergence(last) === 0) return null;
  return {
    epochs: epochs.length,
    divergence: divergence(last),
    levelBefore: epochs[0]['epoch-ended']!.meanLevel,
    levelAfter: last['epoch-ended']!.meanLevel,
  };
}

function capped(evidence: Evidence): Finding | null {
  const under = finished(evidence).filter(({ environmentKlCap }) => environmentKlCap);
  const stopped = under.filter((epoch) => epoch['environment-updated']!.cap !== 'none');
  const last = under.at(-1);
  if (!last?.environmentKlCap || stopped.length < 2) return null;
  return { epochs: under.length, stopped: stopped.length, divergence: divergence(last), cap: last.environmentKlCap };
}

/** Divides the largest regression weight by the smallest, in the newest epoch with a large λ and different weights. */
function contrast(evidence: Evidence): Finding | null {
  for (const { epoch, filtered, settings } of finished(evidence).reverse()) {
    if (settings.lambda < STRONG) continue;
    const weights = filtered!.tasks.filter(({ weight }) => weight > 0).map(({ weight }) => weight);
    const [least, most] = [Math.min(...weights), Math.max(...weights)];
    if (weights.length > 1 && most > least)
      return {
        epoch,
        lambda: settings.lambda,
        times: most / least,
        timesAtOne: (most / least) ** (1 / settings.lambda),
      };
  }
  return null;
}

export const regressionAndCap: Lesson = {
  name: 'regression-and-cap',
  opens: {
    run: 'live',
    preset: 'quick',
    settings: {
      environmentModel: 'discovery-environment-uniform',
      kMin: 0.45,
      environmentKlWeight: 0,
      environmentKlCap: 0,
      epochs: 60,
    },
  },
  panel: 'circuit',
  controls: ['environmentKlCap', 'lambda'],
  hidden: ['preset', 'models', 'evaluation', 'pools', 'agent'],
  steps: [
    { name: 'drift', check: drifted },
    { name: 'cap', check: capped },
    { name: 'contrast', check: contrast },
  ],
};
