/** @file All families at once beside each alone, Markdown for the results page. */
import type { Runs } from '../../analysis/axes.ts';
import { enoughRuns } from '../../analysis/enough-runs.ts';
import { familiesTogether, type FamilyTogether, TOGETHER_PRESET } from '../../analysis/results/families-together.ts';
import { numberOf } from '../numbers.ts';
import { familyTitle } from './family-titles.ts';
import { differenceCell, fixed, meanCell, table } from './result-cells.ts';

const row = (result: FamilyTogether): string[] => [
  familyTitle(result.family),
  numberOf(result.budget),
  fixed(result.base.mean),
  meanCell(result.together),
  differenceCell(result.gain),
  result.samePair ? meanCell(result.samePair.alone) : '–',
  differenceCell(result.samePair?.difference ?? null),
  meanCell(result.ownPair),
  differenceCell(result.difference),
];

/** Empty where no run of all families at once stands beside runs of pairs that know one. */
export function togetherTable(runs: Runs): string {
  const results = familiesTogether(runs.summaries);
  if (results.length === 0) return '';
  const fewest = Math.min(...results.map(({ difference }) => difference.n));
  return [
    `Held-out success by family of runs of the preset \`${TOGETHER_PRESET}\`, in which one pair of models plays all of ` +
      'these families; arm GenEnv, mean and 95% interval over n runs, at as many rollouts of the family. “Gain” is paired ' +
      'with each run’s own start. Beside it the same models on that family alone, with its share of the tasks, of the ' +
      'environment’s texts and of the optimizer steps: “together − same models” is what playing the other families costs ' +
      '(below 0) or helps, paired by seed. “Own pair” is the family’s own preset, with models that know no other family ' +
      'and settings of their own; that difference is not paired.' +
      (enoughRuns(fewest) ? '' : ` With n = ${fewest}, no interval is wide enough to be a verdict.`),
    table(
      [
        'family',
        'rollouts of it',
        'Base',
        'GenEnv, together',
        'gain',
        'same models, alone',
        'together − same models',
        'own pair, alone',
        'together − own pair',
      ],
      results.map(row),
    ),
  ].join('\n\n');
}
