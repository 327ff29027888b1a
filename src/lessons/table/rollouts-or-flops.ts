/** @file Teaches that equally many answers cost different FLOPs in two arms. FLOPs are computed from shapes. */
import { flopsOf } from '../../genenv/log/epoch-events.ts';
import type { ArmName } from '../../genenv/settings/settings.ts';
import { type Evidence, type Finding, type Lesson, question } from '../lesson.ts';

const EPOCHS = 6;

function spent({ view, metrics }: Evidence, arm: ArmName): Finding | null {
  if (view.started?.settings.arm !== arm || metrics.epochs.length < EPOCHS) return null;
  const cost = metrics.epochs[EPOCHS - 1].spent;
  const flops = flopsOf(cost);
  return {
    epochs: EPOCHS,
    rollouts: cost.agentRollouts,
    gigaflops: flops / 1e9,
    perRollout: flops / cost.agentRollouts / 1e6,
    environment: { share: cost.environmentFlops / flops },
  };
}

/** Computes how many answers each arm gets for the FLOPs of the arm `random`. */
function equalFlops({ notes: { random, genenv } }: Evidence): Finding | null {
  if (!random || !genenv) return null;
  const budget = Number(random.gigaflops);
  return {
    budget,
    random: Number(random.rollouts),
    genenv: Math.floor((budget * 1e3) / Number(genenv.perRollout)),
  };
}

export const rolloutsOrFlops: Lesson = {
  name: 'rollouts-or-flops',
  opens: { run: 'live', preset: 'quick', settings: { arm: 'random', epochs: EPOCHS } },
  panel: 'curves',
  controls: ['arm'],
  hidden: ['preset', 'models', 'agent', 'environment', 'curriculum', 'pools'],
  steps: [
    { name: 'random', check: (evidence) => spent(evidence, 'random') },
    { name: 'genenv', check: (evidence) => spent(evidence, 'genenv') },
    question('budget', 2, ({ random, genenv }) => (Number(random) >= Number(genenv) ? 0 : 1), equalFlops),
  ],
  compares: { steps: ['random', 'genenv'], curves: ['level', 'success'] },
};
