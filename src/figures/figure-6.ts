/** @file Figure 6's counterpart: held-out success while learning, beside tasks that do not adapt and a teacher's. */
import type { Axis, Runs } from '../analysis/axes.ts';
import { armsOf } from '../analysis/comparison.ts';
import { armCurves, countRuns, curveColumns } from './arm-curves.ts';
import { type Figure, provenanceOf } from './figure.ts';
import { armColour } from './colours.ts';
import { armLegend, costScale, curvesWithBands, missingArms, successScale } from './marks.ts';
import type { FigureWords } from './words.ts';

const PANELS = [
  { code: 'adapting', arms: ['genenv', 'random', 'static'] },
  { code: 'offline', arms: ['genenv', 'random', 'offline', 'offline-2x', 'offline-4x'] },
] as const;

export function figure6(runs: Runs, words: FigureWords, axis: Axis = 'rollouts'): Figure {
  const text = words.figure6({ counts: countRuns(runs), axis });
  const present = armsOf(runs.summaries);
  const rows = armCurves(runs, 'held-out success', axis);
  const named = new Set<string>(PANELS.flatMap(({ arms }) => arms));
  const others = present.filter((arm) => !named.has(arm));
  const panels: { title: string; arms: readonly string[] }[] = [
    ...PANELS.map(({ code, arms }) => ({ title: text.panels[code], arms })),
    ...(others.length > 0 ? [{ title: text.panels.others, arms: ['genenv', ...others] }] : []),
  ];
  return {
    id: 'figure-6',
    title: text.title,
    caption: text.caption,
    notes: missingArms(['genenv', 'random', 'static', 'offline-2x', 'offline-4x'], present, words),
    columns: curveColumns,
    rows,
    panels: panels.map(({ title, arms }) => ({
      title,
      options: {
        x: costScale(axis, words),
        y: successScale(words.quantities['held-out success'].label),
        marks: curvesWithBands(
          rows.filter(({ series }) => arms.includes(series)),
          (arm) => armColour(arm, present),
        ),
      },
    })),
    legend: armLegend(present, words),
    provenance: provenanceOf(runs),
  };
}
