/** @file The words of the loop: stages, tasks, rollouts, tokens, the filter and the updates. */
import type { CapAction, TaskSource, TaskVerdict } from '../../genenv/log/events.ts';
import type { EpochStage } from '../../genenv/epoch-stages.ts';
import { counted } from '../../common/counted.ts';

/** The name of a stage, the sentence while it runs, and its meaning. */
export const stages: Record<EpochStage, { name: string; doing: string; meaning: string }> = {
  'tasks-written': {
    name: 'Tasks written',
    doing: 'The environment model is writing tasks',
    meaning:
      'The environment model writes tasks token by token. It is told the agent’s recent success, in fifths, and with the seed anchor how each task begins.',
  },
  'rolled-out': {
    name: 'Rolled out',
    doing: 'The agent is attempting the tasks',
    meaning: 'The agent samples a group of answers to each task that it attempts.',
  },
  scored: {
    name: 'Scored',
    doing: 'Answers are being scored',
    meaning: 'A program checks every answer: reward, success rate p̂ of each task, environment reward.',
  },
  filtered: {
    name: 'Filtered',
    doing: 'Tasks are being filtered by difficulty',
    meaning: 'Tasks whose p̂ lies outside the band are left out of the environment’s update.',
  },
  'agent-updated': {
    name: 'Agent updated',
    doing: 'The agent is learning from its rollouts',
    meaning: 'GRPO: answers better than the mean of their group are made more likely.',
  },
  'environment-updated': {
    name: 'Environment updated',
    doing: 'The environment model is learning from the kept tasks',
    meaning: 'Reward-weighted regression: tasks that passed the filter are made more likely.',
  },
  'pools-updated': {
    name: 'Pools updated',
    doing: 'Traces and tasks are being added to the pools',
    meaning: 'Every valid trace is added to D_train, kept tasks to D_env.',
  },
  'epoch-ended': {
    name: 'Epoch ended',
    doing: 'The epoch is being measured',
    meaning:
      'The epoch is stored. Every few epochs the agent attempts held-out tasks first, which no model ever trains on.',
  },
};

export const verdicts: Record<TaskVerdict, string> = {
  valid: 'valid',
  unparseable: 'not a task',
  unsolvable: 'unsolvable',
  trivial: 'trivial',
  ambiguous: 'ambiguous',
};

export const sources: Record<TaskSource, string> = {
  environment: 'written by the environment model',
  base: 'base data',
  example: 'base data, an example for the environment',
  static: 'static variations',
  offline: 'offline teacher',
  replay: 'replayed from D_train',
  imported: 'from the imported log',
};

export const capActions: Record<CapAction, string> = {
  none: '–',
  stop: 'stopped',
  'scale-back': 'scaled back',
  'roll-back': 'rolled back',
  'kl-only': 'KL only',
};
export const loop = {
  environment: { title: 'The environment writes tasks' },
  agent: { title: 'The agent attempts them' },
  waiting: {
    rollouts: 'The agent has not attempted these tasks yet.',
    filter: 'The filter has not seen these tasks yet.',
    unused: 'Not attempted in this epoch.',
  },
  epoch: (epoch: string) => `Epoch ${epoch}`,
  task: (index: string) => `Task ${index}`,
  level: (level: string) => `level ${level}`,
  levelShort: (level: string) => `L${level}`,
  readByEnvironment: 'The environment read',
  readByAgent: 'The agent reads',
  unread: 'This text is not a task, so the agent does not see it.',
  taskText: 'Task text',
  parsed: 'Read as a task',
  writtenKey: {
    right: 'The key that the environment wrote: right',
    wrong: 'The key that the environment wrote: wrong',
    unchecked: 'The key that the environment wrote: nobody can check it',
  },
  oracle: 'The oracle’s answer',
  shortest: (tokens: string) => `shortest answer ${counted(tokens, 'token')}`,
  solved: (k: string, n: string) => `${k} of ${n} solved`,
  /** Of a task whose key nobody can check. */
  agreed: (k: string, n: string) => `${k} of ${n} agree with the key that the environment wrote`,
  agrees: 'agrees with the key that the environment wrote',
  differs: 'differs from the key that the environment wrote',
  reward: 'reward',
  advantage: 'advantage within the group',
  success: 'success',
  failure: 'failure',
  rollout: (index: string) => `Rollout ${index}`,
  finishLength: 'cut off at the length limit',
  validShare: (valid: string, all: string) => `${valid} of ${all} valid`,
  changed: (changes: string) => `Changed in this epoch: ${changes}.`,
  change: (name: string, value: string) => `${name} → ${value}`,
} as const;

export const filter = {
  kept: 'kept',
  leftOut: 'left out',
  scope: 'p̂ = k/n',
  reward: 'R_env',
  weight: 'weight e^(λ·R_env)',
  relative: (times: string) => `${times} × the mean`,
} as const;

export const updates = {
  agent: 'Agent update (GRPO)',
  environment: 'Environment update (RWR)',
  groups: { mixed: 'mixed', solved: 'all solved', unsolved: 'none solved' },
  groupsLabel: 'Groups of rollouts',
  groupsHint: 'Only mixed groups have advantages other than zero.',
  step: 'step',
  loss: 'loss',
  gradNorm: '‖grad‖',
  klPerToken: 'KL/tok.',
  klPerSequence: 'KL/seq.',
  entropy: 'entropy',
  clip: 'clipped',
  cap: 'cap',
  ratio: 'mean ρ',
  notLogged: 'not logged',
  lossNote:
    'The loss itself says little. In the first step after sampling every ratio ρ is 1 and the advantages of a group sum to 0, so the loss of whole groups is 0 except for unequal lengths, KL and entropy; its gradient is not 0. In later steps the ratios have moved: see their mean. A step may hold parts of groups.',
  oldTraces: (traces: string, entries: string, moved: Record<'clip' | 'ratio' | 'kl' | 'sample', string>) =>
    `In these steps too: ${counted(traces, 'old trace')} of ${counted(entries, 'entry', 'entries')} of D_train. Before the first step, ${moved.clip} of their tokens were outside the clip range; mean ρ ${moved.ratio} (1 where nothing moved), KL to the agents that wrote them ${moved.kl} nats per token, effective sample size ${moved.sample}.`,
  /** @param cap null where it is off */
  environmentSummary: (pairs: string, kl: string, cap: string | null) =>
    `${counted(pairs, 'pair')}; ${kl} nats per sequence from the initial environment model (${cap === null ? 'the KL cap is off' : `KL cap: ${cap}`})`,
  pending: 'Not yet in this epoch.',
  pools: 'Pools',
  train: 'D_train',
  environmentPool: 'D_env',
  added: {
    train: (added: string, size: string) => `+${added}, now ${counted(size, 'trace')}`,
    environment: (added: string, size: string) => `+${added}, now ${counted(size, 'task')}`,
  },
  invalid: (traces: string) => `${counted(traces, 'invalid trace')} left out`,
} as const;
