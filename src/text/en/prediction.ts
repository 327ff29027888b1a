/** @file The words of the question that a person may answer before a run does. */
import type { Guess, Moment } from '../../analysis/next-tasks.ts';

const moments: Readonly<Record<Moment, (share: string) => string>> = {
  'too-hard': (share) => `In the last five epochs ${share} of the tasks were never solved.`,
  'too-easy': (share) => `In the last five epochs ${share} of the answers were right.`,
};

const guesses: Readonly<Record<Guess, string>> = { easier: 'Easier ones', alike: 'As hard', harder: 'Harder ones' };

const answers: Readonly<Record<Guess, string>> = {
  easier: 'It wrote easier tasks',
  alike: 'It wrote tasks about as hard',
  harder: 'It wrote harder tasks',
};

export const prediction = {
  label: 'Predict, then see',
  moments,
  question: 'Which tasks should the environment write next?',
  guesses,
  skip: 'Skip the question',
  waits: (guess: Guess, epoch: string) => `You said “${guesses[guess]}”. The log answers after epoch ${epoch}.`,
  answer: (guess: Guess, answer: Guess, before: string, after: string) =>
    `You said “${guesses[guess]}”. ${answers[answer]}: mean level ${before} in the five epochs before, ${after} in the five after${
      guess === answer ? ', as you said' : ''
    }.`,
  close: 'Close',
} as const;
