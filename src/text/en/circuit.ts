/** @file The words of the picture of the loop: its parts, its wires, its curves, and the panels beside them. */
import { counted } from '../../common/counted.ts';

export const panels = {
  label: 'Open beside the picture',
  circuit: 'The loop',
  tasks: 'Tasks',
  answers: 'Held-out answers',
  updates: 'Updates',
  curves: 'Lab',
} as const;

export const circuit = {
  label: 'The loop',
  /** The picture in words, for those who do not see it. */
  picture:
    'The environment writes tasks; the agent answers each several times; a program rewards the answers; tasks whose success rate p̂ lies inside the band return to the environment by regression, and groups of mixed answers return to the agent by GRPO.',
  /** What is opened by pointing at a part of it. */
  opens: {
    answers: 'Open its held-out answers',
    updates: 'Open the updates and pools of this epoch',
  },
  /** A stage, before its meaning. */
  named: (stage: string) => `${stage}.`,
  environment: { title: 'Environment', role: 'writes tasks' },
  agent: { title: 'Agent', role: 'attempts them' },
  parameters: 'parameters',
  usable: 'usable texts',
  told: 'told success of the agent',
  reward: 'mean R_env',
  level: 'mean level',
  solved: 'right answers',
  divergence: 'KL to start',
  ofCap: (value: string, cap: string) => `${value} of ${cap}`,
  perToken: (value: string) => `${value}/token`,
  entropy: 'entropy',
  nats: (value: string) => `${value} nats`,
  heldOut: 'held-out',
  notLearning: 'not learning',
  of: (part: string, all: string) => `${part} of ${all}`,
  ofEpoch: (value: string, epoch: string) => `${value} (epoch ${epoch})`,
  /** In place of a number that is not known. */
  unknown: '–',
  knownAfter: (stage: string) => `Known after the stage “${stage}”.`,
  noneInEpoch: 'This epoch has no such number.',
  tasks: {
    title: (tasks: string) => `${counted(tasks, 'task')}, easiest first`,
    titleShort: (tasks: string) => counted(tasks, 'task'),
    rollouts: (rollouts: string) => `× ${counted(rollouts, 'answer')}`,
    rolloutsShort: (rollouts: string) => `× ${rollouts}`,
    rate: 'p̂',
    more: (tasks: string) => `and ${tasks} more`,
    none: 'No task to attempt in this epoch.',
    row: (task: string, level: string, solved: string, verdict: string) =>
      `${task}${level}${solved && `, ${solved}`}${verdict}`,
    level: (level: string) => `, level ${level}`,
    kept: ', inside the band',
    open: 'Open the task with its rollouts',
  },
  filter: {
    title: 'R_env(p̂) and the filter',
    /** @param alpha of the epoch, where it follows the agent */
    titleAt: (alpha: string) => `R_env(p̂) and the filter, α = ${alpha}`,
    /** The weight of a task in the environment’s update, relative to the mean. */
    weight: (times: string) => `×${times}`,
    /** @param inside empty before the filter has judged */
    description: (low: string, high: string, inside: string) =>
      `The environment’s reward over the success rate p̂, with the band from ${low} to ${high}.${inside}`,
    inside: (kept: string, all: string) => ` Inside it: ${kept} of ${counted(all, 'task')}.`,
  },
  wires: {
    writes: 'writes',
    attempts: 'attempts',
    answers: 'answers',
    judges: 'rewards → p̂',
    regression: 'RWR',
    policyGradient: 'GRPO',
    tasks: (count: number) => counted(count, 'task'),
    pairs: (count: number) => counted(count, 'pair'),
    groups: (count: number) => counted(count, 'mixed group'),
  },
  pools: {
    train: { title: 'D_train', entries: (count: string) => counted(count, 'trace') },
    environment: { title: 'D_env', entries: (count: string) => counted(count, 'task') },
  },
  legend: {
    solved: 'right',
    failed: 'wrong',
    band: 'inside the band',
  },
  curves: {
    label: 'The three curves that matter',
    success: {
      title: 'Is it difficult enough?',
      short: 'Difficulty',
      about: 'Success on the tasks of each epoch, and the band of the filter.',
    },
    heldOut: {
      title: 'Does the agent learn?',
      short: 'Learning',
      about: 'Success on fixed held-out tasks, beside training.',
    },
    levels: {
      title: 'What can it do?',
      short: 'Levels',
      about: 'Held-out success by level: light is solved.',
    },
    value: (name: string, value: string) => `${name} ${value}`,
    inWords: (title: string, values: string, epoch: string) => `${title} Epoch ${epoch}: ${values}.`,
    solvedLevels: (solved: string, all: string) => `${solved} of ${counted(all, 'level')} at 50% or above`,
  },
  first: 'Nothing has happened yet. Play, or step through one stage at a time.',
} as const;
