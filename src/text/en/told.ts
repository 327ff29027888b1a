/** @file The words of “What is it told?”: what contexts tell of the agent, the dial, and what it came to. */
import { counted } from '../../common/counted.ts';

export const told = {
  about:
    'Before it writes a task, the environment reads a context: the world, some facts about the agent, and how the task begins.',
  told: {
    title: (epoch: string) => `Told in epoch ${epoch}`,
    none: 'Nothing has been told yet: the first epoch tells the first facts.',
    nothing: 'Nothing was told in this epoch: the environment wrote no task in it.',
    success: (range: string) => `Recent success: the agent has lately solved ${range} of its tasks.`,
    successAt: (range: string) =>
      `Recent success: at the level told, the agent has lately solved ${range} of its tasks.`,
    level: (level: string) => `Level: recent tasks were about level ${level}.`,
    levels: (least: string, most: string) =>
      `Level: recent tasks were about level ${least} to ${most}. Each context names one of them.`,
    weak: (skills: string) => `Weak skills: the agent is worse than usual at ${skills}.`,
    noWeak: 'Weak skills: none is told.',
    alone: (setting: string) =>
      `Nothing else is told of the agent. The setting “${setting}” adds level and weak skills, for environments that have learned to read them.`,
    off: 'Conditioning is off: every context says the same, whatever the agent does.',
    verbatim: (contexts: string) => `One of ${counted(contexts, 'context')}, as the environment reads it`,
  },
  dial: {
    title: 'Tell it something else',
    about:
      'One fact is told otherwise. All else stays: weights, beginnings of tasks, random numbers. What differs is what this fact does.',
    fact: 'Fact',
    facts: { success: 'recent success', level: 'level', weak: 'weak skill' },
    value: 'What you tell it',
    level: (level: string) => `level ${level}`,
    noSkill: 'none',
    weights: 'Weights',
    start: 'before the first epoch',
    after: (epoch: string) => `after epoch ${epoch}`,
    move: (texts: string) =>
      `Choose what to tell it: it then writes ${counted(texts, 'text')} twice, as it is told and as you tell it.`,
    asking: 'The environment writes when the current stage has ended.',
    recording:
      'The dial needs the weights of the environment, and a recording holds none. Begin a run of your own, or open a stored one.',
    noGpu:
      'The dial lets the environment write, which needs WebGPU: this browser offers none. All else here is from the log.',
    noRun: 'The dial needs an open run. Start one, or open a stored one.',
  },
  result: {
    title: (weights: string) => `What it writes, by its weights ${weights}`,
    asTold: 'as told',
    otherwise: 'as you tell it',
    levels: 'Levels of its tasks',
    level: 'level',
    skill: 'skill',
    skills: 'Skills that its tasks need',
    valid: (texts: string, asTold: string, otherwise: string) =>
      `${counted(texts, 'text')} each. Valid tasks: ${asTold} as told, ${otherwise} as you tell it.`,
    same: (same: string, texts: string) => `Word for word the same: ${same} of ${texts}.`,
    means: (asTold: string, otherwise: string) => `Mean level: ${asTold} as told, ${otherwise} as you tell it.`,
    harder: (difference: string, low: string, high: string) =>
      `It writes harder tasks: ${difference} levels, context by context (95% interval ${low} to ${high}).`,
    easier: (difference: string, low: string, high: string) =>
      `It writes easier tasks: ${difference} levels, context by context (95% interval ${low} to ${high}).`,
    neither: (difference: string, low: string, high: string) =>
      `No difference in level that so few texts could show: ${difference} (95% interval ${low} to ${high}).`,
  },
  curves: {
    success: {
      title: 'Success that it was told',
      about: 'Mean over the contexts of an epoch. A context tells only the fifth in which it lies.',
      y: 'success told',
    },
    level: {
      title: 'Level: told and attempted',
      about: 'The mean level that contexts told, beside that of the tasks attempted.',
      untold: 'Contexts tell no level in this run: this is the mean level of the tasks attempted.',
      y: 'level',
      told: 'told',
      attempted: 'attempted',
    },
  },
} as const;
