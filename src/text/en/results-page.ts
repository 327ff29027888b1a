/**
 * @file The results page: Markdown computed from numbers of runs. It has Table 1, the verdict on each claim in each sweep,
 * and one table a sweep; it says what no run has tested. Every finding stands with its interval and n in the tables beside
 * the page (results-tables.ts).
 */
import type { Settings } from '../../genenv/settings/settings.ts';
import type { Runs } from '../../analysis/axes.ts';
import { adaptersOf, armsOf, type Reached, valueLabel } from '../../analysis/comparison.ts';
import { type Figure, provenanceOf } from '../../figures/figure.ts';
import {
  controlsAmong,
  FAMILY_FIGURES,
  figureFile,
  FIGURES_FOLDER,
  type NamedRuns,
  runsOfAll,
} from '../../figures/page-figures.ts';
import { bestCoverage, enoughRuns } from '../../analysis/enough-runs.ts';
import { type ArmResult, armResults, type ArmResults } from '../../analysis/results/arm-results.ts';
import { neighboursAmong, type Outcome, PAPER_CLAIMS, type PaperClaim } from '../../analysis/results/paper-claims.ts';
import { FIGURE_7_BAND } from '../../analysis/paper.ts';
import { numberOf } from '../numbers.ts';
import { againstNeighbours, armTitle } from './arms.ts';
import { axes } from './axes.ts';
import { familyTable } from './family-table.ts';
import { type LargerBase, largerModelsTable } from './larger-models-table.ts';
import { differenceTables, matrixTables, OURS } from './matrix-table.ts';
import { CONTROL, differenceCell, interval, table, VERDICTS, withError } from './result-cells.ts';
import { TABLES_FOLDER, THRESHOLDS } from './results-tables.ts';
import { togetherTables } from './together-table.ts';
import { paperClaims } from './paper-claims.ts';

const reachedCell = ({ runs, of, median }: Reached): string =>
  `${runs}/${of}${median === null ? '' : `, median ${numberOf(median)}`}`;

function armTable({ axis, thresholdAxis, budget, arms }: ArmResults): string {
  const rows = [...arms]
    .sort((a, b) => b.final.mean - a.final.mean)
    .map(({ arm, final, area, difference, reached }: ArmResult) => [
      armTitle(arm),
      String(final.n),
      withError(final),
      interval(final),
      differenceCell(difference),
      withError(area),
      ...reached.map(reachedCell),
    ]);
  const head = [
    'arm',
    'n',
    'final success, mean ± SE',
    '95% interval',
    `− ${armTitle(CONTROL)}, paired`,
    'mean success on the way ± SE',
    ...THRESHOLDS.map((threshold) => `${axes[thresholdAxis].noun} to ${threshold}`),
  ];
  return `At ${numberOf(budget)} ${axes[axis].noun}:\n\n${table(head, rows)}`;
}

function whatWasRun({ path, runs }: NamedRuns): string {
  const { summaries } = runs;
  const [{ settings }] = summaries;
  const provenance = provenanceOf(runs) as {
    settings: Partial<Settings>;
    seeds: number[];
    models: Record<string, { agent: { weightsHash: string }; environment: { weightsHash: string } }>;
  };
  const { seeds, models } = provenance;
  const shared = Object.entries(provenance.settings);
  const lengths = summaries.map((run) => run.settings.epochs);
  const epochs = [...new Set([Math.min(...lengths), Math.max(...lengths)])].join(' to ');
  const evaluation = `${settings.evalTasks} fixed tasks a level, avg@${settings.evalSamples} at temperature ${settings.evalTemperature}, every ${settings.evalEvery} epochs`;
  return [
    `${summaries.length} runs of ${armsOf(summaries).length} arms from [\`${path}\`](${path}): preset ` +
      `\`${settings.preset}\`, ${epochs} epochs of ${settings.tasksPerEpoch} tasks × ${settings.groupSize} rollouts, ` +
      `seeds ${seeds.join(', ')}, on ${adaptersOf(summaries).join(', ')}. ` +
      `Held-out success: ${evaluation}, mean over levels; no run ever trains on these tasks.`,
    ...(shared.length > 0
      ? [`Other than the defaults: ${shared.map(([name, value]) => `\`${name}\` ${valueLabel(value)}`).join(', ')}.`]
      : []),
    `Model pairs, pre-trained independently: ${Object.entries(models)
      .map(
        ([name, { agent, environment }]) =>
          `${name} (agent \`${agent.weightsHash.slice(0, 8)}…\`, environment \`${environment.weightsHash.slice(0, 8)}…\`)`,
      )
      .join('; ')}.`,
  ].join('\n\n');
}

/** One verdict for several tests: it holds where all of them say so. */
function verdictOf(outcomes: readonly Outcome[]): string {
  const different = new Set(outcomes);
  if (different.size === 1) return VERDICTS[outcomes[0]];
  if (different.has('holds') && different.has('opposite')) return 'depends on what is measured';
  if (different.has('holds')) return 'holds in part';
  return different.has('opposite') ? 'the opposite in part' : VERDICTS['not shown'];
}

/** A row for each claim, a column for each sweep. */
function verdicts<Code extends string>(
  sweeps: readonly NamedRuns[],
  claims: readonly PaperClaim<Code>[],
  words: (code: Code) => string,
): string {
  const rows = claims.map(({ code, test }) => [
    words(code),
    ...sweeps.map(({ runs }) => verdictOf(test(runs).map(({ outcome }) => outcome))),
  ]);
  return table(['claim', ...sweeps.map(({ name }) => name)], rows);
}

const TABLES = `- [\`arms.csv\`](${TABLES_FOLDER}/arms.csv): each arm at equal rollouts and at equal floating-point operations.
- [\`findings.csv\`](${TABLES_FOLDER}/findings.csv): what each claim was put to, with intervals and n.
- [\`courses.csv\`](${TABLES_FOLDER}/courses.csv): groups with a signal, p̂, levels and different tasks of each arm, first third of a run and last.
- [\`matrix.csv\`](${TABLES_FOLDER}/matrix.csv): all arms and presets, each column at one budget, with area, band and diversity.
- [\`band.csv\`](${TABLES_FOLDER}/band.csv): when p̂ came into the band from ${FIGURE_7_BAND.join(' to ')}, and the share of the later epochs inside.

\`genenv figures\` draws every figure of the paper from the same files.`;

const CAUTIONS = `- *Random* and *Static* get the environment's prior as it was pre-trained: mostly long tasks, at which an agent that picks one of six at random (a station, a service, a kind of place) succeeds with probability (1/6)^L. Against them GenEnv's advantage is as large as that prior is hard; it says little about environments whose first tasks already suit the agent.
- *Base data*, the *level rule* and the held-out tasks come from the true generator, in which every level occurs equally often or on demand; *Offline* tasks come from a teacher that was made for it. GenEnv has to find out by itself what these are given.
- At equal rollouts a learning environment costs nothing; at equal floating-point operations its sampling and its updates are paid for. Evaluations are no part of any cost. Success between two evaluations is read from the line between them: mostly on the axis of operations, where arms are evaluated at different amounts.
- Intervals are of each difference by itself, not corrected for the number of differences.
- Each sweep has one size of model, with settings chosen on other seeds for GenEnv and shared by all arms: an arm that is tuned by itself may do better.`;

const figureWithCaption =
  (name: string) =>
  ({ id, title, caption, notes }: Figure): string =>
    `![${title}](${FIGURES_FOLDER}/${figureFile(name, id)})\n\n*${title}.* ${[caption, ...notes].join(' ')}`;

/** Table 1, of all sweeps together; nothing where no family has runs that stand in it. */
function familySection(runs: Runs, figures: readonly Figure[], largerBase: LargerBase | undefined): string[] {
  if (figures.length === 0) return [];
  const larger = largerBase ? largerModelsTable(runs, largerBase) : '';
  return [
    '## Table 1: the families one by one',
    familyTable(runs),
    ...(larger ? [larger] : []),
    ...figures.map(figureWithCaption(FAMILY_FIGURES)),
  ];
}

function togetherSection(runs: Runs, controls: readonly NamedRuns[]): string[] {
  const written = togetherTables(runs);
  return written ? ['## All families at once', written, ...controls.map(whatWasRun)] : [];
}

function matrixSections(sweeps: readonly NamedRuns[]): string[] {
  const written = matrixTables(sweeps);
  const differences = differenceTables(sweeps);
  return [
    ...(written ? ['## All arms, all families', written] : []),
    ...(differences ? [`## ${armTitle(OURS)} against each arm`, differences] : []),
  ];
}

function sweepSection(named: NamedRuns, figures: readonly Figure[]): string {
  const { name, runs } = named;
  const results = armResults(runs, 'rollouts', { control: CONTROL, thresholds: THRESHOLDS });
  const fewest = Math.min(...(results?.arms.map(({ final }) => final.n) ?? [0]));
  return [
    `## ${name}`,
    whatWasRun(named),
    !enoughRuns(fewest)
      ? `**Too few runs.** An arm with n = ${fewest} has intervals of at most ${bestCoverage(fewest).toFixed(2)} true coverage.`
      : '',
    results ? armTable(results) : 'Not all of these runs were evaluated, so no table can be made.',
    ...figures.map(figureWithCaption(name)),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/**
 * @param command what made the page: the page tells how to make it again
 * @param largerBase stands in Table 1 where all its families have runs; absent: no model does
 */
export function resultsPage(
  sweeps: readonly NamedRuns[],
  figures: ReadonlyMap<string, readonly Figure[]>,
  command: string,
  largerBase?: LargerBase,
): string {
  const all = runsOfAll(sweeps);
  const controls = controlsAmong(sweeps);
  const compared = sweeps.filter((sweep) => !controls.includes(sweep));
  const parts = [
    `<!-- Made by \`npx genenv results\`, the command below; changes made here are lost. -->`,
    '# Results',
    'Does aligning difficulty help, here, at toy scale? All numbers, sentences with numbers and verdicts on this page are ' +
      'computed from run summaries in this repository:',
    `\`\`\`\n${command}\n\`\`\``,
    'Intervals are 95% bootstrap intervals over independent runs (seeds × model pairs), widened for their small number ' +
      '(`src/analysis/statistics.ts`). A verdict is *holds* where the interval lies above 0, *the opposite holds* where ' +
      'it lies below, and *not shown* where it holds 0: that is a result too.',
    ...familySection(all, figures.get(FAMILY_FIGURES)!, largerBase),
    ...matrixSections(compared),
    ...togetherSection(all, controls),
    '## What holds of the paper’s claims',
    `Each finding, with its interval and n: [\`${TABLES_FOLDER}/findings.csv\`](${TABLES_FOLDER}/findings.csv).`,
    verdicts(compared, PAPER_CLAIMS, (code) => `${paperClaims[code].claim} Paper: ${paperClaims[code].source}.`),
    '## Against the neighbours',
    '“Holds” says that GenEnv is ahead.',
    verdicts(compared, neighboursAmong(compared.map(({ runs }) => runs)), (code) => againstNeighbours[code]),
    ...compared.map((sweep) => sweepSection(sweep, figures.get(sweep.name)!)),
    '## Beside this page',
    TABLES,
    '## What to keep in mind',
    CAUTIONS,
  ];
  return parts.join('\n\n') + '\n';
}
