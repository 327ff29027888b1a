/**
 * @file Computes rewards, advantages and success of an epoch's rollouts, and the difficulty filter (Algorithm 1, step
 * 2).
 *
 * The agent's reward (GenEnv, §3) is R_agent(a′, a) = 1[a′ = a] for structured actions and sim(a′, a) ∈ [0, 1] for
 * free-form answers. Each family decides which one applies.
 */
import { CodedError } from '../../common/coded-error.ts';
import { groupBy } from '../../common/mean.ts';
import type { Assessment, RewardQuestion } from '../../curriculum/curriculum.ts';
import { addCounts, type SuccessCount, successRate } from '../../curriculum/environment-reward.ts';
import type { Curriculum } from '../../policy/policy.ts';
import type { Family, Score } from '../../tasks/family.ts';
import type { EnvironmentCurriculum } from '../environment-curricula.ts';
import type { Filtered, Rollout, RunState, Scored } from '../log/events.ts';
import type { RolloutReason } from '../log/reasons.ts';
import type { Settings } from '../settings/settings-table.ts';
import type { Candidate } from './inspect-task.ts';
import { assessmentRequest, filteredEvent, type JudgedGroup, scoredEvent, weighingRequest } from './score-groups.ts';

export interface AnswerPair {
  answer: string;
  reference: string;
}

export interface AnswerSimilarity {
  /** Returns the similarity of each pair, in [0, 1], in order. The same pair always has the same similarity. */
  of(pairs: readonly AnswerPair[]): Promise<number[]>;
}

/** Answer scored by its similarity to a reference, in [0, 1]. */
interface AlikeAnswer {
  reference: string;
  similarity: number;
}

/** Returns the texts to compare, or null if the reward is not a similarity, as for cut-off or empty answers. */
function pairOf({ world, task }: Candidate, { turns, finish }: Rollout): AnswerPair | null {
  if (world.reward !== 'soft' || finish !== 'stop') return null;
  const comparison = world.comparison?.(task, turns);
  if (comparison?.rule !== 'token-f1') return null;
  const pair = { answer: comparison.answer.join(' '), reference: comparison.reference.join(' ') };
  return pair.answer === '' || pair.reference === '' ? null : pair;
}

/**
 * Compares the embeddings of answers and references if the setting `softReward` asks for it: R_agent = sim(a′, a).
 * @returns the similarity of each answer to its reference; rollouts that the family scores have no entry
 */
async function alikeAnswers(
  { softReward }: Pick<Settings, 'softReward'>,
  similarity: AnswerSimilarity | undefined,
  attempts: readonly { candidate: Candidate; rollout: Rollout }[],
): Promise<ReadonlyMap<Rollout, AlikeAnswer>> {
  if (softReward !== 'embedding') return new Map();
  const asked = attempts.flatMap(({ candidate, rollout }) => {
    const pair = pairOf(candidate, rollout);
    return pair ? [{ rollout, pair }] : [];
  });
  if (asked.length === 0) return new Map();
  if (!similarity) throw new CodedError('no-embeddings');
  const values = await similarity.of(asked.map(({ pair }) => pair));
  return new Map(asked.map(({ rollout, pair: { reference } }, i) => [rollout, { reference, similarity: values[i] }]));
}

/**
 * Scores a rollout by the family's rule. @param finish `length` if the agent was cut off and gave no answer
 * @param successThreshold lowest soft reward that counts as a success (not fixed by the paper)
 */
export function agentReward<Task>(
  family: Family<Task>,
  task: Task,
  turns: readonly string[],
  finish: 'stop' | 'length',
  successThreshold: number,
): Score<RolloutReason> {
  if (finish === 'length') return { reward: 0, success: false, wellFormed: false, reason: { code: 'answer-cut-off' } };
  const score = family.score(task, turns);
  return family.reward === 'soft' ? { ...score, success: score.reward >= successThreshold } : score;
}

/** Returns a function that numbers words as they occur. Token ids will not do: a vocabulary may lack a word. */
function wordIds(): (word: string) => number {
  const ids = new Map<string, number>();
  return (word) => {
    const id = ids.get(word) ?? ids.size;
    ids.set(word, id);
    return id;
  };
}

/**
 * Returns the question that gives a rollout's reward. If the family compares words, the question compares word ids.
 * Otherwise it contains the given `reward`.
 */
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
  /** Similarity of free-form answers. Required if the setting `softReward` is `embedding`. */
  similarity?: AnswerSimilarity;
  curriculum: EnvironmentCurriculum;
  epoch: number;
  tasks: readonly Candidate[];
  rollouts: readonly Rollout[];
}

export interface AssessedGroups {
  groups: readonly JudgedGroup[];
  assessment: Assessment;
}

/** Computes the event `scored`: the agent computes rewards and advantages, and the environment computes R_env. */
export async function scoreRollouts(request: ScoringRequest): Promise<{ scored: Scored; assessed: AssessedGroups }> {
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
  const weighing = await environment.weigh(weighingRequest(settings, curriculum, groups, assessment));
  return { scored: scoredEvent(settings, epoch, groups, assessment, weighing), assessed: { groups, assessment } };
}

/**
 * Chooses the tasks that the environment learns from and computes their weights. Success counts are from the stage
 * `scored`, even if settings have changed since then.
 */
export async function filterTasks(
  request: Pick<ScoringRequest, 'environment' | 'settings' | 'curriculum' | 'epoch'> & { assessed: AssessedGroups },
): Promise<Filtered> {
  const { environment, settings, curriculum, epoch, assessed } = request;
  const { groups, assessment } = assessed;
  const weighing = await environment.weigh(weighingRequest(settings, curriculum, groups, assessment));
  return filteredEvent(settings, curriculum.band, epoch, groups, weighing);
}

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

/** Returns the updated exponential mean of success by family. A family without tasks keeps its mean. */
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
