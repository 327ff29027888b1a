/**
 * @file Declares the words that figures need: titles, captions, notes, labels and legends. `src/text/figure-words.ts` provides
 * them from messages; figures know only codes and numbers.
 */
import type { Axis } from '../analysis/axes.ts';
import type { Interval } from '../analysis/statistics.ts';
import type { SettingName } from '../genenv/settings/settings.ts';
import type { Quantity } from './quantities.ts';
import type { Theorem1Question } from './theorem-1-question.ts';

/** The numbers of runs behind the means of a figure. */
export interface RunCounts {
  /** Runs of the arm that has the fewest, and of the one that has the most. */
  fewest: number;
  most: number;
  seeds: number;
  pairs: number;
}

interface FigureText {
  title: string;
  /** Tells what it shows, what the paper shows there, and what n and the intervals are. */
  caption: string;
}

export interface FigureWords {
  arm(name: string): string;
  /** The starting model, as a row beside the arms. */
  base: string;
  family(name: string): string;
  /** Over the families. */
  average: string;
  setting(name: SettingName): { label: string; symbol?: string; meaning: string };
  axes: Readonly<Record<Axis, { label: string; noun: string }>>;
  /** A panel's title and the label of its vertical axis. */
  quantities: Readonly<Record<Quantity, { title: string; label: string }>>;
  /** In legends: numbers of the paper. */
  paper: string;
  missingArms(arms: readonly string[]): string;
  missingFamilies(benchmarks: readonly string[]): string;
  /** A figure whose runs were made in one of several conditions. */
  conditionTitle(title: string, condition: string): string;

  table1(of: { counts: RunCounts; genenvPercent: number; basePercent: number }): FigureText & { empty: string };
  figure1(of: { counts: RunCounts }): FigureText & { own: string; paper: string; paperScore: string };
  figure4(of: { counts: RunCounts; parts: number }): FigureText & {
    parts: { title: string; x: string; label: string };
    tooShort: string;
  };
  figure5(of: { counts: RunCounts }): FigureText & { paper: { title: string; x: string; label: string } };
  figure6(of: { counts: RunCounts; axis: Axis }): FigureText & {
    panels: Record<'adapting' | 'offline' | 'others', string>;
  };
  figure7(of: { counts: RunCounts; low: number; high: number }): FigureText & {
    timeInBand(of: { arm: string; share: number; interval: Interval | null; n: number }): string;
  };
  figure8(of: { counts: RunCounts }): FigureText;
  ablation(of: { counts: RunCounts; name: SettingName; axis: Axis }): FigureText & {
    x: string;
    measures: Record<'final' | 'area', string>;
    empty: string;
    alsoVarying(names: readonly SettingName[]): string;
  };
  overlay(of: { runs: number; axis: Axis }): FigureText & { withoutSeconds(runs: number): string };
  classResults(of: { counts: RunCounts; files: number }): FigureText;
  proposition1(of: { groupSize: number; constants: { least: number; greatest: number } | null }): FigureText & {
    x: string;
    noSignal: string;
    theory: { title: string; label: string };
    measured: Record<'centred' | 'scaled' | 'group', { title: string; label: string }>;
    legend: Record<'centred' | 'scaled' | 'mixed', string>;
  };
  theorem1(question: Theorem1Question): FigureText & {
    outcomes: { title: string; x: string; label: string };
    misranking: { title: string; x: string; label: string };
    legend: Record<'closer' | 'farther' | 'exact' | 'simulated' | 'bound', string>;
  };
}
