/**
 * @file Draws all runs in one chart, with one colour for runs that differ only in the seed. Results of a school class
 * have one group for runs that differ only in seed and length.
 */
import * as Plot from '@observablehq/plot';
import { median } from 'simple-statistics';
import { armsOf, valueLabel, varyingSettings } from '../analysis/comparison.ts';
import { type Axis, costAt, type RunSummary } from '../analysis/run-summary.ts';
import { type Estimate, estimate } from '../analysis/statistics.ts';
import { groupBy } from '../common/mean.ts';
import type { SettingName } from '../genenv/settings/settings.ts';
import type { FileRun } from '../sweeps/results-csv.ts';
import { armTitle } from '../text/names.ts';
import { armColour, paletteColour } from './colours.ts';
import { type Figure, provenanceOf, type Row } from './figure.ts';
import { amountScale, costScale, curveFigure, successScale } from './marks.ts';
import { axisNote, meanNote, words } from './words.ts';

/** Settings that labels leave out, because the arm or the model names imply them. */
const UNLABELLED: ReadonlySet<SettingName> = new Set([
  'arm',
  'preset',
  'agentModel',
  'environmentModel',
  'offlinePool',
]);

/** Returns a label per run: arm, models if runs have different ones, and differing settings that are not left out. */
export function runLabels(summaries: readonly RunSummary[], leaveOut: readonly SettingName[] = []): string[] {
  const names = varyingSettings(summaries).filter((name) => !UNLABELLED.has(name) && !leaveOut.includes(name));
  const pairs = new Set(summaries.map(({ models }) => models)).size;
  return summaries.map(({ arm, models, settings }) =>
    [
      armTitle(arm),
      ...(pairs > 1 ? [models] : []),
      ...names.map((name) => `${name} ${valueLabel(settings[name])}`),
    ].join(', '),
  );
}

/** Returns a colour by group. Arms keep their usual colours if each arm is one group. */
function groupColours(summaries: readonly RunSummary[], groups: readonly string[]): Map<string, string> {
  const armOf = new Map(groups.map((group, i) => [group, summaries[i].arm]));
  const arms = [...new Set(armOf.values())];
  return new Map(
    [...armOf].map(([group, arm], i) => [group, arms.length === armOf.size ? armColour(arm, arms) : paletteColour(i)]),
  );
}

export function overlay(summaries: readonly RunSummary[], axis: Axis = 'rollouts'): Figure {
  const labels = runLabels(summaries);
  const groups = runLabels(summaries, ['seed']);
  const colours = groupColours(summaries, groups);
  const rows = summaries.flatMap(({ id, arm, epochs, heldOut }, i): Row[] => {
    const row = (quantity: string, at: Parameters<typeof costAt>[0], y: number): Row => ({
      quantity,
      run: labels[i],
      group: groups[i],
      id,
      arm,
      epoch: at.epoch,
      x: costAt(at, axis),
      y,
    });
    return [
      ...heldOut.map((one) => row('held-out success', one, one.success)),
      ...epochs.map((one) => row('successRate', one, one.successRate)),
    ];
  });
  const panel = (quantity: 'held-out success' | 'successRate') => ({
    title: words.quantities[quantity].title,
    options: {
      x: costScale(axis),
      y: successScale(words.quantities[quantity].label),
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
    title: words.overlay.title,
    caption: words.overlay.caption({ runs: summaries.length, axisNote: axisNote(axis) }),
    notes: [],
    rows,
    panels: [panel('held-out success'), panel('successRate')],
    legend: [...colours].map(([name, colour]) => ({ name, colour })),
    provenance: provenanceOf(summaries),
  };
}

interface ClassGroup {
  /** Arm, models and settings by which the group differs from other groups. */
  label: string;
  runs: FileRun[];
  /** Held-out success at the last evaluation. Null if no run was evaluated. */
  final: (Estimate & { median: number }) | null;
}

export interface ClassResults {
  figure: Figure;
  groups: ClassGroup[];
  /** Files whose run is also in an earlier file, `as`. */
  repeated: { file: string; as: string }[];
}

/** Returns a key of a run's contents. Two files hold the same run if all settings and measurements agree. */
const contentOf = ({ settings, agent, environment, epochs, heldOut }: RunSummary): string =>
  JSON.stringify([settings, agent, environment, epochs, heldOut]);

function finalOf(runs: readonly FileRun[]): ClassGroup['final'] {
  const values = runs.flatMap(({ summary }) => summary.heldOut.at(-1)?.success ?? []);
  return values.length === 0 ? null : { ...estimate(values), median: median(values) };
}

export function classResults(files: readonly FileRun[]): ClassResults {
  const same = [...groupBy(files, ({ summary }) => contentOf(summary)).values()];
  const runs = same.map(([first]) => first);
  const labels = runLabels(
    runs.map(({ summary }) => summary),
    ['seed', 'epochs'],
  );
  const groups = [...groupBy(runs, (run) => labels[runs.indexOf(run)])];
  // `curveFigure` draws one curve per arm. If an arm has several groups, the labels of the groups stand in for arms.
  const isOfArm = armsOf(runs.map(({ summary }) => summary)).length === groups.length;
  const summaries = runs.map(({ summary }, i) => ({ ...summary, arm: isOfArm ? summary.arm : labels[i] }));
  const { title, caption } = words.classResults;
  return {
    figure: curveFigure(
      {
        id: 'class-results',
        title,
        caption: caption({ files: files.length, mean: meanNote(summaries) }),
        notes: [],
      },
      summaries,
      armsOf(summaries),
      [
        ['held-out success', successScale],
        ['successRate', successScale],
        ['meanLevel', amountScale],
      ],
    ),
    groups: groups.map(([label, own]) => ({ label, runs: own, final: finalOf(own) })),
    repeated: same.flatMap(([first, ...others]) => others.map(({ file }) => ({ file, as: first.file }))),
  };
}
