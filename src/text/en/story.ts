/** @file The story of an epoch, or of the stage of it that has just ended: a plain sentence for each claim. */
import type { Claim } from '../../analysis/epoch-story.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import { sentenceOf, type Sentences } from '../../common/sentences.ts';
import { counted } from '../../common/counted.ts';

/** The scope in which p̂ is the share of right answers. */
const scopes: Readonly<Record<Settings['successScope'], string>> = {
  task: 'to a task is its p̂',
  batch: 'to the variations of a seed is their p̂',
  epoch: 'in the epoch is p̂',
};

/** Those of the parts that there are, each with its number. */
const parts = (...all: [number, string][]): string =>
  all
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(', ');

const claims: Sentences<Claim> = {
  texts: ({ texts, attempted }) => `${counted(texts, 'text')}: the agent attempts ${attempted} of them as tasks.`,
  'nothing-attempted': () => 'There was no task to attempt.',
  answers: ({ tasks, answers }) =>
    `The agent gave ${counted(answers, 'answer')} to ${counted(tasks, 'task')}, without knowing which answer is right.`,
  right: ({ right, answers, scope }) =>
    `Right answers: ${right} of ${answers}. The share of right answers ${scopes[scope]}.`,
  'inside-band': ({ inside, tasks }) =>
    `Inside the band: ${inside} of ${counted(tasks, 'task')}. Only such tasks can teach the environment.`,
  solved: ({ tasks, never, always, sometimes }) =>
    `${counted(tasks, 'task')}: ${parts([never, 'never solved'], [always, 'always solved'], [sometimes, 'solved sometimes'])}.`,
  'agent-learned': ({ groups, steps }) =>
    `GRPO: ${counted(groups, 'mixed group')} taught the agent, in ${counted(steps, 'step')}.`,
  'agent-penalties': ({ steps }) =>
    `GRPO: no group was mixed, so the agent learned from no reward; ${counted(steps, 'step')} followed only KL penalty and entropy bonus.`,
  'agent-old-traces': ({ traces, entries }) =>
    `GRPO learned from ${counted(traces, 'old trace')} too: ${counted(entries, 'entry', 'entries')} of D_train.`,
  'agent-no-step': () => 'GRPO: no group was mixed, so the agent took no step.',
  'agent-off': () => 'The agent is switched off and learns nothing.',
  'agent-unknown': () => 'The log does not say what the agent learned.',
  'environment-learned': ({ steps, pairs, own }) =>
    `RWR: the environment took ${counted(steps, 'step')} on ${counted(pairs, 'task')} that passed the filter, ${own || 'none'} of them new.`,
  'environment-penalty': ({ steps, capped }) =>
    `RWR: ${capped ? 'the KL cap was reached' : 'no task had passed the filter'}; ${counted(steps, 'step')} of the environment followed the KL penalty alone.`,
  'environment-capped': () => 'RWR: the KL cap was reached, and no step of the environment was kept.',
  'environment-no-step': () => 'RWR: no task had passed the filter, so the environment took no step.',
  'environment-frozen': () => 'The environment never learns in this arm.',
  'environment-off': () => 'The environment is switched off and learns nothing.',
  'environment-unknown': () => 'The log does not say what the environment learned.',
  'pools-grew': ({ traces, tasks }) =>
    `Added: ${counted(traces, 'trace')} to D_train, ${counted(tasks, 'task')} to D_env.`,
};

export const story = {
  head: (epoch: string) => `Epoch ${epoch}.`,
  stageHead: (epoch: string, stage: string) => `Epoch ${epoch}, ${stage.toLowerCase()}.`,
  tell: (all: readonly Claim[]) => all.map((claim) => sentenceOf(claims, claim)).join(' '),
} as const;
