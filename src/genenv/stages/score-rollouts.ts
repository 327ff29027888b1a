/**
 * @file Rewards, advantages and success of an epoch's rollouts (Algorithm 1, step 2).
 */
import type { RewardQuestion } from '../../curriculum/curriculum.ts';
import { groupBy } from '../../common/group-by.ts';
import type { Curriculum } from '../../policy/policy.ts';
import type { AnswerSimilarity } from '../answer-similarity.ts';
import type { Candidate } from './candidate.ts';
import type { EnvironmentCurriculum } from '../environment-curricula.ts';
import { addCounts, type SuccessCount, successRate } from '../../curriculum/success.ts';
import type { Filtered, Rollout, RunState, Scored } from '../log/events.ts';
import type { Settings } from '../settings/settings.ts';
import { agentReward } from './agent-reward.ts';
import { alikeAnswers } from './alike-answers.ts';
import { assessmentRequest, filteredEvent, scoredEvent, weighingRequest } from './score-groups.ts';

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
  /** The environment's reward, and the tasks that it learns from. */
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
  /** The event `filtered` under the settings of its stage: asks the environment again where they changed since. */
  filter(settings: Settings): Promise<Filtered>;
}

/** Asks the agent for rewards and advantages, and the environment for its rewards. */
export async function scoreRollouts(request: ScoringRequest): Promise<ScoredRollouts> {
  const { agent, environment, settings, similarity, curriculum, epoch, tasks, rollouts } = request;
  const idOf = wordIds();
  const byTask = groupBy(rollouts, ({ task }) => task);
  const rolloutsOf = ({ index }: Candidate) => byTask.get(index) ?? [];
  const attempts = tasks.flatMap((candidate) => rolloutsOf(candidate).map((rollout) => ({ candidate, rollout })));
  const alike = await alikeAnswers(settings, similarity, attempts);
  const groups = tasks.map((candidate) => ({
    task: candidate.index,
    batch: candidate.batch,
    source: candidate.source,
    text: candidate.text,
    rollouts: rolloutsOf(candidate).map((rollout) => {
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
  const asked = weighingRequest(settings, curriculum, groups, assessment);
  const weighing = await environment.weigh(asked);
  return {
    scored: scoredEvent(settings, epoch, groups, assessment, weighing),
    async filter(later) {
      const now = weighingRequest(later, curriculum, groups, assessment);
      const isAnswered = JSON.stringify(now) === JSON.stringify(asked);
      return filteredEvent(later, curriculum.band, epoch, groups, isAnswered ? weighing : await environment.weigh(now));
    },
  };
}

/** Successes of the epoch's tasks by family. */
export const countsByFamily = (
  families: readonly { name: string }[],
  tasks: readonly { family: string; scored: { count: SuccessCount } }[],
): Record<string, SuccessCount> =>
  Object.fromEntries(
    families.map(({ name }) => {
      const own = tasks.filter(({ family }) => family === name);
      return [name, addCounts(own.map(({ scored }) => scored.count))];
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
