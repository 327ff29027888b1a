/**
 * @file Prioritised level replay (Jiang, Grefenstette & Rocktäschel 2021, arXiv 2010.03934): half of the tasks are new,
 * half were attempted before, those most that taught most when last attempted. "Level" there is what a task is here.
 *
 * P_replay = (1 − ρ)·P_score + ρ·P_staleness, with P_score ∝ (1/rank)^(1/β), P_staleness ∝ epochs since the last attempt,
 * and their β = ρ = .1. Their score is the mean |advantage|: of a group with success rate p̂, 2p̂(1 − p̂).
 */
import type { RandomStream } from '../../random/random-stream.ts';
import type { Scored, TaskAttempt } from '../events.ts';
import type { Candidate } from '../stages/inspect-task.ts';
import { successRate } from '../curriculum/success.ts';

export const REPLAY_SHARE = 0.5;
const BETA = 0.1;
const RHO = 0.1;

/** What an epoch tells about its tasks. */
export const attemptsOf = (tasks: readonly Candidate[], { tasks: verdicts }: Scored): TaskAttempt[] =>
  tasks.map(({ text }, i) => {
    const p = successRate(verdicts[i].count);
    return { family: text.family, text: text.text, score: 2 * p * (1 - p) };
  });

export interface SeenTask extends TaskAttempt {
  /** When it was last attempted. */
  epoch: number;
}

const normalised = (weights: readonly number[]): number[] => {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => (total > 0 ? weight / total : 1 / weights.length));
};

/** The probability with which each task is replayed in this epoch; of equal scores the one seen first ranks higher. */
export function replayProbabilities(seen: readonly SeenTask[], epoch: number): number[] {
  const order = seen.map((_, i) => i).sort((a, b) => seen[b].score - seen[a].score || a - b);
  const byScore: number[] = [];
  order.forEach((task, rank) => (byScore[task] = (1 / (rank + 1)) ** (1 / BETA)));
  const score = normalised(byScore);
  const staleness = normalised(seen.map((task) => epoch - task.epoch));
  return seen.map((_, i) => (1 - RHO) * score[i] + RHO * staleness[i]);
}

/** `count` different tasks by these probabilities. */
export function drawReplays(seen: readonly SeenTask[], count: number, epoch: number, random: RandomStream): SeenTask[] {
  const weights = replayProbabilities(seen, epoch);
  return Array.from({ length: Math.min(count, seen.length) }, () => {
    const drawn = random.weighted(weights);
    weights[drawn] = 0;
    return seen[drawn];
  });
}
