/** @file All families at once beside each alone, Markdown for the results page. */
import type { Runs } from '../../analysis/axes.ts';
import { enoughRuns } from '../../analysis/enough-runs.ts';
import { familiesTogether, type FamilyTogether, TOGETHER_PRESET } from '../../analysis/results/families-together.ts';
import { numberOf } from '../numbers.ts';
import { familyTitle } from './family-titles.ts';
import { differenceCell, fixed, meanCell, table } from './result-cells.ts';

const row = ({ family, budget, base, together, gain, alone, difference }: FamilyTogether): string[] => [
  familyTitle(family),
  numberOf(budget),
  fixed(base.mean),
  meanCell(together),
  differenceCell(gain),
  meanCell(alone),
  differenceCell(difference),
];

/** Empty where no run of all families at once stands beside runs of one. */
export function togetherTable(runs: Runs): string {
  const results = familiesTogether(runs.summaries);
  if (results.length === 0) return '';
  const fewest = Math.min(...results.map(({ difference }) => difference.n));
  return [
    `Held-out success by family of runs of the preset \`${TOGETHER_PRESET}\`, in which one pair of models plays all of ` +
      'these families, beside runs in which a pair plays one alone; arm GenEnv, mean and 95% interval over n runs, at as ' +
      'many rollouts of the family. “Gain” is paired with each run’s own start. The last column is what playing the other ' +
      'families costs (below 0) or helps; the two kinds of runs have different models, so it is not paired.' +
      (enoughRuns(fewest) ? '' : ` With n = ${fewest}, no interval of it is wide enough to be a verdict.`),
    table(
      ['family', 'rollouts of it', 'Base, together', 'GenEnv, together', 'gain', 'GenEnv, alone', 'together − alone'],
      results.map(row),
    ),
  ].join('\n\n');
}
