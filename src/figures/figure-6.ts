/**
 * @file Figure 6's counterpart: held-out success while learning, GenEnv against tasks that do not adapt (Random, Static)
 * and against a stronger teacher's (Offline).
 */
import { axes, type Axis, type Runs } from '../analysis/axes.ts';
import { armsOf } from '../analysis/comparison.ts';
import { armCurves, axisNote, curveColumns, nOf } from './arm-curves.ts';
import { type Figure, provenanceOf } from './figure.ts';
import { armColour, armLegend, costScale, curvesWithBands, missingArms, successScale } from './marks.ts';

const PANELS = [
  { title: 'Against Random and Static', arms: ['genenv', 'random', 'static'] },
  { title: 'Against Random and Offline', arms: ['genenv', 'random', 'offline', 'offline-2x', 'offline-4x'] },
];

export function figure6(runs: Runs, axis: Axis = 'rollouts'): Figure {
  const present = armsOf(runs.summaries);
  const rows = armCurves(runs, 'held-out success', axis);
  const shown = PANELS.map(({ title, arms }) => ({ title, arms: arms.filter((arm) => present.includes(arm)) }));
  const others = present.filter((arm) => !PANELS.some(({ arms }) => arms.includes(arm)));
  const panels = [
    ...shown,
    ...(others.length > 0 ? [{ title: 'Against the others', arms: ['genenv', ...others] }] : []),
  ];
  return {
    id: 'figure-6',
    title: 'Figure 6 at toy scale: held-out success while learning',
    caption: `Success on tasks never trained on. ${nOf(runs)} ${axisNote(axis)}`,
    notes: missingArms(['genenv', 'random', 'static', 'offline-2x', 'offline-4x'], present),
    columns: curveColumns,
    rows,
    panels: panels.map(({ title, arms }) => ({
      title,
      options: {
        x: costScale(axes[axis].label),
        y: successScale('Held-out success'),
        marks: curvesWithBands(
          rows.filter(({ series }) => arms.includes(series)),
          (arm) => armColour(arm, present),
        ),
      },
    })),
    legend: armLegend(present),
    provenance: provenanceOf(runs),
  };
}
