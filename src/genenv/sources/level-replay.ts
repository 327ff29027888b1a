/**
 * @file The arm level-replay, prioritised level replay (Jiang, Grefenstette & Rocktäschel 2021, arXiv 2010.03934): half
 * of the tasks are new, and half were attempted before. Of those, the tasks that taught the most at their last attempt are
 * replayed more often. What that paper calls a level is a task here. Its score of a task is the mean |advantage|, which is
 * 2p̂(1 − p̂) for a group with success rate p̂.
 */
import { alphaCurriculum } from '../environment-curricula.ts';
import { successRate } from '../../curriculum/success.ts';
import type { TaskAttempt } from '../log/events.ts';
import type { SeenTask } from '../pools.ts';
import type { Arm, AttemptedTasks, EpochRequest } from './arm.ts';
import { fromBaseData } from './parts/base-tasks.ts';
import { drawStream } from './parts/draws.ts';
import { attemptedAnew, replays } from './parts/history.ts';
import { numbered } from './parts/known-tasks.ts';
import { mixture } from './parts/mixture.ts';
import { writeNewTasks } from './parts/new-tasks.ts';
import { replayProbabilities } from './parts/replay-probabilities.ts';

/** Of the tasks that are neither base data nor drawn from D_train. */
const REPLAY_SHARE = 0.5;

/** The tasks of an epoch with their scores. */
const attemptsOf = ({ tasks }: AttemptedTasks): TaskAttempt[] =>
  tasks.map(({ family, text, scored }) => {
    const p = successRate(scored.count);
    return { family, text, score: 2 * p * (1 - p) };
  });

/** `count` different tasks that were attempted before; fewer if there are fewer. */
function drawSeen(request: EpochRequest, count: number): SeenTask[] {
  const seen = [...request.pools.seen.values()];
  const random = drawStream(request, 'levelReplay');
  const weights = replayProbabilities(seen, request.epoch);
  return Array.from({ length: Math.min(count, seen.length) }, () => {
    const drawn = random.weighted(weights);
    weights[drawn] = 0;
    return seen[drawn];
  });
}

export const levelReplay: Arm = {
  curriculum: alphaCurriculum,
  environmentLearns: false,
  tasks: async (request) => {
    const { base, fresh } = mixture(request);
    const seen = drawSeen(request, Math.round(REPLAY_SHARE * fresh));
    const written = await writeNewTasks(request, fresh - seen.length);
    return numbered([...fromBaseData(request, base), ...replays(request), ...attemptedAnew(request, seen)], written);
  },
  remember: (attempted) => ({ pools: { attempts: attemptsOf(attempted) } }),
};
