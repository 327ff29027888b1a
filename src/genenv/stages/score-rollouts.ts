/**
 * @file Rewards, advantages and success of an epoch's rollouts (Algorithm 1, step 2).
 */
import type { RewardQuestion } from '../../curriculum/curriculum.ts';
import type { Curriculum } from '../../policy/policy.ts';
import type { TextTokenizer } from '../../policy/text-tokenizer.ts';
import type { AnswerSimilarity } from '../answer-similarity.ts';
import type { Candidate } from './candidate.ts';
import type { EnvironmentCurriculum } from '../environment-curricula.ts';
import { addCounts, type SuccessCount, successRate } from '../../curriculum/success.ts';
import type { Filtered, Rollout, RunState, Scored, TasksWritten } from '../log/events.ts';
import type { Settings } from '../settings/settings.ts';
import { agentReward } from './agent-reward.ts';
import { alikeAnswers } from './alike-answers.ts';
import { assessmentRequest, filteredEvent, scoredEvent, weighingRequest } from './score-groups.ts';
import type { Group } from './update-agent.ts';

const ofTask = <Item extends { task: number }>(items: readonly Item[], { index }: Candidate): Item[] =>
  items.filter(({ task }) => task === index);

/** Numbers words as they come: normalised words need not be in a model's vocabulary. */
function wordIds(): (word: string) => number {
  const ids = new Map<string, number>();
  return (word) => {
    const id = ids.get(word) ?? ids.size;
    ids.set(word, id);
    return id;
  };
}

/** The reward of a rollout as a question: a comparison of words as ids where the family's rule is one, else its verdict. */
function questionOf(
  { world, task }: Candidate,
  { turns, finish }: Rollout,
  reward: number,
  idOf: (word: string) => number,
): RewardQuestion {
  const comparison = finish === 'stop' ? world.comparison?.(task, turns) : null;
  if (!comparison) return { rule: 'given', reward };
  const { rule, answer, reference } = comparison;
  return { rule, answer: answer.map(idOf), reference: reference.map(idOf) };
}

export interface ScoringRequest {
  agent: Pick<Curriculum, 'assess'>;
  environment: Pick<Curriculum, 'weigh'>;
  settings: Settings;
  /** Absent if the settings ask for no embeddings. */
  similarity?: AnswerSimilarity;
  /** What the environment is rewarded for, and which tasks it learns from. */
  curriculum: EnvironmentCurriculum;
  epoch: number;
  /** Those attempted. */
  tasks: readonly Candidate[];
  /** In the order of the tasks. */
  rollouts: readonly Rollout[];
}

/** The event `scored`, and the way to the event `filtered`, whose settings may have changed by then. */
export interface ScoredRollouts {
  scored: Scored;
  /** The event `filtered`: asks the environment again where the settings changed since. */
  filter(): Promise<Filtered>;
}

/** Asks the agent for rewards and advantages, and the environment for its rewards. */
export async function scoreRollouts(request: ScoringRequest): Promise<ScoredRollouts> {
  const { agent, environment, settings, similarity, curriculum, epoch, tasks, rollouts } = request;
  const idOf = wordIds();
  const attempts = tasks.flatMap((candidate) => ofTask(rollouts, candidate).map((rollout) => ({ candidate, rollout })));
  const alike = await alikeAnswers(settings, similarity, attempts);
  const groups = tasks.map((candidate) => ({
    task: candidate.index,
    batch: candidate.batch,
    source: candidate.source,
    rollouts: ofTask(rollouts, candidate).map((rollout) => {
      const { world, task } = candidate;
      const { turns, finish } = rollout;
      const { reward, wellFormed, reason } = agentReward(world, task, turns, finish, settings.successThreshold);
      const judged = { task: rollout.task, rollout: rollout.rollout, wellFormed };
      const likeness = alike.get(rollout);
      if (!likeness) return { ...judged, reason, question: questionOf(candidate, rollout, reward, idOf) };
      return {
        ...judged,
        reason: { code: 'embedding-similarity' as const, ...likeness },
        question: { rule: 'given' as const, reward: likeness.similarity },
      };
    }),
  }));
  const assessment = await agent.assess(assessmentRequest(settings, groups));
  const question = () => weighingRequest(settings, curriculum, groups, assessment);
  const asked = question();
  const weighing = await environment.weigh(asked);
  return {
    scored: scoredEvent(settings, epoch, groups, assessment, weighing),
    async filter() {
      const now = question();
      const isAnswered = JSON.stringify(now) === JSON.stringify(asked);
      return filteredEvent(settings, curriculum, epoch, groups, isAnswered ? weighing : await environment.weigh(now));
    },
  };
}

/** The groups GRPO learns from, one per task. */
export const groupsOf = (
  tasks: readonly Candidate[],
  rollouts: readonly Rollout[],
  scored: Scored,
  tokenizer: TextTokenizer,
): Group[] =>
  tasks.map((candidate) => {
    const scores = ofTask(scored.rollouts, candidate);
    return {
      promptIds: tokenizer.encode(candidate.prompt),
      rollouts: ofTask(rollouts, candidate),
      rewards: scores.map(({ reward }) => reward),
      advantages: scores.map(({ advantage }) => advantage),
      solved: scores.every(({ success }) => success),
    };
  });

/** Successes of the epoch's tasks by family. */
export const countsByFamily = (
  families: readonly { name: string }[],
  { texts }: Pick<TasksWritten, 'texts'>,
  scored: Scored,
): Record<string, SuccessCount> =>
  Object.fromEntries(
    families.map(({ name }) => {
      const own = scored.tasks.filter(({ task }) => texts[task].family === name);
      return [name, addCounts(own.map(({ count }) => count))];
    }),
  );

/** The exponential mean of success by family after this epoch; a family without tasks keeps its own. */
export function recentSuccess(
  settings: Pick<Settings, 'recentSuccessDecay'>,
  { recentSuccess: before }: RunState,
  counts: Readonly<Record<string, SuccessCount>>,
): Record<string, number> {
  const decay = settings.recentSuccessDecay;
  return Object.fromEntries(
    Object.entries(before).map(([name, past]) => {
      const now = counts[name];
      return [name, now.n === 0 ? past : decay * past + (1 - decay) * successRate(now)];
    }),
  );
}
