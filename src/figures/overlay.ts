/**
 * @file Runs over each other, one curve per run: coloured by what differs between them apart from the seed, labelled by
 * all that differs.
 */
import * as Plot from '@observablehq/plot';
import type { SettingName } from '../genenv/settings/settings.ts';
import { armTitle } from '../analysis/arm-variants.ts';
import { axes, type Axis, costOf, type Runs } from '../analysis/axes.ts';
import { varyingSettings } from '../analysis/comparison.ts';
import type { RunSummary } from '../analysis/run-summary.ts';
import { axisNote } from './arm-curves.ts';
import { type Figure, provenanceOf, type Row } from './figure.ts';
import { armColour, costScale, paletteColour, successScale } from './marks.ts';

/** Not worth a label: the arm says it already, or it is a label itself. */
const SILENT: ReadonlySet<SettingName> = new Set(['arm', 'preset', 'agentModel', 'environmentModel', 'offlinePool']);

/** The name of each run: its arm, its models where there are several, and every setting in which not all agree. */
export function runLabels(summaries: readonly RunSummary[], leaveOut: readonly SettingName[] = []): string[] {
  const names = varyingSettings(summaries).filter((name) => !SILENT.has(name) && !leaveOut.includes(name));
  const pairs = new Set(summaries.map(({ models }) => models)).size;
  return summaries.map(({ arm, models, settings }) =>
    [armTitle(arm), ...(pairs > 1 ? [models] : []), ...names.map((name) => `${name} ${String(settings[name])}`)].join(
      ', ',
    ),
  );
}

/** Arms keep their colours of the other figures, unless runs of one arm differ in more than the seed. */
function groupColours(summaries: readonly RunSummary[], groups: readonly string[]): Map<string, string> {
  const armOf = new Map(groups.map((group, i) => [group, summaries[i].arm]));
  const arms = [...new Set(armOf.values())];
  return new Map(
    [...armOf].map(([group, arm], i) => [group, arms.length === armOf.size ? armColour(arm, arms) : paletteColour(i)]),
  );
}

export function overlay(runs: Runs, axis: Axis = 'rollouts'): Figure {
  const { summaries, telemetry } = runs;
  const labels = runLabels(summaries);
  const groups = runLabels(summaries, ['seed']);
  const colours = groupColours(summaries, groups);
  const place = (row: Parameters<typeof costOf>[0], id: string) => costOf(row, axis, telemetry?.get(id));
  const rows = summaries.flatMap(({ id, arm, epochs, heldOut }, i): Row[] => {
    const row = (quantity: string, epoch: number, x: number | null, y: number): Row[] =>
      x === null ? [] : [{ quantity, run: labels[i], group: groups[i], id, arm, epoch, x, y }];
    return [
      ...heldOut.flatMap((one) => row('held-out success', one.epoch, place(one, id), one.success)),
      ...epochs.flatMap((one) => row('successRate', one.epoch, place(one, id), one.successRate)),
    ];
  });
  const without = axis === 'seconds' ? summaries.filter(({ id }) => !telemetry?.has(id)).length : 0;
  const panel = (title: string, quantity: string, label: string) => ({
    title,
    options: {
      x: costScale(axes[axis].label),
      y: successScale(label),
      marks: [
        Plot.lineY(
          rows.filter((row) => row.quantity === quantity),
          {
            x: 'x',
            y: 'y',
            z: 'id',
            stroke: ({ group }: Row) => colours.get(String(group))!,
            strokeWidth: 1.6,
            title: 'run',
          },
        ),
      ],
    },
  });
  return {
    id: 'overlay',
    title: 'Runs over each other',
    caption:
      `One curve per run: ${summaries.length} of them. Single runs differ by chance as well: compare arms over seeds. ` +
      axisNote(axis),
    notes:
      without === 0
        ? []
        : [
            without === summaries.length
              ? 'None of these runs has recorded seconds.'
              : `${without} of ${summaries.length} runs were interrupted, so nobody knows their seconds: they are not drawn.`,
          ],
    columns: ['quantity', 'run', 'group', 'id', 'arm', 'epoch', 'x', 'y'],
    rows,
    panels: [
      panel('Held-out success', 'held-out success', 'Held-out success'),
      panel('Success in training', 'successRate', 'p̂'),
    ],
    legend: [...colours].map(([name, colour]) => ({ name, colour })),
    provenance: provenanceOf(runs),
  };
}
