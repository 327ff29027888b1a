/** @file Why p = ½: groups whose answers are all wrong or all right have no advantages; those that differ most teach most. */
import { groupBy } from '../../common/group-by.ts';
import { meanOrNull } from '../../common/mean.ts';
import type { EpochView } from '../../analysis/run-view.ts';
import { type Evidence, type Finding, type Lesson, question, shownEpoch } from '../lesson.ts';

function groupsOf(epoch: EpochView | undefined) {
  const updated = epoch?.['agent-updated'];
  if (!epoch || !updated) return null;
  const { mixedGroups: mixed, solvedGroups: solved, unsolvedGroups: unsolved } = updated;
  return { epoch: epoch.epoch, mixed, solved, unsolved, groups: mixed + solved + unsolved };
}

const atLeast =
  (kind: 'mixed' | 'unsolved', share: number) =>
  (evidence: Evidence): Finding | null => {
    const groups = groupsOf(shownEpoch(evidence));
    return groups && groups[kind] >= share * groups.groups ? groups : null;
  };

/** The mean sum of |A| of a group of G answers of which k are right, over all epochs up to now. */
function signalByCount({ view }: Evidence): Finding | null {
  const sums = new Map<number, number[]>();
  let size = 0;
  for (const { scored } of view.epochs)
    for (const group of groupBy(scored?.rollouts ?? [], ({ task }) => task).values()) {
      size = group.length;
      const right = group.filter(({ success }) => success).length;
      const sum = group.reduce((total, { advantage }) => total + Math.abs(advantage), 0);
      sums.set(right, [...(sums.get(right) ?? []), sum]);
    }
  const mean = (right: number) => meanOrNull(sums.get(right) ?? []);
  const half = Math.floor(size / 2);
  const [few, some, most] = [mean(1), mean(half), mean(size - 1)];
  return few === null || some === null || most === null ? null : { few, some, most, half, size, least: size - 1 };
}

const strongest = ({ few, some, most }: Finding): number => {
  const sums = [few, some, most].map(Number);
  return sums.indexOf(Math.max(...sums));
};

export const whyHalf: Lesson = {
  name: 'why-half',
  opens: { run: 'recorded', epoch: 60 },
  panel: 'circuit',
  controls: [],
  hidden: ['preset'],
  steps: [
    { name: 'unsolved', check: atLeast('unsolved', 0.75) },
    { name: 'mixed', check: atLeast('mixed', 0.85) },
    question('signal', 3, strongest, signalByCount),
  ],
};
