/** @file k_min and G: which of the success rates k/G that a group can have lie inside the band. */
import { bandAround, passingCounts } from '../../curriculum/difficulty-filter.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import { type Evidence, type Finding, finished, type Lesson } from '../lesson.ts';

/** A narrow and a wide band. */
const NARROW = 0.1;
const WIDE = 0.3;

/** The counts k of G that pass the filter. */
export const passing = ({ groupSize, alpha, kMin }: Pick<Settings, 'groupSize' | 'alpha' | 'kMin'>): number[] =>
  passingCounts(groupSize, bandAround(alpha, kMin));

const ratesOf = (settings: Settings): Finding => ({
  passing: passing(settings).length,
  rates: passing(settings)
    .map((k) => `${k}/${settings.groupSize}`)
    .join(', '),
  groupSize: settings.groupSize,
  kMin: settings.kMin,
});

/** Tasks attempted and kept in the finished epochs whose filter had a band like this. */
function kept(evidence: Evidence, epochs: number, fits: (settings: Settings) => boolean): Finding | null {
  const such = finished(evidence).filter(({ settings }) => fits(settings));
  const newest = such.at(-1);
  if (!newest || such.length < epochs) return null;
  const sum = (name: 'attemptedTasks' | 'keptTasks') =>
    such.reduce((total, epoch) => total + epoch['epoch-ended']![name], 0);
  return {
    ...ratesOf(newest.settings),
    epochs: such.length,
    attempted: sum('attemptedTasks'),
    kept: sum('keptTasks'),
  };
}

export const bandAndGroups: Lesson = {
  name: 'band-and-groups',
  opens: {
    run: 'live',
    preset: 'quick',
    // With fewer tasks hardly any is solved sometimes, and both bands look alike.
    settings: { environmentModel: 'discovery-environment-uniform', kMin: NARROW, tasksPerEpoch: 16, epochs: 60 },
  },
  panel: 'circuit',
  showSettings: true,
  hidden: ['preset', 'models', 'evaluation', 'pools', 'environment', 'agent'],
  steps: [
    { name: 'narrow', check: (evidence) => kept(evidence, 2, ({ kMin }) => kMin <= NARROW) },
    { name: 'wide', check: (evidence) => kept(evidence, 2, ({ kMin }) => kMin >= WIDE) },
    {
      name: 'groups',
      check: ({ settings }) =>
        settings.kMin <= NARROW && passing(settings).length >= 3
          ? { ...ratesOf(settings), rollouts: settings.groupSize * settings.tasksPerEpoch }
          : null,
    },
  ],
};
