/** @file Task, answer, reward: what the environment writes, what the agent answers, what is right, and the success rate of it all. */
import { scoredGroups, tasksOf } from '../../analysis/run-view.ts';
import type { Attempt } from '../../genenv/log/task-events.ts';
import { type Evidence, type Finding, type Lesson, question, shownEpoch } from '../lesson.ts';

const answered = (tokens: readonly string[]): string => tokens.filter((token) => token !== '<eos>').join(' ');

/** The tasks of the epoch shown whose answers are known. */
function groupsOf(evidence: Evidence) {
  const epoch = shownEpoch(evidence);
  return epoch?.scored ? { epoch: epoch.epoch, groups: scoredGroups(epoch) } : undefined;
}

/** Why an answer is wrong, if it names a station where its goal cannot be met. */
const wrongStation = ({ score: { reason } }: Attempt) =>
  reason?.code === 'household/wrong-station' ? reason : undefined;

/** Looked at once its panel is open. */
function tasks(evidence: Evidence): Finding | null {
  const epoch = evidence.panel === 'tasks' ? shownEpoch(evidence) : undefined;
  const attempted = epoch ? tasksOf(epoch).filter(({ used }) => used) : [];
  const shortest = attempted.toSorted((a, b) => a.level - b.level)[0];
  return epoch && shortest
    ? { epoch: epoch.epoch, tasks: attempted.length, task: shortest.text, groupSize: epoch.settings.groupSize }
    : null;
}

/** A task of one goal with a right and a wrong answer to it. */
function rightAndWrong(evidence: Evidence): Finding | null {
  for (const { level, text, rollouts } of groupsOf(evidence)?.groups ?? []) {
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

/** Answers to tasks of several goals of which the first is met and another is not: their rewards. */
function nearlyRight(evidence: Evidence): Finding | null {
  const attempts: readonly Attempt[] = (groupsOf(evidence)?.groups ?? []).flatMap(({ rollouts }) => rollouts);
  const nearly = attempts.filter((attempt) => Number(wrongStation(attempt)?.goal) > 1);
  if (nearly.length === 0) return null;
  return { answers: nearly.length, reward: Math.max(...nearly.map(({ score }) => score.reward)) };
}

const rewardChoice = ({ reward }: Finding): number => (reward === 0 ? 0 : reward === 1 ? 2 : 1);

/** A task of which half of the answers are right. */
function half(evidence: Evidence): Finding | null {
  const shown = groupsOf(evidence);
  const task = shown?.groups.find(({ scored }) => scored?.successRate === 0.5);
  if (!shown || !task?.scored) return null;
  const { k, n } = task.scored.scope;
  return { epoch: shown.epoch, task: task.text, right: k, answers: n, rate: task.scored.successRate };
}

export const taskAnswerReward: Lesson = {
  name: 'task-answer-reward',
  opens: { run: 'recorded', epoch: 30 },
  panel: 'circuit',
  controls: [],
  hidden: ['preset'],
  steps: [
    { name: 'task', check: tasks },
    question('answer', 3, () => 1, rightAndWrong),
    question('reward', 3, rewardChoice, nearlyRight),
    { name: 'rate', check: half },
  ],
};
