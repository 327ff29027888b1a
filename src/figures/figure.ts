/** @file Describes a figure as data: its rows, how they are drawn, and the runs behind it. */
import type * as Plot from '@observablehq/plot';
import { diffFromDefaults, SETTINGS_VERSION, type SettingName, type Settings } from '../genenv/settings/settings.ts';
import type { RunSummary } from '../analysis/run-summary.ts';
import { PROGRAM } from '../common/program.ts';
import { armsOf, varyingSettings } from '../analysis/comparison.ts';

export type Cell = string | number | null;
export type Row = Record<string, Cell>;

export interface Panel {
  title: string;
  /** Minimum width in pixels at which labels do not touch. */
  narrowest?: number;
  /** Options for Observable Plot. Document and size are added later. */
  options: Plot.PlotOptions;
}

/** Facts that identify the runs behind a figure. Every file of the figure contains them. */
export type Provenance = Record<string, unknown>;

export interface Figure {
  id: string;
  title: string;
  /** Sentences about the figure, the paper's counterpart, n and the intervals. */
  caption: string;
  /** One sentence each, for example about a missing arm. */
  notes: string[];
  rows: Row[];
  panels: Panel[];
  legend: { name: string; colour: string }[];
  provenance: Provenance;
}

/** Collects provenance: shared settings that are not defaults, differing settings with values, seeds, models, arms. */
export function provenanceOf(summaries: readonly RunSummary[]): Provenance {
  const varying = varyingSettings(summaries);
  const values = (name: SettingName) => {
    const different = new Map(summaries.map(({ settings }) => [JSON.stringify(settings[name]), settings[name]]));
    return [...different.values()];
  };
  const shared: Partial<Settings> = summaries.length > 0 ? diffFromDefaults(summaries[0].settings) : {};
  for (const name of varying) delete shared[name];
  const pairs = new Map(summaries.map(({ models, agent, environment }) => [models, { agent, environment }]));
  return {
    program: PROGRAM,
    settingsVersion: SETTINGS_VERSION,
    settings: shared,
    varying: Object.fromEntries(varying.map((name) => [name, values(name)])),
    seeds: [...new Set(summaries.map(({ settings }) => settings.seed))],
    arms: armsOf(summaries),
    models: Object.fromEntries(pairs),
    runs: summaries.map(({ id }) => id),
  };
}
