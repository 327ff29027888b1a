/** @file The words of the first minute: the story that the recorded run tells, with captions of its beats. */
import type { TaskOrigin } from '../../analysis/followed-task.ts';
import type { BeatCode } from '../../analysis/story-beats.ts';
import { went } from './went.ts';

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
      `The agent discovers what is right, from rewards alone: ${before} right answers at first, ${after} at the end.${
        mastered ? ` Epoch ${mastered.epoch}: all ${mastered.answers} answers to “${mastered.task}” are right.` : ''
      }`,
  },
  grows: {
    title: 'Growing',
    caption: ({ levelBefore, levelAfter, heldOut }) =>
      `The tasks grow with the agent: mean level ${levelBefore}, then ${levelAfter}.${
        heldOut ? ` On tasks that no model trains on, success ${went(heldOut.before, heldOut.after)}.` : ''
      }`,
  },
};
/** @param seed the words that the environment was given */
const origins: Readonly<Record<TaskOrigin, (seed: string) => string>> = {
  written: () => 'One model, the environment, has just written it.',
  continued: (seed) => `One model, the environment, was given “${seed}” and has just written the rest.`,
  given: () => 'One model, the environment, was given these words and added none, so that the task stays short.',
  known: () => 'It is a task that was there already: no model wrote it in this epoch.',
};

export const firstMinute = {
  label: 'The story in four beats',
  beats,
  epochs: (from: string, to: string) => (from === to ? `epoch ${from}` : `epochs ${from} to ${to}`),
  /** A caption after the epochs that it is of. */
  told: (from: string, to: string, caption: string) =>
    `${from === to ? `Epoch ${from}` : `Epochs ${from} to ${to}`}. ${caption}`,
  /** The first meeting with the followed task, stage by stage. */
  meeting: {
    origins,
    'tasks-written': (task: string, origin: string) =>
      `Follow one task: “${task}”. ${origin} Another model, the agent, has to answer.`,
    'rolled-out': (answers: string) =>
      `The agent answers ${answers} times. It knows the words; nobody has told it which of them is right, so it guesses.`,
    scored: (right: string, k: string, n: string) =>
      `A program judges: only “${right}” is right. Right answers: ${k} of ${n}. More than right or wrong nobody learns.`,
    filtered: (k: string, n: string) =>
      `The environment earns most for a task that is solved half the time. ${k} of ${n} are right, so the dot lands there.`,
    'agent-updated': (word: string, before: string, taught: boolean) =>
      taught
        ? `The agent learns by comparing its own answers: after “${before}”, “${word}” was better than the others, and is made likelier.`
        : `Its answers were equally good: there is nothing to compare, and the agent learns nothing from this task.`,
  },
  /** Before and after, at the end. */
  ended: (task: string, first: string, last: string, n: string) =>
    `The same task, “${task}”, before and after: ${first} of ${n} right answers, then ${last}. Nobody ever told it the answer.`,
  stage: {
    label: 'One task, followed through the run',
    cast: [
      'One small model, the environment, writes tasks.',
      'Another, the agent, answers each of them several times.',
      'A program says which answers are right. Both models learn from nothing else.',
    ],
    task: 'The task',
    answers: 'The agent’s answers',
    before: (epoch: string) => `Before: epoch ${epoch}`,
    after: (epoch: string) => `After: epoch ${epoch}`,
    right: 'right',
    wrong: 'wrong; right is',
    nothing: 'nothing',
    solved: (k: string, n: string) => `${k} of ${n} right`,
    likely: (word: string, before: string) => (before ? `“${word}” after “${before}”` : `“${word}” as the first word`),
    likelier: 'made likelier',
    earns: 'What the environment earns for a task',
    kept: 'Shaded: such tasks teach it',
    never: 'never solved',
    half: 'half the time',
    always: 'always',
    earned: (task: string, k: string, n: string, share: string) =>
      `“${task}”, ${k} of ${n} right, earns ${share} of the most.`,
    now: (epoch: string) => `It writes in epoch ${epoch}`,
    met: 'Each time it came',
    epoch: (epoch: string) => `epoch ${epoch}`,
  },
  loop: 'The whole loop',
  loopHint: 'The picture of everything that happens, with all numbers',
  skip: 'Skip',
  skipHint: 'To the end of the recorded run',
  begun:
    'Your own run has begun: held-out tasks are measured, then its first tasks are written. Until then this picture stays.',
  over: 'Now yours: start a run of your own, or take a lesson.',
  lessons: 'Lessons',
} as const;
