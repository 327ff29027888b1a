/** @file Chooses by a success rate that is predicted before any rollout: the candidates nearest the target. */

/**
 * @param rateOf the predicted success of a candidate, asked in their order
 * @returns `count` of them, the nearest first; of equally near ones the first
 */
export const nearestTarget = <Task>(
  candidates: readonly Task[],
  rateOf: (task: Task) => number,
  target: number,
  count: number,
): Task[] =>
  candidates
    .map((task, place) => ({ task, place, distance: Math.abs(rateOf(task) - target) }))
    .sort((a, b) => a.distance - b.distance || a.place - b.place)
    .slice(0, count)
    .map(({ task }) => task);
