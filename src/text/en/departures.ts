/** @file Why a default is not the value of the paper or of its code, one sentence a setting. */
import type { Departure } from '../../genenv/settings/departures.ts';

export const departures: Readonly<Record<Departure, string>> = {
  epochs:
    'These agents solve 2 to 10% of the tasks at first and need many epochs; the paper’s models start at 7% or more.',
  tasksPerEpoch: 'Short epochs can be watched one by one; 180 of them have 2,880 tasks, the paper’s ten have 640.',
  taskContext: 'The shipped environments have learned to continue a seed, not to read a task with its answer.',
  variations: 'Variations of one context differ in length here, so one p̂ of all says little of each.',
  beta: 'With β 2 the reward is nearly flat inside the filter: a task at its edge (k_min .26) weighs 12% less than one at ½; with 8 it weighs 34% less.',
  kMin: 'With 8 answers, .1 lets only 4 of 8 pass: a task of true success ½ passes in 27% of the cases. With .26 it is 2 to 6 of 8, and 93%.',
  successScope: 'A task is judged by its own answers, since a context has one variation.',
  agentLearningRate: 'A model of 23,000 parameters needs larger steps than one of seven billion.',
  agentKlWeight: 'At larger steps it keeps the form of the answers, which the agent knows before the run.',
  agentKlEstimator:
    'The code’s k3 is unbiased only in the first step after sampling; in later ones a few tokens can outweigh all others. ρ·k3 is unbiased in all.',
  entropyWeight:
    'With few words to choose from, the agent would settle early on one station for a verb; the bonus keeps the others in play.',
  minibatches: '128 answers in two steps are 64 a step; the code has 512 in four, 128 a step.',
  environmentLearningRate: 'A model of 23,000 parameters needs larger steps than one of seven billion.',
  environmentMaxPairs: 'An epoch has 16 tasks instead of 64, so there are fewer texts to learn from.',
  basePool: 'The worlds are smaller than the paper’s benchmarks.',
  staticPool: 'As many as base tasks, so that the arm has the same number of each.',
  offlinePool: 'Twice the base tasks, as the paper’s 957 are about twice 544.',
  evalTemperature: 'Sampled answers tell how often a task is solved; a greedy one only tells whether it is.',
};
