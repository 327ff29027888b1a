/** @file Teaches why p = ½ is best. Only mixed groups have advantages other than 0, so only they teach the agent. */
import { groupSignals } from '../../analysis/group-signals.ts';
import type { EpochView } from '../../analysis/run-view.ts';
import { type Evidence, type Finding, type Lesson, midmost, question, shownEpoch } from '../lesson.ts';

function groupsOf(epoch: EpochView) {
  const updated = epoch['agent-updated'];
  if (!updated) return null;
  const { mixedGroups: mixed, solvedGroups: solved, unsolvedGroups: unsolved } = updated;
  return { epoch: epoch.epoch, mixed, solved, unsolved, groups: mixed + solved + unsolved };
}

const has = (kind: 'mixed' | 'unsolved', share: number) => (epoch: EpochView) => {
  const groups = groupsOf(epoch);
  return groups !== null && groups[kind] >= share * groups.groups;
};
const mostlyUnsolved = has('unsolved', 0.75);
const mostlyMixed = has('mixed', 0.85);

const found =
  (holds: (epoch: EpochView) => boolean) =>
  (evidence: Evidence): Finding | null => {
    const epoch = shownEpoch(evidence);
    return epoch && holds(epoch) ? groupsOf(epoch) : null;
  };

/** Computes the mean of Σ |A| over groups with k of G right answers, for three k, from all epochs so far. */
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
  // The lesson opens at an epoch that fulfils no step yet.
  opens: {
    run: 'recorded',
    at: (epochs) =>
      epochs.some(mostlyUnsolved) && epochs.some(mostlyMixed)
        ? midmost(epochs, (epoch) => !mostlyUnsolved(epoch) && !mostlyMixed(epoch))
        : undefined,
  },
  panel: 'circuit',
  controls: [],
  hidden: ['preset'],
  steps: [
    { name: 'unsolved', check: found(mostlyUnsolved) },
    { name: 'mixed', check: found(mostlyMixed) },
    question('signal', 3, strongest, signalByCount),
  ],
};
