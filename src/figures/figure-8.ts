/**
 * @file Figure 8's counterpart: the share of groups that teach nothing, because all of their rollouts succeed or all fail.
 */
import type { Axis, Runs } from '../analysis/axes.ts';
import { armsOf } from '../analysis/comparison.ts';
import { armCurves, countRuns, curveColumns } from './arm-curves.ts';
import { type Figure, provenanceOf } from './figure.ts';
import { armColour, armLegend, costScale, curvesWithBands, missingArms, successScale } from './marks.ts';
import type { FigureWords } from './words.ts';

const SHARES = ['unsolvedShare', 'solvedShare', 'mixedShare'] as const;

export function figure8(
  runs: Runs,
  words: FigureWords,
  arms: readonly string[] = ['genenv', 'random'],
  axis: Axis = 'epoch',
): Figure {
  const present = armsOf(runs.summaries).filter((arm) => arms.includes(arm));
  const own = { ...runs, summaries: runs.summaries.filter(({ arm }) => present.includes(arm)) };
  const panels = SHARES.map((share) => ({
    ...words.quantities[share],
    rows: armCurves(runs, share, axis, present),
  }));
  return {
    id: 'figure-8',
    ...words.figure8({ counts: countRuns(own) }),
    notes: missingArms(['genenv', 'random'], present, words),
    columns: curveColumns,
    rows: panels.flatMap(({ rows }) => rows),
    panels: panels.map(({ title, label, rows }) => ({
      title,
      options: {
        x: costScale(axis, words),
        y: successScale(label),
        marks: curvesWithBands(rows, (arm) => armColour(arm, present)),
      },
    })),
    legend: armLegend(present, words),
    provenance: provenanceOf(own),
  };
}
