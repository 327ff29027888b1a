/** @file One sentence in plain words about an epoch, or about the stage of it that has just ended, with its numbers. */
import type { EpochStory } from '../../analysis/epoch-story.ts';
import type { EpochStage } from '../../genenv/epoch-stages.ts';

/** What no one can learn from. */
function uniform({ solved, unsolved, mixed }: NonNullable<EpochStory['groups']>): string {
  const all = solved + unsolved + mixed;
  if (unsolved && solved) return `${all} 个任务中，${unsolved} 个从未做对，${solved} 个总是做对：从中学不到东西。`;
  if (unsolved) return `${all} 个任务中有 ${unsolved} 个从未做对：从中学不到东西。`;
  if (solved) return `${all} 个任务中有 ${solved} 个总是做对：没有可学的了。`;
  return `${all} 个任务都是有时做对。`;
}

function agentLearned({ groups, agent }: EpochStory): string {
  const mixed = groups?.mixed ?? 0;
  if (agent?.note === 'switched-off') return '智能体的学习已关闭，什么也没学。';
  if (mixed === 0) return '没有哪个任务有时对、有时错，所以智能体什么也没学到。';
  return `${mixed} 个有时做对，智能体从中学习。`;
}

function environmentLearned({ kept, environment }: EpochStory): string {
  const own = kept?.own ?? 0;
  switch (environment?.note) {
    case 'environment-frozen':
      return '在这个实验组里环境模型从不学习。';
    case 'switched-off':
      return '环境模型的学习已关闭，什么也没学。';
    case 'nothing-kept':
      return '没有一个落在区间内，所以环境模型什么也没学到。';
  }
  const pairs = environment?.pairs ?? 0;
  if (own === 0)
    return pairs ? `没有一个落在区间内；环境模型从前几轮的 ${pairs} 个任务中学习。` : '没有一个落在区间内。';
  return `${own} 个落在区间内，用来教环境模型。`;
}

const wholeEpoch = (story: EpochStory): string =>
  story.tasks?.attempted === 0 || !story.groups
    ? '没有一段文本是任务，所以没有可做的。'
    : [uniform(story.groups), agentLearned(story), environmentLearned(story)].join('');

const stageSentences: Readonly<Record<EpochStage, (story: EpochStory) => string>> = {
  'tasks-written': ({ tasks }) => `写出了 ${tasks?.written} 段文本；智能体把其中 ${tasks?.attempted} 段当任务来做。`,
  'rolled-out': ({ rollouts, tasks }) =>
    tasks?.attempted
      ? `智能体对 ${tasks.attempted} 个任务各回答 ${(rollouts ?? 0) / tasks.attempted} 次，并不知道哪个回答是对的。`
      : '没有可做的任务。',
  scored: ({ success }) =>
    `程序检查了每个回答：${success?.n} 个中 ${success?.k} 个正确。一个任务的正确比例就是它的 p̂。`,
  filtered: ({ kept, groups }) => {
    const all = groups ? groups.mixed + groups.solved + groups.unsolved : 0;
    return `${all} 个任务中有 ${kept?.tasks ?? 0} 个落在区间内：不太难也不太容易。其余的不拿来教环境模型。`;
  },
  'agent-updated': (story) =>
    story.agent?.note === null
      ? `GRPO：在 ${story.groups?.mixed} 个组里，有的回答比别的好；这些回答变得更可能。`
      : agentLearned(story),
  'environment-updated': (story) =>
    story.environment?.note === null
      ? `RWR：${story.environment.pairs} 个难度合适的任务变得更可能，其中 ${story.kept?.own ?? 0} 个是新的。`
      : environmentLearned(story),
  'pools-updated': ({ pools }) =>
    `${pools?.train} 条轨迹放进了 D_train，${pools?.environment} 个难度合适的任务放进了 D_env。`,
  'epoch-ended': wholeEpoch,
};

export const story = {
  head: (epoch: string) => `第 ${epoch} 轮。`,
  stageHead: (epoch: string, stage: string) => `第 ${epoch} 轮，${stage}。`,
  /** The whole epoch, whatever stage it is in; only what has happened is said. */
  epoch: wholeEpoch,
  /** The stage that has just ended. */
  stage: (numbers: EpochStory): string => stageSentences[numbers.stage](numbers),
} as const;
