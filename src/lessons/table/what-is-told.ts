/**
 * @file What is it told? Before training an environment heeds the facts that pre-training taught it to heed, and no other; what
 * forty epochs of regression leave of that.
 */
import { type ToldOtherwise, toldEffect } from '../../analysis/told-effect.ts';
import { type Evidence, type Finding, type Lesson, question } from '../lesson.ts';

const EPOCHS = 40;
/** A success in the highest fifth; a level far below, or above, what is told. */
const HIGH_SUCCESS = 0.8;
const LOW_LEVEL = 3;
const HIGH_LEVEL = 8;
/** A difference of mean levels that a learner would call none. */
const NONE = 0.5;

/** Further decimals of a mean of so few say nothing. */
const hundredths = (value: number): number => Number(value.toFixed(2));

/** What an answer of the dial came to, where it is one that the step asks for. */
function effect({ told }: Evidence, isAsked: (told: ToldOtherwise) => boolean): Finding | null {
  if (!told || !isAsked(told)) return null;
  const { texts, same, asTold, otherwise, difference } = toldEffect(told);
  if (asTold === null || otherwise === null || !difference) return null;
  return { texts, same, asTold, otherwise, difference: hundredths(difference.mean), level: told.other.level ?? 0 };
}

const isSaidBefore = ({ epoch }: ToldOtherwise): boolean => epoch === 0;

const success = (evidence: Evidence): Finding | null =>
  effect(evidence, (told) => isSaidBefore(told) && (told.other.success ?? 0) >= HIGH_SUCCESS);

const level = (evidence: Evidence): Finding | null =>
  effect(evidence, (told) => isSaidBefore(told) && (told.other.level ?? Infinity) <= LOW_LEVEL);

function weak({ told }: Evidence): Finding | null {
  const [skill] = told?.other.weak ?? [];
  if (!told || !isSaidBefore(told) || skill === undefined) return null;
  return { skill, asTold: told.asTold.skills[skill], otherwise: told.otherwise.skills[skill] };
}

function learned(evidence: Evidence): Finding | null {
  const { notes } = evidence;
  const now = effect(evidence, ({ epoch, other }) => epoch >= EPOCHS && (other.level ?? 0) >= HIGH_LEVEL);
  if (!now || !('level' in notes)) return null;
  return { ...now, epochs: evidence.told!.epoch, before: notes.level.difference };
}

/** Harder tasks, easier ones, or no difference to speak of. */
const outcome = ({ difference }: Finding): number =>
  Math.abs(Number(difference)) < NONE ? 2 : Number(difference) > 0 ? 0 : 1;

export const whatIsTold: Lesson = {
  name: 'what-is-told',
  opens: {
    run: 'live',
    preset: 'quick',
    settings: {
      environmentModel: 'discovery-environment-told',
      toldOfAgent: 'skills',
      tasksPerEpoch: 16,
      evalEvery: 20,
      epochs: EPOCHS,
    },
  },
  panel: 'told',
  controls: ['toldOfAgent'],
  hidden: ['preset', 'models', 'agent', 'pools'],
  steps: [
    question('success', 3, outcome, success),
    { name: 'level', check: level },
    { name: 'weak', check: weak },
    { name: 'learned', check: learned },
  ],
};
