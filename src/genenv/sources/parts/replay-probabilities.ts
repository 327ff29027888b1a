/**
 * @file The probability with which prioritised level replay (Jiang, Grefenstette & Rocktäschel 2021, arXiv 2010.03934)
 * chooses each task that was attempted before: P_replay = (1 − ρ)·P_score + ρ·P_staleness, with P_score ∝ (1/rank)^(1/β),
 * P_staleness ∝ epochs since the last attempt, with β = ρ = .1 as in that paper.
 */
import type { SeenTask } from '../../pools.ts';

const BETA = 0.1;
const RHO = 0.1;

const normalised = (weights: readonly number[]): number[] => {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => (total > 0 ? weight / total : 1 / weights.length));
};

/** The probability of each task in this epoch. If scores are equal, the task that was seen first ranks higher. */
export function replayProbabilities(seen: readonly SeenTask[], epoch: number): number[] {
  const order = seen.map((_, i) => i).sort((a, b) => seen[b].score - seen[a].score || a - b);
  const byScore: number[] = [];
  order.forEach((task, rank) => (byScore[task] = (1 / (rank + 1)) ** (1 / BETA)));
  const score = normalised(byScore);
  const staleness = normalised(seen.map((task) => epoch - task.epoch));
  return seen.map((_, i) => (1 - RHO) * score[i] + RHO * staleness[i]);
}
