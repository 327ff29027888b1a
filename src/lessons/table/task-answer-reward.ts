/** @file Teaches what tasks, answers, rewards and success rates are. */
import { type EpochView, scoredGroups, tasksOf } from '../../analysis/run-view.ts';
import type { Attempt } from '../../genenv/log/epoch-events.ts';
import { type Evidence, type Finding, type Lesson, midmost, question, shownEpoch } from '../lesson.ts';

const answered = (tokens: readonly string[]): string => tokens.filter((token) => token !== '<eos>').join(' ');

/** Returns the reason of a wrong answer if it names a station that cannot meet the goal. */
const wrongStation = ({ score: { reason } }: Attempt) =>
  reason?.code === 'household/wrong-station' ? reason : undefined;

/** Finds the easiest task of the epoch shown, once the tasks panel is open. */
function tasks(evidence: Evidence): Finding | null {
  const epoch = evidence.panel === 'tasks' ? shownEpoch(evidence) : undefined;
  const attempted = epoch ? tasksOf(epoch).filter(({ used }) => used) : [];
  const shortest = attempted.toSorted((a, b) => a.level - b.level)[0];
  return epoch && shortest
    ? { epoch: epoch.epoch, tasks: attempted.length, task: shortest.text, groupSize: epoch.settings.groupSize }
    : null;
}

/** Finds a task of level 1 with a right answer and an answer that names the wrong station. */
function rightAndWrong(epoch: EpochView): Finding | null {
  for (const { level, text, rollouts } of scoredGroups(epoch)) {
    const attempts: readonly Attempt[] = rollouts;
    const right = attempts.find(({ score }) => score.success);
    const wrong = attempts.find(wrongStation);
    const reason = wrong && wrongStation(wrong);
    if (level !== 1 || !right || !reason) continue;
    return {
      task: text,
      right: answered(right.rollout.tokens),
      wrong: answered(wrong.rollout.tokens),
      station: String(reason.station),
      verb: String(reason.verb),
    };
  }
  return null;
}

/** Counts answers that meet the first of several goals but miss a later one, and finds their largest reward. */
function nearlyRight(epoch: EpochView): Finding | null {
  const attempts: readonly Attempt[] = scoredGroups(epoch).flatMap(({ rollouts }) => rollouts);
  const nearly = attempts.filter((attempt) => Number(wrongStation(attempt)?.goal) > 1);
  if (nearly.length === 0) return null;
  return { answers: nearly.length, reward: Math.max(...nearly.map(({ score }) => score.reward)) };
}

const rewardChoice = ({ reward }: Finding): number => (reward === 0 ? 0 : reward === 1 ? 2 : 1);

/** Finds a task with the success rate ½. */
function half(epoch: EpochView): Finding | null {
  const task = scoredGroups(epoch).find(({ scored }) => scored?.successRate === 0.5);
  if (!task?.scored) return null;
  const { k, n } = task.scored.scope;
  return { epoch: epoch.epoch, task: task.text, right: k, answers: n, rate: task.scored.successRate };
}

const ofShown =
  (look: (epoch: EpochView) => Finding | null) =>
  (evidence: Evidence): Finding | null => {
    const epoch = shownEpoch(evidence);
    return epoch ? look(epoch) : null;
  };

export const taskAnswerReward: Lesson = {
  name: 'task-answer-reward',
  // The lesson opens at an epoch that answers both questions but has no task with p̂ = ½, which the last step asks for.
  opens: {
    run: 'recorded',
    at: (epochs) =>
      epochs.some(half)
        ? midmost(epochs, (one) => Boolean(rightAndWrong(one) && nearlyRight(one)) && !half(one))
        : undefined,
  },
  panel: 'circuit',
  controls: [],
  hidden: ['preset'],
  steps: [
    { name: 'task', check: tasks },
    question('answer', 3, () => 1, ofShown(rightAndWrong)),
    question('reward', 3, rewardChoice, ofShown(nearlyRight)),
    { name: 'rate', check: ofShown(half) },
  ],
};
