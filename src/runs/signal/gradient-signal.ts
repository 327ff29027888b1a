/**
 * @file Measures Proposition 1 on the running model: E‖g‖² of tasks with different success rates. The policy reports
 * gradient norms for optimizer steps with learning rate 0.
 *
 * ‖∇log π(y)‖² of each rollout is measured once, with advantage 1, and then scaled by the squared advantage. The
 * squared norm of the whole group's gradient, in which gradients of rollouts may cancel, is also measured because
 * updates follow it.
 */
import { groupBy, meanOrZero } from '../../common/mean.ts';
import { groupAdvantages } from '../../curriculum/curriculum.ts';
import type { Rollout } from '../../genenv/log/events.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import { agentReward } from '../../genenv/stages/score-rollouts.ts';
import { evaluationTasksOf } from '../../genenv/stages/evaluate.ts';
import type { Candidate } from '../../genenv/stages/inspect-task.ts';
import { rollOut } from '../../genenv/stages/roll-out.ts';
import type { GrpoObjective, TrainingSequence } from '../../objectives/objective.ts';
import type { Learner, OptimizerSettings } from '../../policy/policy.ts';
import type { TextTokenizer } from '../../policy/text-tokenizer.ts';
import { streams } from '../../random/streams.ts';
import { type Family, promptForm } from '../../tasks/family.ts';

/** Gradient signal of a task at its p̂. Squared norms cover the gradients of all weights. */
export interface SignalPoint {
  task: number;
  level: number;
  /** Successes k of n rollouts; p̂ = k/n. */
  k: number;
  n: number;
  /** Mean of (r − p̂)²·‖∇log π‖² over the rollouts: the proposition's E‖g‖² with b = p̂. */
  perRollout: number;
  /** `perRollout` with advantages divided by the group's σ (ddof 0); 0 if the group is not mixed. */
  perRolloutScaled: number;
  /** ‖(1/n) Σ A_i ∇log π(y_i)‖² with A = r − p̂, and with A divided by σ. */
  group: number;
  groupScaled: number;
  /** Mean of ‖∇log π‖² over the rollouts. */
  score: number;
}

interface SignalRequest {
  agent: Learner;
  tokenizer: TextTokenizer;
  /** Tasks of different difficulty, e.g. the evaluation tasks of every level, with different `index`. */
  tasks: readonly Candidate[];
  rollouts: number;
  settings: Pick<Settings, 'seed' | 'agentTemperature' | 'successThreshold' | 'topK' | 'topP'>;
  /** Epoch of the weights. It also seeds the random numbers. */
  epoch: number;
}

/** Settings of a step that changes no weight, to get the norm of its gradient. */
const noStep: OptimizerSettings = {
  learningRate: 0,
  beta1: 0,
  beta2: 0,
  epsilon: 1,
  weightDecay: 0,
  clipNorm: 0,
};

/** Objective L = −(1/B) Σ_i A_i Σ_t π/π_old. At π = π_old the gradient of L is −(1/B) Σ_i A_i ∇log π(y_i). */
const objectiveAt = (temperature: number): GrpoObjective => ({
  kind: 'grpo',
  clipLow: 1,
  clipHigh: 1,
  dualClip: 0,
  klWeight: 0,
  klEstimator: 'ratio-weighted',
  entropyWeight: 0,
  aggregation: 'constant-length',
  maxCompletionLength: 1,
  temperature,
});

async function measureTask(
  candidate: Candidate,
  rollouts: readonly Rollout[],
  { agent, tokenizer, settings }: SignalRequest,
): Promise<SignalPoint> {
  const objective = objectiveAt(settings.agentTemperature || 1);
  const squaredNorm = async (sequences: readonly TrainingSequence[]) =>
    (await agent.update({ sequences, objective, optimizer: noStep })).gradNorm ** 2;
  const prompt = tokenizer.encode(candidate.prompt);
  const sequences = rollouts.map((rollout) => {
    const { ids: completion, mask, logprobs: oldLogprobs } = rollout;
    return { prompt, completion, mask, oldLogprobs };
  });
  const groupNorm = async (advantages: readonly number[]) =>
    advantages.every((advantage) => advantage === 0)
      ? 0
      : squaredNorm(sequences.map((sequence, i) => ({ ...sequence, advantage: advantages[i] })));
  const rewards = rollouts.map(({ turns, finish }) => {
    const { success } = agentReward(candidate.world, candidate.task, turns, finish, settings.successThreshold);
    return success ? 1 : 0;
  });
  // Rollouts of the same text have the same gradient.
  const known = new Map<string, number>();
  const scores: number[] = [];
  for (const sequence of sequences) {
    const text = sequence.completion.join(' ');
    const score = known.get(text) ?? (await squaredNorm([{ ...sequence, advantage: 1 }]));
    known.set(text, score);
    scores.push(score);
  }
  const perRollout = (advantages: readonly number[]) =>
    meanOrZero(scores.map((score, i) => advantages[i] ** 2 * score));
  const centred = groupAdvantages(rewards, { scale: 'none', epsilon: 0 });
  const scaled = groupAdvantages(rewards, { scale: 'population', epsilon: 0 });
  return {
    task: candidate.index,
    level: candidate.level,
    k: rewards.filter((reward) => reward === 1).length,
    n: rewards.length,
    perRollout: perRollout(centred),
    perRolloutScaled: perRollout(scaled),
    group: await groupNorm(centred),
    groupScaled: await groupNorm(scaled),
    score: meanOrZero(scores),
  };
}

/**
 * Measures every task, except those that the agent could not begin to answer. Call it between stages of a run. Weights
 * and optimizer state are restored afterwards, but the state that the policy held (`Learner.hold`) is replaced.
 */
export async function measureGradientSignal(request: SignalRequest): Promise<SignalPoint[]> {
  const { agent, tokenizer, tasks, settings, epoch } = request;
  const { contextLength } = await agent.describe();
  const { rollouts } = await rollOut({
    agent,
    tokenizer,
    tasks,
    rolloutsPerTask: request.rollouts,
    temperature: settings.agentTemperature || 1,
    settings,
    contextLength,
    key: { seed: settings.seed, stream: streams.signal, epoch },
  });
  const byTask = groupBy(
    rollouts.filter(({ ids }) => ids.length > 0),
    ({ task }) => task,
  );
  const points: SignalPoint[] = [];
  await agent.hold();
  try {
    for (const candidate of tasks) {
      const own = byTask.get(candidate.index);
      if (own) points.push(await measureTask(candidate, own, request));
    }
    return points;
  } finally {
    await agent.backtrack(0);
  }
}

/**
 * Returns the least and the greatest C in E‖g‖² = C·p(1 − p) over all mixed tasks; null if no task is mixed.
 */
export function measuredConstants(points: readonly SignalPoint[]): { least: number; greatest: number } | null {
  const constants = points
    .filter(({ k, n }) => k > 0 && k < n)
    .map(({ k, n, perRollout }) => perRollout / ((k / n) * (1 - k / n)));
  return constants.length === 0 ? null : { least: Math.min(...constants), greatest: Math.max(...constants) };
}

export interface SignalQuestion {
  tasksPerLevel: number;
  rollouts: number;
  /** Measures `count` tasks, beginning with this one (0 is the first). */
  start: number;
  count: number;
}

export interface Measured {
  points: readonly SignalPoint[];
  /** Model, epoch, settings and seed, as plain data. */
  provenance: Record<string, unknown>;
}

export interface SignalSlice extends Measured {
  /** Number of all tasks, of which `points` cover some. */
  tasks: number;
}

interface SignalModel {
  agent: Learner;
  tokenizer: TextTokenizer;
  families: readonly Family[];
  settings: Settings;
  /** Epoch of the weights. */
  epoch: number;
}

/**
 * Measures Proposition 1 on a slice of the tasks, so that the caller can stop between two slices. All slices together
 * have the same points as one measurement of all tasks.
 */
export async function measureSignalSlice(
  { agent, tokenizer, families, settings, epoch }: SignalModel,
  { tasksPerLevel, rollouts, start, count }: SignalQuestion,
): Promise<SignalSlice> {
  const tasks = evaluationTasksOf(families, { ...settings, evalTasks: tasksPerLevel }, promptForm(tokenizer.chat));
  const points = await measureGradientSignal({
    agent,
    tokenizer,
    tasks: tasks.slice(start, start + count),
    rollouts,
    settings,
    epoch,
  });
  const { name, weightsHash, runtime } = await agent.describe();
  const { seed, agentTemperature, evalSplit } = settings;
  return {
    points,
    tasks: tasks.length,
    provenance: {
      agent: { name, startedFrom: weightsHash, runtime },
      epoch,
      families: families.map((family) => family.name),
      settings: { seed, agentTemperature, evalSplit, tasksPerLevel },
      rollouts,
    },
  };
}

export const joinedSlices = (slices: readonly [SignalSlice, ...SignalSlice[]]): Measured => ({
  points: slices.flatMap(({ points }) => points),
  provenance: slices[0].provenance,
});
