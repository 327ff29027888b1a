/** @file The glossary: what a term means here, in two sentences at most. */
import type { glossaryForms } from './glossary-forms.ts';

export type TermName = (typeof glossaryForms)[keyof typeof glossaryForms];

export const glossary: Readonly<Record<TermName, { term: string; meaning: string }>> = {
  'success-rate': {
    term: 'p̂, the success rate',
    meaning:
      'The share of the agent’s answers to a task that are right: k of n, how hard it is for this agent now. As a symbol it is a number from 0 to 1, like α, k_min and R_env; success in words is in percent.',
  },
  grpo: {
    term: 'GRPO',
    meaning:
      'Group relative policy optimisation: how the agent learns. Answers that are better than the others to the same task become more likely, worse ones less.',
  },
  rwr: {
    term: 'RWR, reward-weighted regression',
    meaning: 'How the environment learns: it imitates its own tasks, the more the higher their reward was.',
  },
  kl: {
    term: 'KL divergence',
    meaning:
      'How far a model has moved from the one that it began as, in nats: 0 where both give every text the same probability.',
  },
  cap: {
    term: 'KL cap',
    meaning: 'The largest KL divergence that the environment’s steps may lead to; what happens there is a setting.',
  },
  'k-min': {
    term: 'k_min',
    meaning: 'Half the width of the band: a task passes the filter where |p̂ − α| ≤ k_min.',
  },
  alpha: {
    term: 'α, the target',
    meaning:
      'The success rate that the environment is rewarded most for; the paper takes ½. A setting lets it go down as the agent succeeds more often.',
  },
  lambda: {
    term: 'λ',
    meaning: 'How strongly the environment prefers its better tasks: a task weighs exp(λ·R_env).',
  },
  'environment-reward': {
    term: 'R_env',
    meaning:
      'The environment’s reward for a task: exp(−β(p̂ − α)²), which is largest where the agent’s success is α. Some arms have the reward of another paper.',
  },
  'held-out': {
    term: 'Held-out tasks',
    meaning:
      'Fixed tasks that no model ever trains on. They show what the agent has learned, whatever the environment asks.',
  },
  band: {
    term: 'The band',
    meaning:
      'The success rates that the filter lets pass: those between α − k_min and α + k_min. Only such tasks can teach the environment.',
  },
  entropy: {
    term: 'Entropy',
    meaning: 'How undecided the agent is about its next token, in nats: 0 where it always says the same.',
  },
  'train-pool': { term: 'D_train', meaning: 'The store of all valid traces: tasks with their well-formed answers.' },
  'environment-pool': {
    term: 'D_env',
    meaning: 'The store of tasks that passed the filter; the environment learns from the newest of them.',
  },
  advantage: {
    term: 'Advantage',
    meaning:
      'How much better an answer was than the mean of its group. Where all are equal it is 0, and the reward teaches nothing.',
  },
  mixed: {
    term: 'Mixed group',
    meaning:
      'The answers to one task where their rewards differ: some right and some wrong, for example. Only such groups have advantages.',
  },
  level: {
    term: 'Level',
    meaning: 'How many steps a task asks for: in the household, its goals. Level 1 is the easiest.',
  },
  anchor: {
    term: 'Seed anchor',
    meaning:
      'The beginning of every task is drawn at random, and the environment writes the rest: it cannot choose to drop a kind of goal.',
  },
  epoch: {
    term: 'Epoch',
    meaning: 'Once around the loop: tasks are written, answered, scored and filtered, and both models learn.',
  },
  flop: {
    term: 'FLOP',
    meaning:
      'One floating-point operation, counted from the shapes of what is computed. A GFLOP is a thousand million.',
  },
  loss: {
    term: 'Loss',
    meaning:
      'The number whose gradient the optimiser follows. In policy-gradient methods its value says little; its gradient matters.',
  },
};
