/**
 * @file The results page: Markdown computed from numbers of runs. Every claim stands with its interval and n, and the page
 * says what no run has tested.
 */
import type { Settings } from '../../genenv/settings/settings.ts';
import type { Axis, Runs } from '../../analysis/axes.ts';
import { adaptersOf, armsOf, type Reached } from '../../analysis/comparison.ts';
import { type Figure, provenanceOf } from '../../figures/figure.ts';
import {
  controlsAmong,
  FAMILIES,
  figureFile,
  FIGURES_FOLDER,
  type NamedRuns,
  runsOfAll,
} from '../../figures/page-figures.ts';
import { bestCoverage, enoughRuns } from '../../analysis/enough-runs.ts';
import { type ArmResult, armResults, type ArmResults } from '../../analysis/results/arm-results.ts';
import { NEIGHBOURS, type Outcome, PAPER_CLAIMS, type PaperClaim } from '../../analysis/results/paper-claims.ts';
import { DIVERSITY_WINDOW } from '../../analysis/diversity.ts';
import { FIGURE_7_BAND } from '../../analysis/paper.ts';
import { bandCourses } from '../../analysis/results/band-course.ts';
import { armCourses, armDiversity, signalAndLearning } from '../../analysis/results/parts-of-run.ts';
import { numberOf } from '../numbers.ts';
import { armTitle } from './arms.ts';
import { axes } from './axes.ts';
import { familyTable } from './family-table.ts';
import { CONTROL, differenceCell, interval, share, table, VERDICTS, withError } from './result-cells.ts';
import { togetherTables } from './together-table.ts';
import { type ClaimWords, findingSentence, neighbours, paperClaims } from './paper-claims.ts';

const THRESHOLDS = [0.25, 0.5] as const;
const PAGE_AXES: readonly Axis[] = ['rollouts', 'flops'];

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
    ...THRESHOLDS.map((threshold) => `${axis === 'flops' ? 'operations' : axes[thresholdAxis].noun} to ${threshold}`),
  ];
  return `### At ${numberOf(budget)} ${axes[axis].noun}\n\n${table(head, rows)}`;
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
      ? [`Other than the defaults: ${shared.map(([name, value]) => `\`${name}\` ${String(value)}`).join(', ')}.`]
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
  if (different.has('holds') && different.has('opposite')) return 'It depends on what is measured';
  if (different.has('holds')) return 'Holds in part';
  return different.has('opposite') ? 'The opposite holds in part' : VERDICTS['not shown'];
}

const claimSection =
  <Code extends string>(runs: Runs, words: Readonly<Record<Code, ClaimWords>>) =>
  ({ code, test }: PaperClaim<Code>): string => {
    const { claim, source } = words[code];
    const findings = test(runs);
    const verdict = verdictOf(findings.map(({ outcome }) => outcome));
    return [
      `**${claim}**${source ? ` Paper: ${source}.` : ''}`,
      `*${verdict}.*`,
      ...findings.map((finding) => `- ${VERDICTS[finding.outcome]}. ${findingSentence(finding)}`),
    ].join('\n');
  };

function courses({ summaries }: Runs): string {
  const rows = armCourses(summaries).map(({ arm, first, last, environmentShare }) => [
    armTitle(arm),
    `${share(first.mixedShare)} → ${share(last.mixedShare)}`,
    `${first.successRate.mean.toFixed(2)} → ${last.successRate.mean.toFixed(2)}`,
    `${first.meanLevel.mean.toFixed(1)} → ${last.meanLevel.mean.toFixed(1)}`,
    share(environmentShare),
  ]);
  return table(['arm', 'groups with a signal', 'p̂', 'level of the tasks', 'environment’s share of FLOPs'], rows);
}

/** How different the tasks were; empty of runs whose summaries do not tell. */
function diversity({ summaries }: Runs): string {
  const rows = armDiversity(summaries).map(({ arm, attempted, windowTasks, windowGoals, levelCoverage }) => [
    armTitle(arm),
    attempted.mean.toFixed(0),
    ...[windowTasks, windowGoals].map(({ mean, standardError }) =>
      standardError === null ? mean.toFixed(1) : `${mean.toFixed(1)} ± ${standardError.toFixed(1)}`,
    ),
    share(levelCoverage),
  ]);
  if (rows.length === 0) return '';
  return [
    `Within ${DIVERSITY_WINDOW} epochs, mean over windows ± SE over runs:`,
    table(['arm', 'tasks attempted', 'different tasks', 'different goals', 'levels that occur'], rows),
  ].join('\n\n');
}

/** How long p̂ stayed in the band; empty where no run came into it. */
function timeInBand({ summaries }: Runs): string {
  const all = bandCourses(summaries);
  if (all.length === 0) return '';
  const several = new Set(all.map(({ condition }) => condition)).size > 1;
  const rows = all.map(({ arm, condition, runs, courses, after, untilHardest, end }) => [
    armTitle(arm),
    ...(several ? [condition] : []),
    `${courses.length}/${runs}`,
    courses.map(({ entered }) => entered).join(' '),
    `${share(after)} ${interval(after)}`,
    courses.map(({ hardestSolved }) => hardestSolved ?? '–').join(' '),
    untilHardest === null ? '–' : `${share(untilHardest)} ${interval(untilHardest)}`,
    end.mean.toFixed(2),
  ]);
  const head = [
    'arm',
    ...(several ? ['settings'] : []),
    'runs that enter',
    'at epoch',
    'of the epochs after it, in the band',
    'hardest level solved',
    'of the epochs until then, in the band',
    'p̂ of the last sixth',
  ];
  return [
    `p̂ in the band from ${FIGURE_7_BAND[0]} to ${FIGURE_7_BAND[1]}, mean and 95% interval over the runs that enter it. ` +
      `“Hardest level solved” is the first evaluation of each run in which held-out success at the highest level is above ` +
      `${FIGURE_7_BAND[1]}: from there on, even tasks of that level alone are too easy for the band.`,
    table(head, rows),
  ].join('\n\n');
}

/** What may explain the findings: numbers of these runs, and how the arms are made. */
function reasons(runs: Runs): string {
  const correlation = signalAndLearning(runs.summaries);
  return [
    'First third of training → last third, means over runs:',
    courses(runs),
    'GRPO learns from groups whose rewards differ, and from no others (Proposition 1). ' +
      (correlation === null
        ? 'There are too few runs to say how that share goes with learning.'
        : `Over all ${correlation.runs} runs, the share of such groups and the mean held-out success on the way have a ` +
          `rank correlation of ${correlation.rho.toFixed(2)}; arms differ in more than this share, so it is no proof of a cause.`),
  ].join('\n\n');
}

const CAUTIONS = `- *Random* and *Static* get the environment's prior as it was pre-trained: mostly long tasks, at which an agent that picks one of six at random (a station, a service, a kind of place) succeeds with probability (1/6)^L. Against them GenEnv's advantage is as large as that prior is hard; it says little about environments whose first tasks already suit the agent.
- *Base data*, the *level rule* and the held-out tasks come from the true generator, in which every level occurs equally often or on demand; *Offline* tasks come from a teacher that was made for it. GenEnv has to find out by itself what these are given.
- At equal rollouts a learning environment costs nothing; at equal floating-point operations its sampling and its updates are paid for. Evaluations are no part of any cost. Runs are compared at their last evaluation within the budget, which on the axis of operations comes up to one interval too early for any arm.
- Intervals are of each difference by itself, not corrected for the number of differences on this page.
- Each sweep has one size of model, with settings chosen on other seeds for GenEnv and shared by all arms: an arm that is tuned by itself may do better.`;

const figureWithCaption =
  (name: string) =>
  ({ id, title, caption, notes }: Figure): string =>
    `![${title}](${FIGURES_FOLDER}/${figureFile(name, id)})\n\n*${title}.* ${[caption, ...notes].join(' ')}`;

/** Table 1, of all sweeps together; nothing where no family has runs that stand in it. */
const familySection = (runs: Runs, figures: readonly Figure[]): string[] =>
  figures.length === 0
    ? []
    : ['## Table 1: the families one by one', familyTable(runs), ...figures.map(figureWithCaption(FAMILIES))];

function togetherSection(runs: Runs, controls: readonly NamedRuns[]): string[] {
  const written = togetherTables(runs);
  return written ? ['## All families at once', written, ...controls.map(whatWasRun)] : [];
}

function sweepSection(named: NamedRuns, figures: readonly Figure[]): string {
  const { name, runs } = named;
  const tables = PAGE_AXES.map((axis) => armResults(runs, axis, { control: CONTROL, thresholds: THRESHOLDS }));
  const fewest = Math.min(...(tables[0]?.arms.map(({ final }) => final.n) ?? [0]));
  return [
    `## ${name}`,
    whatWasRun(named),
    !enoughRuns(fewest)
      ? `**Too few runs.** An arm with n = ${fewest} has intervals of at most ${bestCoverage(fewest).toFixed(2)} true coverage.`
      : '',
    ...tables.map((one) => (one ? armTable(one) : 'Not all of these runs were evaluated, so no table can be made.')),
    '### What holds of the paper’s claims',
    ...PAPER_CLAIMS.map(claimSection(runs, paperClaims)),
    '### Against the neighbours',
    '“Holds” says that GenEnv is ahead.',
    ...NEIGHBOURS.map(claimSection(runs, neighbours)),
    '### Why',
    reasons(runs),
    diversity(runs),
    timeInBand(runs),
    '### Figures',
    ...figures.map(figureWithCaption(name)),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/**
 * @param figures of pageFigures (figures/page-figures.ts)
 * @param command what made the page: the page tells how to make it again
 */
export function resultsPage(
  sweeps: readonly NamedRuns[],
  figures: ReadonlyMap<string, readonly Figure[]>,
  command: string,
): string {
  const all = runsOfAll(sweeps);
  const controls = controlsAmong(sweeps);
  const parts = [
    `<!-- Made by a command; changes made here are lost. -->`,
    '# Results',
    'Does aligning difficulty help, here, at toy scale? All numbers, sentences with numbers and verdicts on this page are ' +
      'computed from run summaries in this repository:',
    `\`\`\`\n${command}\n\`\`\``,
    'Intervals are 95% bootstrap intervals over independent runs (seeds × model pairs), widened for their small number ' +
      '(`src/analysis/statistics.ts`). A verdict is *holds* where the interval lies above 0, *the opposite holds* where ' +
      'it lies below, and *not shown* where it holds 0: that is a result too.',
    ...familySection(all, figures.get(FAMILIES)!),
    ...togetherSection(all, controls),
    ...sweeps
      .filter((sweep) => !controls.includes(sweep))
      .map((sweep) => sweepSection(sweep, figures.get(sweep.name)!)),
    '## What to keep in mind',
    CAUTIONS,
  ];
  return parts.join('\n\n') + '\n';
}
