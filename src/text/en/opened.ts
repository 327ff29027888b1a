/** @file The words of what can be opened: tokens and their colours, rewards, held-out answers, handles of the curve. */
import { counted } from '../../common/counted.ts';

const token = {
  title: 'Token',
  id: 'Id',
  probability: 'Probability when sampled',
  logprob: 'Log-probability',
  nats: 'nats',
  writer: 'Written by',
  observation: 'The simulator wrote this token, so it has no loss.',
  close: 'Close',
  /** @param kind empty where its colour says nothing of the update */
  open: (token: string, kind: string) => `Token ${token}${kind && `, ${kind}`}: show its numbers`,
  kinds: { reinforced: 'reinforced', suppressed: 'suppressed' },
  before: 'before the update',
  after: 'after the update',
  initial: 'at the start (π₀)',
  entropy: 'Entropy at its place',
  probabilities: 'Probability',
  sampled: 'when sampled',
  alternatives: (weights: string) => `Other likely tokens, ${weights}`,
  asking: 'Computing from the weights …',
  noWeights:
    'The weights of this run are not open here: a recording holds none. Other likely tokens and the probability after the update need the weights of a run of your own.',
  notYet: 'The update of this epoch has not happened yet.',
  notKept: 'The weights of that time are no longer kept.',
  part: {
    title: 'Its part in the agent’s update',
    reinforced: (push: string) =>
      `Reinforced: gradient descent pushes its logit up by ${push} per unit of learning rate.`,
    suppressed: (push: string) =>
      `Suppressed: gradient descent pushes its logit down by ${push} per unit of learning rate.`,
    none: 'Neither reinforced nor suppressed: its advantage is 0.',
    sure: 'The push fades where the model is already sure: it is w · ∂S/∂log π · (1 − π)/τ.',
    planned: 'The update has not happened yet: this is what it will do with the settings as they are.',
    unlearned: 'The update does not learn from this rollout.',
    unknown: 'The log says nothing of this update.',
    step: (step: string, steps: string) => `Step ${step} of ${steps}`,
    ratioKnown: 'ρ = 1: this is the first step after sampling, with the weights that sampled.',
    ratioUnknown:
      'The log does not hold the ratio of a token, so ρ is taken as 1, its value when the token was sampled.',
    ratioOfStep: (mean: string, clipped: string) =>
      `In this step the mean ratio was ${mean}, and ${clipped} of the tokens were outside the clip range.`,
    ratioAfter: (ratio: string) => `After the whole update, π/π_old of this token is ${ratio}.`,
    needsWeights: 'Letters stand for numbers that only the weights know.',
    exact: 'The divergence is exact here, over the whole vocabulary: no single token has its number.',
    symbols: {
      w: 'weight of a token of this rollout in the mean of the step',
      ρ: 'π/π_old, clipped to [1 − ε, 1 + ε]',
      A: 'advantage of the rollout within its group',
      D: 'estimate of the divergence from π₀ at this token, times κ',
      H: 'entropy at this place, times η',
    },
  },
} as const;

/** The meanings of the tokens' colours. */
const colouring = {
  label: 'Token colour',
  names: { update: 'update', probability: 'probability', entropy: 'entropy' },
  updateKey: 'the stronger, the larger its part in the gradient',
  keys: {
    probability: { low: 'sure', high: 'surprised' },
    entropy: { low: 'decided', high: 'undecided' },
  },
  noUpdate: 'The log says nothing of an update in this epoch.',
  noWeights: 'Entropy is computed from the weights of an open run; a recording holds none.',
  onlyTask: 'Entropy is computed for the rollouts of one task: open a task.',
  asking: 'Computing from the weights …',
} as const;

const rewards = {
  title: 'Rewards of this epoch: a bar opens its rollouts',
  axis: 'reward',
  bin: (low: string, high: string, rollouts: string) =>
    `Reward from ${low} to ${high}: ${counted(rollouts, 'rollout')}`,
  opened: (rollouts: string, low: string, high: string) =>
    `${counted(rollouts, 'rollout')} with a reward from ${low} to ${high}`,
  back: 'Back to the task',
} as const;

const answers = {
  title: 'The same held-out prompts, epoch after epoch',
  about:
    'One prompt of each level that no model trains on, answered with the same random numbers at every evaluation: only the weights make a difference.',
  none: 'The log of this run has no held-out answers; its evaluations are in the curves. A new run keeps them.',
  waiting: 'The first evaluation has not happened yet.',
  prompt: (level: string) => `Level ${level}`,
  right: 'right',
  wrong: 'wrong',
  epoch: (epoch: string) => `Epoch ${epoch}`,
  matrix: 'Prompts by level, evaluations by epoch',
  choose: (level: string, right: string, all: string) => `Level ${level}: right in ${right} of ${all} evaluations`,
  answer: (epoch: string) => `Answer at epoch ${epoch}`,
} as const;

/** Rollouts of another trainer's log. */
const logged = {
  prompts: 'Prompts',
  answers: 'Rollouts',
  unknown: 'not in the log',
  noPrompt: 'The log has no prompts.',
  noLogprobs: 'The log has no probabilities of these tokens.',
  empty: '(nothing)',
  observation: 'read by the model, not written by it',
} as const;

/** The handles of R_env's curve. */
const curve = {
  label: 'Handles of the curve',
  handle: (setting: string) => `${setting}, on the curve`,
  value: (symbol: string, value: string) => `${symbol} = ${value}`,
  inEpoch: (value: string, alpha: string) => `${value} (in this epoch ${alpha})`,
} as const;

/** The levels that a run starts from, drawn. */
const startLevels = {
  title: 'Draw the levels it starts from',
  lead: 'Drag across the bars, or move one by its arrow keys: how often the environment is to write each level at the start of the next run. It learns that before the first epoch.',
  level: (level: string) => `Level ${level}`,
  both: (asked: string, written: string) => `${asked} asked, ${written} written`,
  asked: 'asked',
  after: 'written, having learned it',
  before: 'written as it came',
  counted: (valid: string, texts: string) =>
    `Counted in ${texts} texts before the first epoch, ${valid} of them valid tasks.`,
  begin: 'Begin a run from it',
  reset: 'As it comes',
  idle: 'In this arm the environment writes no task, so there is no start to draw.',
} as const;

export const opened = { curve, startLevels, logged, token, colouring, rewards, answers } as const;
