/**
 * @file Lets the user guess which tasks come next after a window in which tasks were too hard or too easy to teach
 * much.
 */
import { meanOrZero } from '../common/mean.ts';
import type { EpochMetrics } from './metrics.ts';

export const GUESSES = ['easier', 'alike', 'harder'] as const;
export type Guess = (typeof GUESSES)[number];

/** The user may be asked once when tasks are too hard, and once when they are too easy. */
export const MOMENTS = ['too-hard', 'too-easy'] as const;
export type Moment = (typeof MOMENTS)[number];

export interface NextTasks {
  moment: Moment;
  /** The question is asked after this epoch, before later ones are shown. */
  epoch: number;
  /** Share of tasks in the window without a success (too hard), or share of right answers (too easy). */
  share: number;
  /** Epoch whose end reveals the answer. */
  answeredIn: number;
}

export interface NextTasksAnswer {
  guess: Guess;
  /** Mean task levels: `before` over the window up to the question, `after` over the next window. */
  before: number;
  after: number;
}

/** Number of epochs in a window. No question is asked before the first full window. */
export const WINDOW = 5;
/** Tasks are too hard if more than this share is never solved, and too easy if the success rate is above it. */
const MOST = 0.75;
/** Mean levels that differ by less than this count as equal. */
const ALIKE = 0.5;

type Needed = Pick<EpochMetrics, 'epoch' | 'meanLevel' | 'unsolvedShare' | 'successRate'>;

const shareOf: Readonly<Record<Moment, (epoch: Needed) => number>> = {
  'too-hard': ({ unsolvedShare }) => unsolvedShare,
  'too-easy': ({ successRate }) => successRate,
};

/** Returns the first epoch at which the question can be asked. Undefined if there is none yet. */
export function nextTasks(epochs: readonly Needed[], moment: Moment): NextTasks | undefined {
  for (let end = WINDOW; end <= epochs.length; end++) {
    const share = meanOrZero(epochs.slice(end - WINDOW, end).map(shareOf[moment]));
    if (share > MOST) {
      const { epoch } = epochs[end - 1];
      return { moment, epoch, share, answeredIn: epoch + WINDOW };
    }
  }
  return undefined;
}

/** Returns undefined until the window after the question is complete. */
export function nextTasksAnswer(epochs: readonly Needed[], { epoch }: NextTasks): NextTasksAnswer | undefined {
  const asked = epochs.findIndex((one) => one.epoch === epoch) + 1;
  const next = epochs.slice(asked, asked + WINDOW);
  if (asked < WINDOW || next.length < WINDOW) return undefined;
  const level = (some: readonly Needed[]) => meanOrZero(some.map(({ meanLevel }) => meanLevel));
  const [before, after] = [level(epochs.slice(asked - WINDOW, asked)), level(next)];
  const guess = Math.abs(after - before) < ALIKE ? 'alike' : after < before ? 'easier' : 'harder';
  return { guess, before, after };
}
