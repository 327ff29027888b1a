/** @file All families at once beside each alone, Markdown for the results page. */
import type { Runs } from '../../analysis/axes.ts';
import { enoughRuns } from '../../analysis/enough-runs.ts';
import { type BesideAlone, familiesTogether, TOGETHER_PRESET } from '../../analysis/results/families-together.ts';
import { numberOf } from '../numbers.ts';
import { familyTitle } from './families.ts';
import { differenceCell, meanCell, table } from './result-cells.ts';

const aloneCells = (beside: BesideAlone | null): string[] =>
  beside
    ? [numberOf(beside.budget), meanCell(beside.together), meanCell(beside.alone), differenceCell(beside.difference)]
    : ['–', '–', '–', '–'];

const aloneHead = ['family', 'rollouts of it', 'GenEnv, together', 'alone', 'together − alone'];

/** Empty where no run of all families at once stands beside runs of pairs that know one. */
export function togetherTables(runs: Runs): string {
  const results = familiesTogether(runs.summaries);
  if (results.length === 0) return '';
  const fewest = Math.min(...results.map(({ together }) => together.n));
  return [
    `Runs of the preset \`${TOGETHER_PRESET}\`, in which one pair of models plays all of these families; arm GenEnv, mean ` +
      'and 95% interval over n runs. “Gain” is paired with each run’s own start.' +
      (enoughRuns(fewest) ? '' : ` With n = ${fewest}, no interval of this section is wide enough to be a verdict.`),
    table(
      ['family', 'rollouts of it', 'Base', 'GenEnv', 'gain'],
      results.map(({ family, budget, base, together, gain }) => [
        familyTitle(family),
        numberOf(budget),
        meanCell(base),
        meanCell(together),
        differenceCell(gain),
      ]),
    ),
    '**The same models on one family alone**, with its share of the tasks and of the environment’s texts, and the settings ' +
      'below: the difference, paired by seed, is what playing the other families costs (below 0) or helps.',
    table(
      aloneHead,
      results.map(({ family, samePair }) => [familyTitle(family), ...aloneCells(samePair)]),
    ),
    '**The pair of the family’s own preset**, which knows no other family, with settings of its own: the difference is not ' +
      'paired, and it is of models and settings too.',
    table(
      aloneHead,
      results.map(({ family, ownPair }) => [familyTitle(family), ...aloneCells(ownPair)]),
    ),
  ].join('\n\n');
}
