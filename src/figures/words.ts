/** @file Prepares the words of figures in the current language: titles, captions, notes, labels and legends. */
import type { Axis, RunSummary } from '../analysis/run-summary.ts';
import { groupBy } from '../common/mean.ts';
import { armTitle, axes } from '../text/names.ts';
import { listOf } from '../text/sentence.ts';
import { workText } from '../text/work.ts';
import { BASE } from './colours.ts';

const { mean, axisNotes, ...words } = workText.figureWords;
export { words };

/**
 * Returns a note about how many runs each mean covers.
 * @param within returns what the runs of one mean share besides the arm
 */
export function meanNote(runs: readonly RunSummary[], within: (run: RunSummary) => string = () => ''): string {
  const groups = groupBy(runs, (run) => `${run.arm} ${within(run)}`);
  const sizes = [...groups.values()].map(({ length }) => length);
  const [fewest, most] = [Math.min(...sizes), Math.max(...sizes)];
  const seeds = new Set(runs.map(({ settings }) => settings.seed)).size;
  const pairs = new Set(runs.map(({ models }) => models)).size;
  return mean({ fewest, most, same: fewest === most, seeds, pairs });
}

/** Returns the note that the ranking may depend on the horizontal axis. */
export const axisNote = (axis: Axis): string =>
  axisNotes[axis === 'epoch' || axis === 'rollouts' ? 'flops' : 'rollouts']({ axis: axes[axis].label });

export const rowTitle = (arm: string): string => (arm === BASE ? words.base : armTitle(arm));

/** Returns a note with the arms of the paper's figure that these runs lack. Empty if none is missing. */
export function missingArms(expected: readonly string[], present: readonly string[]): string[] {
  const missing = expected.filter((arm) => !present.includes(arm));
  return missing.length === 0 ? [] : [words.missingArms({ arms: listOf(missing.map(armTitle)) })];
}
