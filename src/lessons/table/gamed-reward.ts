/**
 * @file Teaches how an environment games its reward. If it is rewarded for tasks that are always solved, it writes the
 * easiest tasks.
 */
import { meanOrZero } from '../../common/mean.ts';
import { type Evidence, type Finding, finished, type Lesson, question } from '../lesson.ts';

const EPOCHS = 40;
const LAST = 5;

function gamed({ metrics }: Evidence): Finding | null {
  const { epochs, heldOut } = metrics;
  const last = heldOut.at(-1);
  if (epochs.length < EPOCHS || heldOut.length < 2 || !last) return null;
  const newest = epochs.slice(-LAST);
  return {
    epochs: epochs.length,
    level: meanOrZero(newest.map(({ meanLevel }) => meanLevel)),
    training: { share: meanOrZero(newest.map(({ successRate }) => successRate)) },
    before: { share: heldOut[0].success },
    after: { share: last.success },
  };
}

/** Counts texts and valid tasks of the newest finished epoch. Returns null if a text has a seed. */
function withoutAnchor(evidence: Evidence): Finding | null {
  const epoch = finished(evidence).at(-1);
  const texts = epoch?.['tasks-written']?.texts;
  if (!epoch || !texts?.length || texts.some(({ seed }) => seed !== '')) return null;
  return {
    epoch: epoch.epoch,
    texts: texts.length,
    valid: texts.filter(({ verdict }) => verdict === 'valid').length,
  };
}

function wrote({ metrics }: Evidence): Finding | null {
  const [first] = metrics.epochs;
  const last = metrics.epochs.at(-1);
  return first && last && metrics.epochs.length >= 10
    ? { epochs: metrics.epochs.length, before: first.meanLevel, after: last.meanLevel }
    : null;
}

const direction = ({ before, after }: Finding): number =>
  Number(after) > Number(before) + 0.5 ? 0 : Number(after) < Number(before) - 0.5 ? 1 : 2;

export const gamedReward: Lesson = {
  name: 'gamed-reward',
  opens: {
    run: 'live',
    preset: 'quick',
    settings: {
      environmentModel: 'discovery-environment-uniform',
      alpha: 1,
      kMin: 0.9,
      environmentKlWeight: 0,
      environmentKlCap: 0,
      agentLearningRate: 0.003,
      evalEvery: 10,
      epochs: 80,
    },
  },
  panel: 'circuit',
  controls: ['anchor'],
  hidden: ['preset', 'models', 'evaluation', 'pools', 'agent'],
  steps: [
    question('guess', 3, direction, wrote),
    { name: 'gamed', check: gamed },
    { name: 'anchor', check: withoutAnchor },
  ],
};
