/** @file The words of the first minute: the story that the recorded run tells, with captions of its beats. */
import type { BeatCode } from '../../analysis/story-beats.ts';

/** Numbers of a beat, as shown; names as in `Beat`. */
interface BeatNumbers {
  'too-hard': { unsolved: string; groups: string; mixed: string; right: string; answers: string };
  'comes-down': { levelBefore: string; levelAfter: string; from: string; to: string };
  discovers: {
    before: string;
    after: string;
    /** Null where no task of the beat had only right answers. */
    mastered: { epoch: string; task: string; answers: string } | null;
  };
  /** Held-out success; null where it was not measured before and after. */
  grows: { levelBefore: string; levelAfter: string; heldOut: { before: string; after: string } | null };
}

interface BeatWords<Code extends BeatCode> {
  title: string;
  caption: (numbers: BeatNumbers[Code]) => string;
}

const beats: { readonly [Code in BeatCode]: BeatWords<Code> } = {
  'too-hard': {
    title: 'Too hard',
    caption: ({ unsolved, groups, mixed, right, answers }) =>
      `Too hard to learn much: ${unsolved} of ${groups} tasks were never solved, ${mixed} taught the agent; right answers: ${right} of ${answers}.`,
  },
  'comes-down': {
    title: 'Coming down',
    caption: ({ levelBefore, levelAfter, from, to }) =>
      `The environment comes down: it is rewarded most for tasks solved half the time. Mean level ${levelBefore} in epoch ${from}, ${levelAfter} in epoch ${to}.`,
  },
  discovers: {
    title: 'Discovery',
    caption: ({ before, after, mastered }) =>
      `The agent discovers which station does what, from rewards alone: ${before} right answers at first, ${after} at the end.${
        mastered ? ` Epoch ${mastered.epoch}: all ${mastered.answers} answers to “${mastered.task}” are right.` : ''
      }`,
  },
  grows: {
    title: 'Growing',
    caption: ({ levelBefore, levelAfter, heldOut }) =>
      `The tasks grow with the agent: mean level ${levelBefore}, then ${levelAfter}.${
        heldOut ? ` On tasks that no model trains on, success went from ${heldOut.before} to ${heldOut.after}.` : ''
      }`,
  },
};
export const firstMinute = {
  label: 'The story in four beats',
  beats,
  epochs: (from: string, to: string) => (from === to ? `epoch ${from}` : `epochs ${from} to ${to}`),
  /** A caption after the epochs that it is of. */
  told: (from: string, to: string, caption: string) =>
    `${from === to ? `Epoch ${from}` : `Epochs ${from} to ${to}`}. ${caption}`,
  skip: 'Skip',
  skipHint: 'To the end of the recorded run',
  begun:
    'Your own run has begun: held-out tasks are measured, then its first tasks are written. Until then this picture stays.',
  over: 'Now yours: start a run of your own, or take a lesson.',
  lessons: 'Lessons',
} as const;
