/** @file Words of the part where a person writes a task, and plays the agent. */

import { counted } from '../../common/counted.ts';

export const tryIt = {
  family: 'Task family',
  write: {
    title: 'Write a task',
    about:
      'Write what the environment would write. The parser reads along; the agent answers as it was before the run and as it is now.',
    text: 'Task text',
    next: 'Possible next words',
    nothingNext: 'No word can come next here: take one back.',
    end: 'The text is a complete task.',
    more: (count: string) => `and ${count} more: begin to type`,
    valid: (level: string, length: string) =>
      `A task of level ${level}; the shortest solution takes ${counted(length, 'word')}.`,
    refused: (verdict: string) => `In a run this text would be left out (${verdict}).`,
    solution: 'Show a solution',
    ask: 'Ask the agent',
    asking: 'The agent answers when the current stage has ended.',
    noGpu: 'No run is open here: without WebGPU the agent cannot answer. Writing and playing work all the same.',
    noRun:
      'No run is open here. Start one, or open a stored one, and its agent answers. Writing and playing work all the same.',
    otherFamily: (families: string) => `The models of the open run know other families: ${families}.`,
  },
  answers: {
    of: (text: string) => `Answers to “${text}”`,
    before: 'Before the run',
    now: (epoch: string) => `After epoch ${epoch}`,
    fresh: 'The run has not trained yet: both are the same model.',
    likely: 'Most likely answer, with the probability of each token',
    sampled: (k: string, n: string, temperature: string) =>
      `p̂ = ${k}/${n} of answers sampled at temperature ${temperature}`,
    probability: (token: string, probability: string) => `${token}: probability ${probability}`,
    observation: (token: string) => `${token}: written by the simulator`,
    times: (count: string) => `${count} ×`,
    nothing: '(nothing)',
    solved: 'Solved',
    failed: 'Not solved',
    turn: ' → ',
  },
  play: {
    title: 'Play the agent',
    about: 'Read what the agent reads and answer in its place. The family’s rule scores you as it scores the agent.',
    ofEpoch: (epoch: string) => `Tasks that the agent attempted in epoch ${epoch}.`,
    fixed: 'Fixed tasks of the family, easiest first: no epoch in view has attempted any.',
    task: (place: string, count: string, level: string) => `Task ${place} of ${count}, level ${level}`,
    reads: 'The agent reads',
    answer: 'Your answer',
    turn: (turn: string, most: string) => `Turn ${turn} of at most ${most}`,
    observation: 'The simulator answers',
    submit: 'Answer',
    next: 'Next task',
    agentOnTask: (k: string, n: string) => `The agent solved it in ${k} of ${n} rollouts.`,
    you: 'You',
    agent: 'Agent',
    clock: (name: string, k: string, n: string) => `${name}: p̂ = ${k}/${n}`,
    none: (name: string) => `${name}: no task yet`,
    target: (alpha: string) => `The mark is at α = ${alpha}, where the environment is rewarded most.`,
    words: 'Words of this world',
    solved: 'Solved.',
    failed: 'Not solved.',
  },
} as const;
