/**
 * @file Writes the tables of docs/results.md from docs/results/*.csv, between their marks:
 *
 *     npx tsx scripts/results.ts
 *
 * Also packs the results of sweep folders into one CSV file:
 *
 *     npx tsx scripts/results.ts pack FOLDER... docs/results/NAME.csv
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Axis, RunSummary } from '../src/analysis/run-summary.ts';
import {
  armResults,
  evaluatedAlike,
  familyResults,
  onFreshSeeds,
  runsByFamily,
  runsByPreset,
} from '../src/analysis/results/family-results.ts';
import { enoughRuns, type Estimate, negative } from '../src/analysis/statistics.ts';
import { meanOrZero } from '../src/common/mean.ts';
import { readResultsCsv, writeResultsCsv } from '../src/sweeps/results-csv.ts';
import { readRunsOnDisk } from '../src/sweeps/results-folder.ts';
import { numberOf, signed } from '../src/text/numbers.ts';
import { armTitle } from '../src/text/names.ts';

const CONTROL = 'random';
/** Arms in Table 1 and Figure 1b of the paper. */
const PAPER_ARMS = ['random', 'static', 'offline-2x', 'offline-4x', 'base-data', 'genenv'];
/** Arms to compare GenEnv with, in the order of the table. */
const OTHERS = [
  'random',
  'static',
  'offline-2x',
  'offline-4x',
  'base-data',
  'level-rule',
  'mopps',
  'sec',
  'r-zero',
  'absolute-zero',
  'sqlm',
  'genenv-plus',
];

const fixed = (value: number): string => value.toFixed(3);
const intervalOf = ({ interval }: Estimate): string =>
  interval ? `[${fixed(interval.low)}, ${fixed(interval.high)}]` : '–';
const meanCell = (found: Estimate | undefined): string =>
  found ? `${fixed(found.mean)} ${intervalOf(found)}, n=${found.n}` : '–';
const differenceCell = (found: Estimate | null | undefined): string =>
  found ? `${signed(Number(fixed(found.mean)))} ${intervalOf(found)}` : '–';

/** Returns `ahead` or `behind` if the confidence interval excludes 0, else `not shown` or `too few runs`. */
export function verdict(difference: Estimate | null | undefined): string {
  if (!difference) return '–';
  const { interval, n } = difference;
  if (!interval || !enoughRuns(n)) return 'too few runs';
  return interval.low > 0 ? 'ahead' : interval.high < 0 ? 'behind' : 'not shown';
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const meanOf = (values: readonly (number | undefined)[]): string =>
  values.every((value) => value !== undefined) ? fixed(meanOrZero(values)) : '–';

const pageOf = (preset: string): string => `[${preset}](families.md#${preset})`;

/** Returns Table 1: each family's held-out success by arm, at equal agent rollouts. */
function table1(runs: readonly RunSummary[], columns: readonly string[]): string {
  const results = familyResults(runsByFamily(runs), CONTROL);
  const rows = results.map(({ paper: { preset }, budget, base, arms }) => {
    const difference = arms.get('genenv')?.difference;
    return [
      pageOf(preset),
      numberOf(budget),
      meanCell(base),
      ...columns.map((arm) => meanCell(arms.get(arm)?.final)),
      differenceCell(difference),
      verdict(difference),
    ];
  });
  const means = [
    '**mean of the rows**',
    '',
    meanOf(results.map(({ base }) => base.mean)),
    ...columns.map((arm) => meanOf(results.map(({ arms }) => arms.get(arm)?.final.mean))),
    '',
    '',
  ];
  const heads = [...columns.map((arm) => armTitle(arm)), `GenEnv − ${armTitle(CONTROL)}`, 'GenEnv is'];
  return table(['preset', 'rollouts', 'Base', ...heads], [...rows, means]);
}

/** Groups the runs by preset: first the presets of Table 1, then `discovery`, which is not in Table 1. */
function comparedRuns(runs: readonly RunSummary[]): { preset: string; runs: readonly RunSummary[] }[] {
  const discovery = evaluatedAlike(runsByPreset(runs).get('discovery') ?? []);
  const own = discovery.length > 0 ? [{ preset: 'discovery', runs: discovery }] : [];
  return [...runsByFamily(runs).map(({ paper: { preset }, runs: of }) => ({ preset, runs: of })), ...own];
}

/** Returns a table of GenEnv's differences from other arms. Bold ones have enough runs and an interval without 0. */
function againstEachArm(runs: readonly RunSummary[]): string {
  const columns = comparedRuns(runs).map(({ preset, runs: own }) => {
    const { arms } = armResults(own, 'rollouts', { control: 'genenv', thresholds: [] })!;
    return { preset, differences: new Map(arms.map(({ arm, difference }) => [arm, difference])) };
  });
  const cell = (behind: Estimate | null | undefined): string => {
    if (!behind) return '–';
    const difference = negative(behind);
    const text = differenceCell(difference);
    return ['ahead', 'behind'].includes(verdict(difference)) ? `**${text}**` : text;
  };
  return table(
    ['GenEnv less', ...columns.map(({ preset }) => preset)],
    OTHERS.map((arm) => [armTitle(arm), ...columns.map(({ differences }) => cell(differences.get(arm)))]),
  );
}

/** Returns a table of each arm's mean held-out success in percent, at equal cost. */
function means(runs: readonly RunSummary[], axis: Axis): string {
  const columns = comparedRuns(runs).map(({ preset, runs: own }) => {
    const { budget, arms } = armResults(own, axis, { control: CONTROL, thresholds: [] })!;
    return { preset, budget, finals: new Map(arms.map(({ arm, final }) => [arm, final.mean])) };
  });
  const percent = (value: number | undefined): string => (value === undefined ? '–' : (100 * value).toFixed(1));
  return table(
    ['arm', ...columns.map(({ preset }) => preset)],
    [
      ['*budget*', ...columns.map(({ budget }) => budget.toPrecision(3))],
      ...['genenv', ...OTHERS].map((arm) => [armTitle(arm), ...columns.map(({ finals }) => percent(finals.get(arm)))]),
    ],
  );
}

/** Returns all tables by the name of their mark in docs/results.md. */
export const resultTables = (runs: readonly RunSummary[]): Record<string, string> => ({
  'table 1': table1(runs, PAPER_ARMS),
  'fresh seeds': table1(onFreshSeeds(runs), [CONTROL, 'genenv']),
  'each arm': againstEachArm(runs),
  operations: means(runs, 'flops'),
});

/** Returns the page with each table between its mark `<!-- NAME -->` and the next `<!-- end -->`. */
export const withTables = (page: string, tables: Readonly<Record<string, string>>): string =>
  Object.entries(tables).reduce((text, [name, rows]) => {
    const [before, after, ...more] = text.split(`<!-- ${name} -->\n`);
    const end = after?.indexOf('<!-- end -->') ?? -1;
    if (more.length > 0 || end < 0)
      throw new Error(`The page needs one <!-- ${name} --> with an <!-- end --> after it.`);
    return `${before}<!-- ${name} -->\n\n${rows}\n\n${after.slice(end)}`;
  }, page);

const RESULTS = 'docs/results';

export const recordedRuns = (): RunSummary[] =>
  readdirSync(RESULTS)
    .filter((name) => name.endsWith('.csv'))
    .sort()
    .flatMap((name) => readResultsCsv(readFileSync(join(RESULTS, name), 'utf8'), name));

async function main([command, ...paths]: string[]): Promise<void> {
  if (command === 'pack' && paths.length > 1) {
    const summaries = await readRunsOnDisk(paths.slice(0, -1), ({ message }) => console.error(message));
    writeFileSync(paths.at(-1)!, writeResultsCsv(summaries));
  } else {
    const page = `${RESULTS}.md`;
    writeFileSync(page, withTables(readFileSync(page, 'utf8'), resultTables(recordedRuns())));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(process.argv.slice(2));
