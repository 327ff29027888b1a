/** @file Teaches why keys need checks. A wrong key that half of the answers match pays as much as a right key. */
import { meanOrZero } from '../../common/mean.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import { type Evidence, type Finding, type Lesson, question } from '../lesson.ts';

const EPOCHS = 60;
const LAST = 10;

function outcome({ view, metrics }: Evidence, answerKey: Settings['answerKey']): Finding | null {
  const { epochs, heldOut } = metrics;
  const last = heldOut.at(-1);
  if (view.started?.settings.answerKey !== answerKey || epochs.length < EPOCHS || !last) return null;
  const newest = epochs.slice(-LAST);
  const mean = (name: 'wrongKeyShare' | 'wrongKeySuccess' | 'rightKeySuccess') => ({
    share: meanOrZero(newest.flatMap((row) => row[name] ?? [])),
  });
  return {
    epochs: epochs.length,
    last: LAST,
    wrong: mean('wrongKeyShare'),
    byWrong: mean('wrongKeySuccess'),
    byRight: mean('rightKeySuccess'),
    before: { share: heldOut[0].success },
    after: { share: last.success },
  };
}

/** Returns the right choice. 0: wrong keys match under 10% of answers. 1: under half as many as right keys. 2: more. */
function met({ byWrong, byRight }: Finding): number {
  const [wrong, right] = [byWrong, byRight].map((quantity) => (quantity as { share: number }).share);
  return wrong < 0.1 ? 0 : wrong < right / 2 ? 1 : 2;
}

export const writtenKeys: Lesson = {
  name: 'written-keys',
  opens: {
    run: 'live',
    preset: 'quick',
    settings: {
      // With another seed, held-out success may rise despite wrong keys. The teacher's sheet says so.
      seed: 2,
      environmentModel: 'discovery-environment-keys',
      answerKey: 'written',
      tasksPerEpoch: 16,
      evalEvery: 10,
      epochs: EPOCHS,
    },
  },
  panel: 'curves',
  controls: ['answerKey', 'keyVotes'],
  hidden: ['preset', 'models', 'agent', 'pools'],
  steps: [
    question('guess', 3, met, (evidence) => outcome(evidence, 'written')),
    { name: 'written', check: (evidence) => outcome(evidence, 'written') },
    { name: 'checked', check: (evidence) => outcome(evidence, 'checked') },
  ],
  compares: { steps: ['written', 'checked'], curves: ['success', 'heldOut'] },
};
