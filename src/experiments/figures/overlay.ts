/**
 * @file Runs over each other, one curve per run, labelled by what differs between them.
 */
import * as Plot from '@observablehq/plot';
import { armTitle } from '../arm-variants.ts';
import { axes, type Axis, costOf, type Runs } from '../axes.ts';
import { armsOf, varyingSettings } from '../comparison.ts';
import type { RunSummary } from '../run-summary.ts';
import { type Figure, provenanceOf, type Row } from './figure.ts';
import { armColour, armLegend, costScale, successScale } from './marks.ts';

/** Not worth a label: the arm says it already, or it is a label itself. */
const SILENT = new Set(['arm', 'preset', 'agentModel', 'environmentModel', 'offlinePool']);

/** The name of each run: its arm, and every setting in which not all of them agree. */
export function runLabels(summaries: readonly RunSummary[]): string[] {
  const names = varyingSettings(summaries).filter((name) => !SILENT.has(name));
  const pairs = new Set(summaries.map(({ models }) => models)).size;
  return summaries.map(({ arm, models, settings }) =>
    [armTitle(arm), ...(pairs > 1 ? [models] : []), ...names.map((name) => `${name} ${String(settings[name])}`)].join(
      ', ',
    ),
  );
}

export function overlay(runs: Runs, axis: Axis = 'rollouts'): Figure {
  const { summaries, telemetry } = runs;
  const labels = runLabels(summaries);
  const arms = armsOf(summaries);
  const place = (row: Parameters<typeof costOf>[0], id: string) => costOf(row, axis, telemetry?.get(id));
  const rows = summaries.flatMap(({ id, arm, epochs, heldOut }, i): Row[] => {
    const row = (quantity: string, epoch: number, x: number | null, y: number): Row[] =>
      x === null ? [] : [{ quantity, run: labels[i], id, arm, epoch, x, y }];
    return [
      ...heldOut.flatMap((one) => row('held-out success', one.epoch, place(one, id), one.success)),
      ...epochs.flatMap((one) => row('successRate', one.epoch, place(one, id), one.successRate)),
    ];
  });
  const panel = (title: string, quantity: string, label: string) => ({
    title,
    options: {
      x: costScale(axes[axis].label),
      y: successScale(label),
      marks: [
        Plot.lineY(
          rows.filter((row) => row.quantity === quantity),
          { x: 'x', y: 'y', z: 'id', stroke: ({ arm }: Row) => armColour(String(arm), arms), title: 'run' },
        ),
      ],
    },
  });
  return {
    id: 'overlay',
    title: 'Runs over each other',
    caption: `One curve per run: ${summaries.length} of them. Single runs differ by chance as well: compare arms over seeds.`,
    notes: axis === 'seconds' && rows.length === 0 ? ['None of these runs has recorded seconds.'] : [],
    columns: ['quantity', 'run', 'id', 'arm', 'epoch', 'x', 'y'],
    rows,
    panels: [
      panel('Held-out success', 'held-out success', 'Held-out success'),
      panel('Success in training', 'successRate', 'p̂'),
    ],
    legend: armLegend(arms),
    provenance: provenanceOf(runs),
  };
}
