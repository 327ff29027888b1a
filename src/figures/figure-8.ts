/**
 * @file Figure 8's counterpart: the share of groups that teach nothing, because all of their rollouts succeed or all fail.
 */
import { axes, type Axis, type Runs } from '../analysis/axes.ts';
import { armsOf } from '../analysis/comparison.ts';
import { armCurves, curveColumns, nOf } from './arm-curves.ts';
import { type Figure, provenanceOf } from './figure.ts';
import { armColour, armLegend, costScale, curvesWithBands, missingArms, successScale } from './marks.ts';

export function figure8(runs: Runs, arms: readonly string[] = ['genenv', 'random'], axis: Axis = 'epoch'): Figure {
  const present = armsOf(runs.summaries).filter((arm) => arms.includes(arm));
  const own = { ...runs, summaries: runs.summaries.filter(({ arm }) => present.includes(arm)) };
  const panels = (
    [
      { title: 'Fully unsolved', quantity: 'unsolvedShare' },
      { title: 'Fully solved', quantity: 'solvedShare' },
      { title: 'Mixed: what GRPO learns from', quantity: 'mixedShare' },
    ] as const
  ).map(({ title, quantity }) => ({ title, rows: armCurves(runs, quantity, axis, present) }));
  return {
    id: 'figure-8',
    title: 'Figure 8 at toy scale: tasks that teach nothing',
    caption:
      'Share of the groups of an epoch in which no rollout succeeds, all do, or some do: only the last kind carries a ' +
      `policy gradient. ${nOf(own)}`,
    notes: missingArms(['genenv', 'random'], present),
    columns: curveColumns,
    rows: panels.flatMap(({ rows }) => rows),
    panels: panels.map(({ title, rows }) => ({
      title,
      options: {
        x: costScale(axes[axis].label),
        y: successScale('Share of groups'),
        marks: curvesWithBands(rows, (arm) => armColour(arm, present)),
      },
    })),
    legend: armLegend(present),
    provenance: provenanceOf(own),
  };
}
