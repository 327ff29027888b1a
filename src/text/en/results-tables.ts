/**
 * @file The tables beside the results page, as CSV: each arm at equal rollouts and at equal operations, each finding with its
 * interval, the course of each arm, its time in the band, the matrix of all arms and conditions. What the page sums up
 * stands here in full.
 */
import { csvFormat } from 'd3-dsv';
import type { Axis } from '../../analysis/axes.ts';
import { armResults } from '../../analysis/results/arm-results.ts';
import { armsMatrix, byPreset, MATRIX_MEASURES } from '../../analysis/results/arms-matrix.ts';
import { bandCourses } from '../../analysis/results/band-course.ts';
import { neighboursAmong, PAPER_CLAIMS } from '../../analysis/results/paper-claims.ts';
import { armCourses, armDiversity, signalAndLearning } from '../../analysis/results/parts-of-run.ts';
import type { Estimate } from '../../analysis/statistics.ts';
import type { NamedRuns } from '../../figures/page-figures.ts';
import { CONTROL, VERDICTS } from './result-cells.ts';
import { findingSentence } from './paper-claims.ts';

/** Beside the page. */
export const TABLES_FOLDER = 'results/tables';
export const THRESHOLDS = [0.25, 0.5] as const;
/** What arms are compared at equal amounts of. */
export const BUDGET_AXES: readonly Axis[] = ['rollouts', 'flops'];

type Row = Record<string, string | number | null>;

const rounded = (value: number): number => Number(value.toPrecision(4));

/** Mean and 95% interval as three columns. */
const columns = (name: string, estimate: Estimate | null): Row => ({
  [name]: estimate && rounded(estimate.mean),
  [`${name}_low`]: estimate?.interval ? rounded(estimate.interval.low) : null,
  [`${name}_high`]: estimate?.interval ? rounded(estimate.interval.high) : null,
});

const arms = ({ name, runs }: NamedRuns): Row[] =>
  BUDGET_AXES.flatMap((axis) => {
    const results = armResults(runs, axis, { control: CONTROL, thresholds: THRESHOLDS });
    return (results?.arms ?? []).map(({ arm, final, area, difference, reached }) => ({
      sweep: name,
      axis,
      budget: results!.budget,
      arm,
      n: final.n,
      ...columns('final', final),
      ...columns('on_the_way', area),
      ...columns('minus_random', difference),
      ...Object.fromEntries(
        reached.flatMap(({ runs: many, median }, i) => [
          [`runs_at_${THRESHOLDS[i]}`, many],
          [`median_to_${THRESHOLDS[i]}`, median],
        ]),
      ),
    }));
  });

const findings = ({ name, runs }: NamedRuns, _: number, sweeps: readonly NamedRuns[]): Row[] => {
  const neighbours = neighboursAmong(sweeps.map((sweep) => sweep.runs));
  const correlation = signalAndLearning(runs.summaries);
  return [
    ...[...PAPER_CLAIMS, ...neighbours].flatMap(({ code, test }) =>
      test(runs).map((finding) => ({
        sweep: name,
        claim: code,
        verdict: VERDICTS[finding.outcome],
        finding: findingSentence(finding),
      })),
    ),
    ...(correlation === null
      ? []
      : [
          {
            sweep: name,
            claim: 'signal-and-learning',
            verdict: '',
            finding:
              `Over all ${correlation.runs} runs, the share of groups whose rewards differ and the mean held-out success on ` +
              `the way have a rank correlation of ${correlation.rho.toFixed(2)}; arms differ in more than this share, so it ` +
              'is no proof of a cause.',
          },
        ]),
  ];
};

const courses = ({ name, runs: { summaries } }: NamedRuns): Row[] => {
  const diversity = new Map(armDiversity(summaries).map((one) => [one.arm, one]));
  return armCourses(summaries).map(({ arm, first, last, environmentShare }) => {
    const tasks = diversity.get(arm);
    return {
      sweep: name,
      arm,
      mixed_first: rounded(first.mixedShare.mean),
      mixed_last: rounded(last.mixedShare.mean),
      success_first: rounded(first.successRate.mean),
      success_last: rounded(last.successRate.mean),
      level_first: rounded(first.meanLevel.mean),
      level_last: rounded(last.meanLevel.mean),
      environment_share_of_flops: rounded(environmentShare.mean),
      attempted_in_window: tasks ? rounded(tasks.attempted.mean) : null,
      different_tasks_in_window: tasks ? rounded(tasks.windowTasks.mean) : null,
      different_goals_in_window: tasks ? rounded(tasks.windowGoals.mean) : null,
      share_of_levels_in_window: tasks ? rounded(tasks.levelCoverage.mean) : null,
    };
  });
};

const band = ({ name, runs: { summaries } }: NamedRuns): Row[] =>
  bandCourses(summaries).map(({ arm, condition, runs, courses, after, untilHardest, end }) => ({
    sweep: name,
    arm,
    condition,
    runs,
    entered: courses.map(({ entered }) => entered).join(' '),
    hardest_level_solved: courses.map(({ hardestSolved }) => hardestSolved ?? '–').join(' '),
    ...columns('inside_after', after),
    ...columns('inside_until_hardest', untilHardest),
    success_of_last_sixth: rounded(end.mean),
  }));

/** Every cell of the matrix (arms-matrix.ts), with all of its measures. */
const matrix = (sweeps: readonly NamedRuns[]): Row[] =>
  BUDGET_AXES.flatMap((axis) =>
    armsMatrix(byPreset(sweeps), axis).columns.flatMap(({ group, condition, budget, cells }) =>
      [...cells].map(([arm, cell]) => ({
        preset: group,
        condition,
        axis,
        budget,
        arm,
        n: cell.runs.length,
        ...Object.assign({}, ...MATRIX_MEASURES.map((measure) => columns(measure, cell[measure]))),
      })),
    ),
  );

/** By file. */
export const resultsTables = (sweeps: readonly NamedRuns[]): Map<string, string> =>
  new Map(
    [
      ...Object.entries({ arms, findings, courses, band }).map(([name, rows]) => [name, sweeps.flatMap(rows)] as const),
      ['matrix', matrix(sweeps)] as const,
    ].map(([name, rows]) => [`${name}.csv`, `${csvFormat(rows)}\n`]),
  );
