/**
 * @file Teaches why the agent learns although the loss is near zero. A group’s advantages sum to zero, but the
 * gradients that they weight do not.
 */
import { meanOrNull, meanOrZero } from '../../common/mean.ts';
import type { EpochView } from '../../analysis/run-view.ts';
import { type Evidence, type Finding, finished, type Lesson, midmost, question, shownEpoch } from '../lesson.ts';

const FLAT = 0.01;
const STEEP = 0.3;

function flatButSteep(epoch: EpochView): Finding | null {
  const steps = epoch['agent-updated']?.steps ?? [];
  const loss = meanOrNull(steps.map((step) => step.loss));
  const gradient = meanOrNull(steps.map((step) => step.gradNorm));
  if (loss === null || gradient === null) return null;
  return Math.abs(loss) < FLAT && gradient > STEEP ? { epoch: epoch.epoch, loss, gradient } : null;
}

function flatShown(evidence: Evidence): Finding | null {
  const epoch = shownEpoch(evidence);
  return epoch ? flatButSteep(epoch) : null;
}

function learned(evidence: Evidence): Finding | null {
  const { epochs, heldOut } = evidence.metrics;
  const last = heldOut.at(-1);
  if (epochs.length < (evidence.view.settings?.epochs ?? Infinity) || heldOut.length < 2 || !last) return null;
  return {
    epochs: epochs.length,
    loss: meanOrZero(epochs.map(({ agentLoss }) => Math.abs(agentLoss ?? 0))),
    before: { share: heldOut[0].success },
    after: { share: last.success },
  };
}

function advantages(evidence: Evidence): Finding | null {
  const all = finished(evidence).flatMap(({ scored }) => scored?.rollouts.map(({ advantage }) => advantage) ?? []);
  if (all.length === 0) return null;
  // The exact mean is 0. Rounding to 12 decimals removes floating-point errors.
  const mean = Number(Math.abs(meanOrZero(all)).toFixed(12));
  return { answers: all.length, mean, size: meanOrZero(all.map(Math.abs)) };
}

export const lossIsZero: Lesson = {
  name: 'loss-is-zero',
  opens: {
    run: 'recorded',
    at: (epochs) => (epochs.some(flatButSteep) ? midmost(epochs, (epoch) => !flatButSteep(epoch)) : undefined),
  },
  panel: 'updates',
  controls: [],
  hidden: ['preset'],
  steps: [
    { name: 'flat', check: flatShown },
    { name: 'learned', check: learned },
    question('why', 3, () => 1, advantages),
  ],
};
