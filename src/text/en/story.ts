/** @file One sentence in plain words about an epoch, or about the stage of it that has just ended, with its numbers. */
import type { EpochStory } from '../../analysis/epoch-story.ts';
import type { EpochStage } from '../../genenv/epoch-stages.ts';

const were = (count: number): string => `${count} ${count === 1 ? 'was' : 'were'}`;
const tasks = (count: number): string => `${count} ${count === 1 ? 'task' : 'tasks'}`;

/** What no one can learn from. */
function uniform({ solved, unsolved, mixed }: NonNullable<EpochStory['groups']>): string {
  const all = solved + unsolved + mixed;
  if (unsolved && solved)
    return `Of ${tasks(all)}, ${were(unsolved)} never solved and ${solved} always: nothing to learn from them.`;
  if (unsolved)
    return `${unsolved} of ${tasks(all)} ${unsolved === 1 ? 'was' : 'were'} never solved: nothing to learn from them.`;
  if (solved)
    return `${solved} of ${tasks(all)} ${solved === 1 ? 'was' : 'were'} always solved: nothing left to learn.`;
  return `All ${tasks(all)} were solved sometimes.`;
}

function agentLearned({ groups, agent }: EpochStory): string {
  const mixed = groups?.mixed ?? 0;
  if (agent?.note === 'switched-off') return 'The agent is switched off and learns nothing.';
  if (mixed === 0) return 'No task was solved only sometimes, so the agent learned nothing.';
  return `${were(mixed)} solved sometimes and taught the agent.`;
}

function environmentLearned({ kept, environment }: EpochStory): string {
  const own = kept?.own ?? 0;
  switch (environment?.note) {
    case 'environment-frozen':
      return 'The environment never learns in this arm.';
    case 'switched-off':
      return 'The environment is switched off and learns nothing.';
    case 'nothing-kept':
      return 'None fell inside the band, so the environment learned nothing.';
  }
  const pairs = environment?.pairs ?? 0;
  if (own === 0)
    return pairs
      ? `None fell inside the band; the environment learned from ${tasks(pairs)} of earlier epochs.`
      : 'None fell inside the band.';
  return `${own} fell inside the band and ${own === 1 ? 'teaches' : 'teach'} the environment.`;
}

const wholeEpoch = (story: EpochStory): string =>
  story.tasks?.attempted === 0 || !story.groups
    ? 'No text was a task, so there was nothing to attempt.'
    : [uniform(story.groups), agentLearned(story), environmentLearned(story)].join(' ');

const stageSentences: Readonly<Record<EpochStage, (story: EpochStory) => string>> = {
  'tasks-written': ({ tasks: counts }) =>
    `${counts?.written} texts were written; the agent attempts ${counts?.attempted} of them as tasks.`,
  'rolled-out': ({ rollouts, tasks: counts }) =>
    counts?.attempted
      ? `The agent answered each of ${tasks(counts.attempted)} ${(rollouts ?? 0) / counts.attempted} times, without knowing which answer is right.`
      : 'There was no task to attempt.',
  scored: ({ success }) =>
    `A program checked every answer: ${success?.k} of ${success?.n} are right. The share of right answers to a task is its p̂.`,
  filtered: ({ kept, groups }) => {
    const all = groups ? groups.mixed + groups.solved + groups.unsolved : 0;
    const inside = kept?.tasks ?? 0;
    return `${inside} of ${tasks(all)} fell inside the band: neither too hard nor too easy. The rest is left out of the environment’s lesson.`;
  },
  'agent-updated': (story) =>
    story.agent?.note === null
      ? `GRPO: in ${story.groups?.mixed} groups some answers were better than others; those become more likely.`
      : agentLearned(story),
  'environment-updated': (story) =>
    story.environment?.note === null
      ? `RWR: ${tasks(story.environment.pairs)} of the right difficulty, ${story.kept?.own ?? 0} of them new, become more likely.`
      : environmentLearned(story),
  'pools-updated': ({ pools }) =>
    `${pools?.train} traces were added to D_train, ${pools?.environment} tasks of the right difficulty to D_env.`,
  'epoch-ended': wholeEpoch,
};

export const story = {
  head: (epoch: string) => `Epoch ${epoch}.`,
  stageHead: (epoch: string, stage: string) => `Epoch ${epoch}, ${stage.toLowerCase()}.`,
  /** The whole epoch, whatever stage it is in; only what has happened is said. */
  epoch: wholeEpoch,
  /** The stage that has just ended. */
  stage: (numbers: EpochStory): string => stageSentences[numbers.stage](numbers),
} as const;
