/** @file Table 1 of the results page, Markdown: families of tasks × arms, beside the paper's benchmarks. */
import type { Runs } from '../../analysis/axes.ts';
import { TABLE_1 } from '../../analysis/paper.ts';
import { type FamilyResult, familyResults, onFreshSeeds, runsByFamily } from '../../analysis/results/family-results.ts';
import { outcomeOf } from '../../analysis/results/paper-claims.ts';
import { type Estimate, negative } from '../../analysis/statistics.ts';
import { meanOrZero } from '../../common/mean.ts';
import { numberOf } from '../numbers.ts';
import { armTitle } from './arms.ts';
import { familyTitle } from './families.ts';
import { figureWords } from './figure-words.ts';
import { CONTROL, differenceCell, fixed, meanCell, table, VERDICTS } from './result-cells.ts';

/** The columns of the paper's table and of its figure 1b that arms here stand for. */
const COLUMNS = ['random', 'static', 'offline-2x', 'offline-4x', 'base-data', 'genenv'] as const;

const cell = (estimate: Estimate | undefined): string => (estimate ? meanCell(estimate) : '–');

/** The heads of `cellsOf`. */
const headsOf = (columns: readonly string[]): string[] => [
  'rollouts',
  'Base',
  ...columns.map(armTitle),
  `GenEnv − ${armTitle(CONTROL)}`,
  'GenEnv is ahead',
];

/** What the starting models and the arms of `columns` come to on a family, and how far GenEnv is ahead of the control. */
function cellsOf({ budget, base, arms }: FamilyResult, columns: readonly string[]): string[] {
  const difference = arms.get('genenv')?.difference ?? null;
  return [
    numberOf(budget),
    cell(base),
    ...columns.map((arm) => cell(arms.get(arm)?.final)),
    differenceCell(difference),
    difference ? VERDICTS[outcomeOf(difference)] : VERDICTS['not tested'],
  ];
}

const row = (result: FamilyResult): string[] => [
  `[${familyTitle(result.family)}](${result.paper.preset}.md)`,
  ...cellsOf(result, COLUMNS),
  `${result.paper.benchmark}: ${result.paper.base} → ${result.paper.genenv}%`,
];

const meanOf = (results: readonly FamilyResult[], value: (result: FamilyResult) => number | undefined): string => {
  const values = results.map(value);
  return values.every((one) => one !== undefined) ? fixed(meanOrZero(values)) : '–';
};

/** The mean of the rows. Runs of different families are no pairs, so it has no interval. */
const averageRow = (results: readonly FamilyResult[]): string[] => [
  '**mean of the rows**',
  '',
  meanOf(results, ({ base }) => base.mean),
  ...COLUMNS.map((arm) => meanOf(results, ({ arms }) => arms.get(arm)?.final.mean)),
  '',
  '',
  `${numberOf(meanOrZero(results.map(({ paper }) => paper.base)))} → ${numberOf(meanOrZero(results.map(({ paper }) => paper.genenv)))}%`,
];

const OTHERS = COLUMNS.filter((arm) => arm !== 'genenv');

/** GenEnv less every other arm, each on the seeds and models that both have, with its verdict. */
function againstEachArm(runs: Runs): string {
  const results = familyResults(runsByFamily(runs.summaries), 'genenv');
  const ahead = (result: FamilyResult, arm: string): string => {
    const behind = result.arms.get(arm)?.difference;
    if (!behind) return '–';
    const difference = negative(behind);
    return `${differenceCell(difference)}, n = ${difference.n}: ${VERDICTS[outcomeOf(difference)]}`;
  };
  return [
    '**GenEnv less each other arm**, paired by seed and models; the verdict is on “GenEnv is ahead”.',
    table(
      ['family', ...OTHERS.map((arm) => `GenEnv − ${armTitle(arm)}`)],
      results.map((result) => [familyTitle(result.family), ...OTHERS.map((arm) => ahead(result, arm))]),
    ),
  ].join('\n\n');
}

const FRESH_COLUMNS = [CONTROL, 'genenv'];

/** The same verdict from the seeds that nothing was chosen on; empty if no run has one. */
function onFreshSeedsAlone({ summaries }: Runs): string {
  const results = familyResults(runsByFamily(onFreshSeeds(summaries)), CONTROL);
  if (results.length === 0) return '';
  return [
    '**On fresh seeds alone.** The table above holds all runs. Seeds 1 to 13, 90 and 91 were seen while families and ' +
      'settings were made; no choice here was made on the runs below.',
    table(
      ['family', ...headsOf(FRESH_COLUMNS)],
      results.map((result) => [familyTitle(result.family), ...cellsOf(result, FRESH_COLUMNS)]),
    ),
  ].join('\n\n');
}

/** The table of all sweeps' runs; empty if no family has runs that belong in it. */
export function familyTable(runs: Runs): string {
  const results = familyResults(runsByFamily(runs.summaries), CONTROL);
  if (results.length === 0) return '';
  const missing = TABLE_1.filter(({ preset }) => !results.some(({ paper }) => paper.preset === preset));
  return [
    'Held-out success, mean and 95% interval over n runs, of runs of the presets that have one family alone, each family ' +
      'with models of its own. All arms of a row have made as many agent rollouts. Arms with fewer runs have fewer ' +
      'seeds and pairs; each family’s page compares arms on the same ones. “Base” is the agent before training; ' +
      `“–” was not run. The verdict is on GenEnv − ${armTitle(CONTROL)}, paired by seed and models. Each family’s page ` +
      'says why where GenEnv is not ahead.',
    table(['family', ...headsOf(COLUMNS), 'paper, 7B: Base → GenEnv'], [...results.map(row), averageRow(results)]),
    onFreshSeedsAlone(runs),
    againstEachArm(runs),
    missing.length > 0 ? figureWords.missingFamilies(missing.map(({ benchmark }) => benchmark)) : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}
