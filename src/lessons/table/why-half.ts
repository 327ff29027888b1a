/** @file Why p = ½: groups whose answers are all wrong or all right have no advantages; those that differ most teach most. */
import { groupSignals } from '../../analysis/group-signals.ts';
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
  const signals = groupSignals(view.epochs);
  const size = signals.length - 1;
  const half = Math.floor(size / 2);
  const [few, some, most] = [1, half, size - 1].map((right) => signals[right]);
  if (!few?.groups || !some?.groups || !most?.groups) return null;
  return { few: few.signal, some: some.signal, most: most.signal, half, size, least: size - 1 };
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
