/** @file The numbers of all curves, as their tables show them, and those of the followed held-out answers. */
import { text } from '../../../text/text.ts';
import { type EpochNumbers, epochNumbers, evaluations, mean } from '../log-numbers.ts';
import { place, type Scene, type Source } from './source.ts';

const words = text.charts;
const { groups } = text.updates;
const all = ({ mixed, solved, unsolved }: EpochNumbers) => mixed + solved + unsolved;
const stepMean = (of: (step: EpochNumbers['agent']['steps'][number]) => number) => (numbers: EpochNumbers) =>
  mean(numbers.agent.steps.map(of));
const successRate = ({ right, scores }: EpochNumbers) => right / scores.length;

/** By the name of a chart, the numbers of an epoch by the name of a curve. */
const charts: Readonly<Record<string, Readonly<Record<string, (numbers: EpochNumbers) => number>>>> = {
  success: { [words.series.successRate]: successRate },
  'held-out': { [words.training]: successRate },
  levels: { [words.levels.y]: ({ level }) => level },
  'environment-reward': { [words.environmentReward.y]: ({ environmentReward }) => environmentReward },
  reward: { [words.reward.y]: ({ reward }) => reward },
  groups: {
    [groups.mixed]: (numbers) => numbers.mixed / all(numbers),
    [groups.solved]: (numbers) => numbers.solved / all(numbers),
    [groups.unsolved]: (numbers) => numbers.unsolved / all(numbers),
  },
  validity: Object.fromEntries(
    Object.entries(text.verdicts).map(([verdict, name]) => [name, (numbers: EpochNumbers) => numbers.shareOf(verdict)]),
  ),
  'agent-kl': { [words.agentKl.y]: stepMean(({ klPerToken }) => klPerToken) },
  'environment-kl': { [words.environmentKl.y]: ({ environment }) => environment.klPerSequence },
  loss: {
    [words.series.loss]: stepMean(({ loss }) => loss),
    [words.series.gradNorm]: stepMean(({ gradNorm }) => gradNorm),
  },
  lengths: {
    [words.series.response]: ({ responseLength }) => responseLength,
    [words.series.task]: ({ taskLength }) => taskLength,
  },
  pools: {
    [words.series.train]: ({ trainSize }) => trainSize,
    [words.series.environment]: ({ environmentSize }) => environmentSize,
  },
};

/** The epoch of a row. */
const rowEpoch = (element: Element): number => Number(element.closest('tr')!.querySelector('th')!.textContent);

/** The tasks attempted in an epoch and the nine before it. */
const attemptedLately = (log: Scene['log'], last: number): string[] =>
  log.flatMap((event) =>
    event.type === 'tasks-written' && event.epoch <= last && event.epoch > last - 10
      ? event.texts.filter(({ used }) => used).map((task) => task.text)
      : [],
  );

/** Tables as their charts hold them: each in an element with the chart's name. */
export const values: readonly Source[] = [
  {
    select: 'tbody th',
    of: ({ log }, element) => {
      const row = place(element, 'tr');
      if (element.closest('[data-chart=by-level]')) return [evaluations(log)[row].epoch];
      // Held-out tasks are attempted before the first epoch too.
      return [element.closest('[data-chart=held-out]') ? row : row + 1];
    },
  },
  ...Object.entries(charts).flatMap(([chart, curves]) =>
    Object.entries(curves).map(([label, of]): Source => ({
      select: `[data-chart=${chart}] td`,
      label,
      of: ({ log }, element) => [of(epochNumbers(log, rowEpoch(element)))],
    })),
  ),
  {
    // Also before the first epoch.
    select: '[data-chart=held-out] td',
    label: words.heldOut,
    of: ({ log }, element) => [evaluations(log).find(({ epoch }) => epoch === rowEpoch(element))!.success],
  },
  {
    select: '[data-chart=by-level] td',
    of: ({ log }, element) => {
      const { levels } = evaluations(log).find(({ epoch }) => epoch === rowEpoch(element))!;
      return [levels[place(element, 'td') - 1]];
    },
  },
  ...(
    [
      [words.series.windowTasks, (attempted: readonly string[]) => attempted],
      [words.series.windowGoals, (attempted: readonly string[]) => attempted.flatMap((task) => task.split(' & '))],
    ] as const
  ).map(([label, of]): Source => ({
    select: '[data-chart=diversity] td',
    label,
    of: ({ log }, element) => [new Set(of(attemptedLately(log, rowEpoch(element)))).size],
  })),
  {
    // The names of its columns.
    select: '[data-chart=by-level] thead th',
    of: (_, element) => [place(element, 'th')],
  },
];

/** Prompts in the order of the evaluation before training, each with what was answered since. */
const followed = ({ log, epoch }: Scene) => {
  const kept = log.flatMap((event) =>
    (event.type === 'run-started' || (event.type === 'epoch-ended' && event.epoch <= epoch)) && event.heldOut?.answers
      ? [event.heldOut.answers]
      : [],
  );
  return kept[0].map(({ level, task }) => ({
    level,
    right: kept.filter((answers) => answers.find((one) => one.task === task)!.success).length,
    all: kept.length,
    isLearned:
      [kept[0], kept.at(-1)!].map((answers) => answers.find((one) => one.task === task)!.success).join() ===
      'false,true',
  }));
};

export const answers: readonly Source[] = [
  {
    select: '.matrix button',
    place: 'aria-label',
    of: (scene, element) => {
      const { level, right, all } = followed(scene)[place(element, 'button')];
      return [level, right, all];
    },
  },
  { select: '.matrix .level', of: (scene, element) => [followed(scene)[place(element, 'button')].level] },
  {
    // The easiest prompt that was learned, or the first.
    select: '.answers > .small',
    of: (scene) => {
      const prompts = followed(scene);
      return [(prompts.find(({ isLearned }) => isLearned) ?? prompts[0]).level];
    },
  },
  {
    select: '.answers .epoch',
    of: ({ log }, element) => [evaluations(log)[place(element, 'li')].epoch],
  },
  {
    select: '.answers .strip',
    place: 'aria-label',
    of: ({ log }, element) => [evaluations(log)[place(element, 'li')].epoch],
  },
];
