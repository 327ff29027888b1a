/**
 * @file Teaches k_min and G. They decide which success rates k/G are in the band, and how many tasks the filter keeps.
 */
import {
  bandAround,
  inBand,
  passingCounts,
  type SuccessCount,
  successRate,
} from '../../curriculum/environment-reward.ts';
import { type EpochView, tasksOf } from '../../analysis/run-view.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import { type Evidence, type Finding, type Lesson, question, shownEpoch } from '../lesson.ts';

const NARROW = 0.1;
const WIDE = 0.3;

type BandSettings = Pick<Settings, 'groupSize' | 'alpha' | 'kMin'>;

/** Returns the counts k of G right answers that pass the filter. */
export const passing = ({ groupSize, alpha, kMin }: BandSettings): number[] =>
  passingCounts(groupSize, bandAround(alpha, kMin));

const ratesOf = (settings: BandSettings): Finding => ({
  passing: passing(settings).length,
  rates: passing(settings)
    .map((k) => `${k}/${settings.groupSize}`)
    .join(', '),
  groupSize: settings.groupSize,
  kMin: settings.kMin,
});

const scopesOf = (epoch: EpochView): SuccessCount[] => tasksOf(epoch).flatMap(({ scored }) => scored?.scope ?? []);

const keptOf = (epoch: EpochView, kMin: number): number =>
  scopesOf(epoch).filter((scope) => inBand(scope, bandAround(epoch.settings.alpha, kMin))).length;

/** Counts the tasks of the epoch shown that pass the filter with the tried k_min. */
function kept(evidence: Evidence): Finding | null {
  const epoch = shownEpoch(evidence);
  const attempted = epoch ? scopesOf(epoch).length : 0;
  if (!epoch || attempted === 0) return null;
  const { kMin } = evidence.settings;
  const { alpha, groupSize } = epoch.settings;
  return {
    ...ratesOf({ alpha, groupSize, kMin }),
    epoch: epoch.epoch,
    attempted,
    kept: keptOf(epoch, kMin),
  };
}

/** Returns true if the narrow band keeps some of an epoch's tasks, and the wide band keeps more, but not all. */
const differs = (epoch: EpochView): boolean => {
  const counts = [0, keptOf(epoch, NARROW), keptOf(epoch, WIDE), scopesOf(epoch).length];
  return counts.every((count, i) => i === 0 || count > counts[i - 1]);
};

const differentRates = (epoch: EpochView): number => new Set(scopesOf(epoch).map(successRate)).size;

/** Returns the index of the right answer among the choices 1, 3 and 5 passing rates. */
const count = ({ passing: rates }: Finding): number => [1, 3, 5].indexOf(Number(rates));

export const bandAndGroups: Lesson = {
  name: 'band-and-groups',
  // Of the suitable epochs, the lesson opens at the one with the largest number of different success rates.
  opens: {
    run: 'recorded',
    at: (epochs) => epochs.filter(differs).toSorted((a, b) => differentRates(b) - differentRates(a))[0],
  },
  panel: 'circuit',
  controls: ['kMin', 'groupSize'],
  hidden: ['preset'],
  steps: [
    question('guess', 3, count, ({ settings }) => ratesOf({ ...settings, kMin: NARROW })),
    { name: 'narrow', check: (evidence) => (evidence.settings.kMin <= NARROW ? kept(evidence) : null) },
    { name: 'wide', check: (evidence) => (evidence.settings.kMin >= WIDE ? kept(evidence) : null) },
    {
      name: 'groups',
      check: ({ settings }) =>
        settings.kMin <= NARROW && passing(settings).length >= 3
          ? { ...ratesOf(settings), rollouts: settings.groupSize * settings.tasksPerEpoch }
          : null,
    },
  ],
};
