/** @file Provides the words of figures in the current language. */
import type { Axis } from '../analysis/run-summary.ts';
import type { FigureWords, RunCounts } from '../figures/words.ts';
import { setting, type SettingName } from '../genenv/settings/settings.ts';
import { familyTitle } from './families.ts';
import { armTitle, axes, settingLabels } from './names.ts';
import { runText } from './run.ts';
import { listOf } from './sentence.ts';
import { workText } from './work.ts';

const { mean: meanOf, axisNotes, symbol: withSymbol, ...words } = workText.figureWords;

const mean = ({ fewest, most, seeds, pairs }: RunCounts): string =>
  meanOf({ fewest, most, same: fewest === most, seeds, pairs });

/** Lists the settings without an ablation among these runs. */
export const missingAblations = (names: readonly SettingName[]): string =>
  words.missingAblations({ settings: listOf(names.map((name) => settingLabels[name])), several: names.length > 1 });

/** Notes that the ranking may depend on the horizontal axis. */
const axisNote = (axis: Axis): string =>
  axisNotes[axis === 'epoch' || axis === 'rollouts' ? 'flops' : 'rollouts']({ axis: axes[axis].label });

const percent = (share: number): string => `${Math.round(100 * share)}%`;

export const figureWords: FigureWords = {
  ...words,
  arm: armTitle,
  family: familyTitle,
  setting: (name) => ({
    ...runText.settingWords[name],
    label: settingLabels[name],
    symbol: setting(name).symbol,
  }),
  axes,
  missingArms: (arms) => words.missingArms({ arms: listOf(arms.map(armTitle)) }),
  missingFamilies: (benchmarks) => words.missingFamilies({ benchmarks: listOf(benchmarks) }),
  conditionTitle: (title, condition) => words.conditionTitle({ title, condition }),
  table1: ({ counts, genenvPercent, basePercent }) => ({
    ...words.table1,
    caption: words.table1.caption({
      mean: mean(counts),
      genenvPercent: genenvPercent.toFixed(1),
      basePercent: basePercent.toFixed(1),
    }),
  }),
  figure1: ({ counts }) => ({ ...words.figure1, caption: words.figure1.caption({ mean: mean(counts) }) }),
  figure4: ({ counts, parts }) => ({
    ...words.figure4,
    caption: words.figure4.caption({ mean: mean(counts) }),
    tooShort: words.figure4.tooShort({ parts }),
  }),
  figure5: ({ counts }) => ({
    ...words.figure5,
    caption: words.figure5.caption({ mean: mean(counts) }),
    paper: { ...words.figure5.paper, x: axes.epoch.label },
  }),
  figure6: ({ counts, axis }) => ({
    ...words.figure6,
    caption: words.figure6.caption({ mean: mean(counts), axisNote: axisNote(axis) }),
  }),
  figure7: ({ counts, low, high }) => ({
    ...words.figure7,
    caption: words.figure7.caption({ mean: mean(counts), low, high }),
    timeInBand: ({ arm, share, interval, n }) =>
      words.figure7.timeInBand({
        arm: armTitle(arm),
        share: percent(share),
        range: interval ? ` [${percent(interval.low)}, ${percent(interval.high)}]` : '',
        n,
      }),
  }),
  figure8: ({ counts }) => ({ ...words.figure8, caption: words.figure8.caption({ mean: mean(counts) }) }),
  ablation: ({ counts, name, axis }) => {
    const { symbol } = setting(name);
    const label = settingLabels[name];
    const x = symbol ? withSymbol({ label, symbol }) : label;
    return {
      ...words.ablation,
      title: words.ablation.title({ x }),
      caption: words.ablation.caption({
        meaning: runText.settingWords[name].meaning,
        axis: axes[axis].label,
        mean: mean(counts),
        axisNote: axisNote(axis),
      }),
      x,
      alsoVarying: (names) => words.ablation.alsoVarying({ names: listOf(names) }),
    };
  },
  overlay: ({ runs, axis }) => ({
    ...words.overlay,
    caption: words.overlay.caption({ runs, axisNote: axisNote(axis) }),
  }),
  classResults: ({ counts, files }) => ({
    ...words.classResults,
    caption: words.classResults.caption({ files, mean: mean(counts) }),
  }),
  proposition1: ({ groupSize }) => ({
    ...words.proposition1,
    caption: words.proposition1.caption({ groupSize }),
  }),
  theorem1: ({ closer, farther, alpha, beta, rollouts, trials }) => {
    const { caption, outcomes, legend } = words.theorem1;
    return {
      ...words.theorem1,
      caption: caption({ closer, farther, alpha, beta, rollouts, trials }),
      outcomes: { ...outcomes, title: outcomes.title({ rollouts }) },
      legend: { ...legend, closer: legend.closer({ closer }), farther: legend.farther({ farther }) },
    };
  },
};
