/** @file The loss is near zero and the agent learns all the same: advantages of a group sum to zero, their gradients do not. */
import { meanOrNull, meanOrZero } from '../../common/mean.ts';
import { type Evidence, type Finding, finished, type Lesson, question, shownEpoch } from '../lesson.ts';

const FLAT = 0.01;
const STEEP = 0.3;

function flatButSteep(evidence: Evidence): Finding | null {
  const epoch = shownEpoch(evidence);
  const steps = epoch?.['agent-updated']?.steps ?? [];
  const loss = meanOrNull(steps.map((step) => step.loss));
  const gradient = meanOrNull(steps.map((step) => step.gradNorm));
  if (!epoch || loss === null || gradient === null) return null;
  return Math.abs(loss) < FLAT && gradient > STEEP ? { epoch: epoch.epoch, loss, gradient } : null;
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
  // The last bits of the sum say nothing.
  const mean = Number(Math.abs(meanOrZero(all)).toFixed(12));
  return { answers: all.length, mean, size: meanOrZero(all.map(Math.abs)) };
}

export const lossIsZero: Lesson = {
  name: 'loss-is-zero',
  opens: { run: 'recorded', epoch: 53 },
  panel: 'updates',
  controls: [],
  hidden: ['preset'],
  steps: [
    { name: 'flat', check: flatButSteep },
    { name: 'learned', check: learned },
    question('why', 3, () => 1, advantages),
  ],
};
