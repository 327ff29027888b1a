/** @file All figures of a set of runs, by their ids: what the page and `genenv figures` draw. */
import type { SettingName } from '../genenv/settings/settings.ts';
import type { Axis, Runs } from '../analysis/run-summary.ts';
import { armsOf, conditionsOf, varyingSettings } from '../analysis/comparison.ts';
import { runsByFamily, TABLE_1 } from '../analysis/results/family-results.ts';
import { ablation, ABLATIONS } from './ablation.ts';
import { figure1, figure4, figure5, figure6, figure7, figure8 } from './paper-figures.ts';
import type { Figure } from './figure.ts';
import { overlay } from './overlay.ts';
import { table1 } from './table-1.ts';
import type { FigureWords } from './words.ts';

/** Lists the settings with an ablation figure that these runs vary. */
const variedAblations = ({ summaries }: Runs): SettingName[] => {
  const varying = new Set(varyingSettings(summaries));
  return ABLATIONS.filter((name) => varying.has(name));
};

/** Draws the paper's figures. Figures on one arm show GenEnv, or the first arm if GenEnv is not among the runs. */
function paperFigures(runs: Runs, words: FigureWords, axis: Axis): Figure[] {
  const [first, second, learning] = [table1([runs], words), figure1(runs, words), figure6(runs, words, axis)];
  // Recorded results have no numbers per epoch.
  if (runs.summaries.every(({ epochs }) => epochs.length === 0)) return [first, second, learning];
  const arms = armsOf(runs.summaries);
  const main = arms.includes('genenv') ? 'genenv' : arms[0];
  const pair = [main, 'random'];
  return [
    first,
    second,
    figure4(runs, words, main),
    figure5(runs, words, main),
    learning,
    figure7(runs, words, pair),
    figure8(runs, words, pair),
  ];
}

/** The settings whose effect these runs can't show, because they do not vary them. */
export function unvariedAblations(runs: Runs): SettingName[] {
  const varied = variedAblations(runs);
  return ABLATIONS.filter((name) => !varied.includes(name));
}

/**
 * Draws the paper's first table and figure for runs of several sweeps: success on each family, and the arms on the
 * family that follows BFCL. Returns nothing if no family has runs that learn as one of its presets says.
 */
export function familyFigures({ summaries }: Runs, words: FigureWords): Figure[] {
  const families = runsByFamily(summaries);
  if (families.length === 0) return [];
  const table = table1(
    families.map(({ runs }) => runs),
    words,
  );
  const missing = TABLE_1.filter(({ preset }) => !families.some(({ paper }) => paper.preset === preset));
  const notes = missing.length > 0 ? [words.missingFamilies(missing.map(({ benchmark }) => benchmark))] : [];
  const bfcl = families.find(({ paper }) => paper.benchmark === 'BFCL');
  return [{ ...table, notes: [...table.notes, ...notes] }, ...(bfcl ? [figure1(bfcl.runs, words)] : [])];
}

const fileName = (label: string): string => label.replace(/[^A-Za-z0-9.]+/g, '-');

/**
 * Draws the figures these runs are enough for: the paper's in its order, then ablations, then all runs over each other.
 * If runs differ in more than arm, seed and models, the paper's figures are drawn once for each such condition.
 * @param axis of learning curves
 */
export function allFigures(runs: Runs, words: FigureWords, axis: Axis = 'rollouts'): Figure[] {
  if (runs.summaries.length === 0) return [];
  const ofConditions = conditionsOf(runs.summaries).flatMap(({ label, runs: summaries }) =>
    paperFigures({ ...runs, summaries }, words, axis).map((figure) =>
      label === ''
        ? figure
        : { ...figure, id: `${figure.id}-${fileName(label)}`, title: words.conditionTitle(figure.title, label) },
    ),
  );
  return [
    ...ofConditions,
    ...variedAblations(runs).map((name) => ablation(runs, name, words, axis)),
    overlay(runs, words, axis),
  ];
}
