/** @file The words of the drawn figures, English. */
import type { Axis } from '../../analysis/axes.ts';
import type { FigureWords, RunCounts } from '../../figures/words.ts';
import { setting, type SettingName } from '../../genenv/settings/settings.ts';
import { armTitle } from './arms.ts';
import { familyTitle } from './families.ts';
import { settingWords } from './settings.ts';
import { axes } from './axes.ts';
import { counted } from '../../common/counted.ts';

function meanOf({ fewest, most, seeds, pairs }: RunCounts): string {
  const n = fewest === most ? `${fewest}` : `${fewest} to ${most}`;
  return (
    `Mean of n = ${counted(n, 'run')} per arm (${counted(seeds, 'seed')}, ${counted(pairs, 'model pair')})` +
    `${most > 1 ? ' with the 95% bootstrap interval' : '; no interval of a single run'}.`
  );
}

/** Says where the horizontal axis decides. */
const axisNote = (axis: Axis): string =>
  axis === 'epoch' || axis === 'rollouts'
    ? `Drawn over ${axes[axis].noun}; over floating-point operations, which count the environment's own training, arms may rank differently.`
    : `Drawn over ${axes[axis].noun}; over agent rollouts, which are as many in every arm, arms may rank differently.`;

const percent = (share: number): string => `${Math.round(100 * share)}%`;

const HELD_OUT = 'Held-out success';
const SQUARED_GRADIENT_NORM = 'Squared gradient norm';
const SHARE_OF_GROUPS = 'Share of groups';

/** Names the settings that have no ablation among these runs. */
export const missingAblations = (names: readonly SettingName[]): string =>
  names.length === 0
    ? ''
    : `There is no ablation of ${names.map((name) => settingWords[name].label).join(', ')}: run a sweep that varies ` +
      `${names.length > 1 ? 'one of these' : 'it'}.`;

/** Names the paper's arms that these runs do not have. */
const missingArms = (arms: readonly string[]): string => `Not among these runs: ${arms.map(armTitle).join(', ')}.`;

export const figureWords: FigureWords = {
  arm: armTitle,
  base: 'Base',
  family: familyTitle,
  average: 'Average',
  setting: (name) => ({ ...settingWords[name], symbol: setting(name).symbol }),
  axes,
  quantities: {
    'held-out success': { title: HELD_OUT, label: HELD_OUT },
    successRate: { title: 'Success in training', label: 'p̂' },
    reward: { title: 'Training score', label: 'Mean reward' },
    responseLength: { title: 'Answer length', label: 'Tokens' },
    taskLength: { title: 'Task length', label: 'Tokens' },
    meanLevel: { title: 'Difficulty of the tasks', label: 'Mean level' },
    unsolvedShare: { title: 'Fully unsolved', label: SHARE_OF_GROUPS },
    solvedShare: { title: 'Fully solved', label: SHARE_OF_GROUPS },
    mixedShare: { title: 'Mixed: what GRPO learns from', label: SHARE_OF_GROUPS },
  },
  paper: 'The paper',
  missingArms,
  missingFamilies: (benchmarks) => `No runs here of the families after ${benchmarks.join(', ')}.`,
  conditionTitle: (title, condition) => `${title} (${condition})`,

  table1: ({ counts, genenvPercent, basePercent }) => ({
    title: 'Table 1 at toy scale: held-out success by task family',
    caption:
      `Success on tasks never trained on, after an equal number of agent rollouts in every arm. ${meanOf(counts)} ` +
      `In the paper, 7B GenEnv reaches ${genenvPercent.toFixed(1)}% averaged over its five benchmarks, from ` +
      `${basePercent.toFixed(1)}% of its base model; single runs, other models and tasks.`,
    empty: 'There are no runs that were evaluated, so the table is empty.',
  }),
  figure1: ({ counts }) => ({
    title: 'Figure 1 at toy scale: what each way of getting tasks leads to',
    caption:
      `Held-out success after an equal number of agent rollouts. ${meanOf(counts)} ` +
      'Right: BFCL validation in the paper, one run each, on an axis that does not begin at 0.',
    own: 'These runs',
    paper: 'The paper, BFCL validation',
    paperScore: 'Validation score',
  }),
  figure4: ({ counts, parts }) => ({
    title: 'Figure 4 at toy scale: a run of GenEnv from the inside',
    caption:
      `Mean reward on the tasks of training, success on tasks never trained on, and mean tokens of an answer. ${meanOf(counts)} ` +
      'Bottom right: p̂ in six equal parts of a run, beside the paper’s six epochs (grey): its epochs are long and few.',
    parts: { title: 'Score by sixths of a run', x: 'Sixth of the run, or epoch of the paper', label: 'p̂' },
    tooShort: `The score by sixths needs runs of at least ${parts} epochs.`,
  }),
  figure5: ({ counts }) => ({
    title: 'Figure 5 at toy scale: do tasks and answers grow?',
    caption:
      `Mean tokens of the tasks the environment writes and of the agent’s answers, and p̂. ${meanOf(counts)} ` +
      'Bottom right, the paper: its answers grow by 49% in six epochs (dashed); its tasks become shorter, by 3%, ' +
      'though its caption says they grow.',
    paper: { title: 'The paper: change since its first epoch', x: axes.epoch.label, label: 'Change' },
  }),
  figure6: ({ counts, axis }) => ({
    title: 'Figure 6 at toy scale: held-out success while learning',
    caption: `Success on tasks never trained on. ${meanOf(counts)} ${axisNote(axis)}`,
    panels: {
      adapting: 'Against Random and Static',
      offline: 'Against Random and Offline',
      others: 'Against the others',
    },
  }),
  figure7: ({ counts, low, high }) => ({
    title: 'Figure 7 at toy scale: success held in the band',
    caption:
      `p̂ on the tasks of training against the paper’s band from ${low} to ${high} (yellow), which it enters at its ` +
      `second epoch. ${meanOf(counts)} Time in the band shows no learning by itself: see held-out success and the tasks’ level.`,
    timeInBand: ({ arm, share, interval, n }) => {
      const range = interval ? ` [${percent(interval.low)}, ${percent(interval.high)}]` : '';
      return `${armTitle(arm)}: ${percent(share)}${range} of epochs in the band (n = ${n}).`;
    },
  }),
  figure8: ({ counts }) => ({
    title: 'Figure 8 at toy scale: tasks that teach nothing',
    caption:
      'Share of the groups of an epoch in which no rollout succeeds, all do, or some do: only the last kind carries a ' +
      `policy gradient. ${meanOf(counts)}`,
  }),
  ablation: ({ counts, name, axis }) => {
    const { label, meaning } = settingWords[name];
    const { symbol } = setting(name);
    const x = symbol ? `${label} (${symbol})` : label;
    return {
      title: `${x}: what it changes`,
      caption: `${meaning} Held-out success at the same ${axes[axis].noun} for every value. ${meanOf(counts)} ${axisNote(axis)}`,
      x,
      measures: { final: 'At the end', area: 'On average until then' },
      empty: 'There are no runs that were evaluated, so the figure is empty.',
      alsoVarying: (names) => `These runs also differ in ${names.join(', ')}: choose one value of it to compare.`,
    };
  },
  overlay: ({ runs, axis }) => ({
    title: 'Runs over each other',
    caption:
      `One curve per run: ${runs} of them. Single runs differ by chance as well: compare arms over seeds. ` +
      axisNote(axis),
    withoutSeconds: (without) =>
      without === runs
        ? 'None of these runs has recorded seconds.'
        : `${without} of ${runs} runs have no recorded seconds, because they were interrupted: they are not drawn.`,
  }),
  classResults: ({ counts, files }) => ({
    title: 'The runs of this class',
    caption: `From ${counted(files, 'file')}. ${meanOf(counts)} Where two intervals overlap much, these runs do not tell the groups apart.`,
  }),
  proposition1: ({ groupSize, constants }) => ({
    title: 'Proposition 1: what a task teaches at success rate p',
    caption:
      `In theory (G = ${groupSize}): the mean squared advantage is p(1 − p)(G − 1)/G for r − μ, the proposition's ` +
      'factor; divided by the standard deviation it is P(mixed group) = 1 − pᴳ − (1 − p)ᴳ. ' +
      (constants
        ? `Measured on the model, one point per task: E‖g‖² lies between C·p(1 − p) with C from ` +
          `${constants.least.toPrecision(3)} to ${constants.greatest.toPrecision(3)} (shaded).`
        : ''),
    x: 'Success rate p',
    noSignal: 'No measured task has both successes and failures: there is no signal to see.',
    theory: { title: 'In theory: mean squared advantage', label: 'E[A²], P(mixed)' },
    measured: {
      centred: { title: 'Measured: E‖g‖², g = (r − p̂)∇log π', label: SQUARED_GRADIENT_NORM },
      scaled: { title: 'Measured: the same, divided by σ²', label: SQUARED_GRADIENT_NORM },
      group: { title: 'Measured: the whole group’s gradient', label: 'Squared norm' },
    },
    legend: { centred: 'A = r − μ', scaled: 'A = (r − μ)/σ', mixed: 'P(mixed group)' },
  }),
  theorem1: ({ closer, farther, alpha, beta, rollouts, trials }) => ({
    title: 'Theorem 1: how often is the wrong batch rewarded more?',
    caption:
      `Two task batches on which the agent truly succeeds at rates ${closer} and ${farther}; the first is closer to ` +
      `α = ${alpha}. Left: R_env(p̂) with β = ${beta}, and how likely each p̂ = k/${rollouts} is in either batch. Right: the ` +
      `chance that R_env does not rank the first batch higher, by the number of rollouts: summed exactly over all ` +
      `outcomes, in ${trials} seeded trials, and the theorem's bound 4·exp(−(2/9)(Δ₂ − Δ₁)²n), which says nothing above ` +
      '1. β changes the rewards, not their ranking.',
    outcomes: {
      title: `R_env(p̂), and where p̂ falls (n = ${rollouts})`,
      x: 'p̂',
      label: 'R_env, probability of p̂',
    },
    misranking: {
      title: 'Pr(R_env(p̂₁) ≤ R_env(p̂₂))',
      x: 'Rollouts per batch (n)',
      label: 'Probability',
    },
    legend: {
      closer: `p̂₁, true success ${closer}`,
      farther: `p̂₂, true success ${farther}`,
      exact: 'R_env; exact',
      simulated: 'Simulated',
      bound: 'Bound',
    },
  }),
};
