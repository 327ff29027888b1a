/** @file Compares three sources of tasks (Random, Static, GenEnv) with equal agents and equally many epochs. */
import { meanOrZero } from '../../common/mean.ts';
import type { ArmName } from '../../genenv/settings/settings.ts';
import type { Evidence, Finding, Lesson, Step } from '../lesson.ts';

const EPOCHS = 12;
const LAST = 4;

/** Averages level and share of mixed groups over the last `LAST` of the first `EPOCHS` epochs of an arm's run. */
function outcome({ view, metrics }: Evidence, arm: ArmName): Finding | null {
  if (view.started?.settings.arm !== arm || metrics.epochs.length < EPOCHS) return null;
  const newest = metrics.epochs.slice(0, EPOCHS).slice(-LAST);
  return {
    epochs: EPOCHS,
    last: LAST,
    level: meanOrZero(newest.map(({ meanLevel }) => meanLevel)),
    mixed: { share: meanOrZero(newest.map(({ mixedShare }) => mixedShare)) },
  };
}

const arm = (name: ArmName): Step => ({ name, check: (evidence) => outcome(evidence, name) });

export const threeArms: Lesson = {
  name: 'three-arms',
  opens: { run: 'live', preset: 'quick', settings: { arm: 'random', epochs: EPOCHS } },
  panel: 'circuit',
  controls: ['arm'],
  hidden: ['preset', 'models', 'agent', 'environment', 'curriculum', 'pools'],
  steps: [arm('random'), arm('static'), arm('genenv')],
  compares: { steps: ['random', 'static', 'genenv'], curves: ['level', 'mixed'] },
};
