/** @file The numbers beside the three curves, and those of the sentence about the epoch. */
import type { EpochNumbers } from '../log-numbers.ts';
import type { Scene, Source } from './source.ts';

const successRate = ({ numbers }: Scene) => numbers.right / numbers.scores.length;
const evaluation = ({ numbers }: Scene) => numbers.evaluations.at(-1)!;
const heldOut = (scene: Scene) => evaluation(scene).success;
/** Levels that are solved at least half the time, and all. */
const levels = (scene: Scene) => [
  evaluation(scene).levels.filter((rate) => rate >= 0.5).length,
  evaluation(scene).levels.length,
];

export const curves: readonly Source[] = [
  { select: '.curves .values span', like: /^p̂/, of: (scene) => [successRate(scene)] },
  { select: '.curves .values span', like: /^training/, of: (scene) => [successRate(scene)] },
  { select: '.curves .values span', like: /^held-out/, of: (scene) => [heldOut(scene)] },
  { select: '.curves .values span', like: /levels/, of: levels },
  {
    select: '.curves svg',
    place: 'aria-label',
    like: /^Is it difficult/,
    of: (scene) => [scene.epoch, successRate(scene)],
  },
  {
    select: '.curves svg',
    place: 'aria-label',
    like: /^Does the agent/,
    of: (scene) => [scene.epoch, heldOut(scene), successRate(scene)],
  },
  {
    select: '.curves svg',
    place: 'aria-label',
    like: /^What can it/,
    of: (scene) => [scene.epoch, ...levels(scene)],
  },
  {
    // A level in an evaluation.
    select: '.curves rect > title',
    of: ({ numbers: { evaluations } }, element) => {
      const cell = [...element.closest('svg')!.querySelectorAll('rect')].indexOf(element.parentElement as never);
      const row = cell % evaluations[0].levels.length;
      return [row + 1, evaluations[(cell - row) / evaluations[0].levels.length].levels[row]];
    },
  },
];

/** The parts of the sentence about an epoch; each number stands in exactly one. */
const sentences: readonly [RegExp, (numbers: EpochNumbers) => readonly number[]][] = [
  [/Of (\d+) tasks, (\d+) (?:was|were) never solved and (\d+) always/, (n) => [n.tasks.length, n.unsolved, n.solved]],
  [/^(\d+) of (\d+) tasks were never solved/, (n) => [n.unsolved, n.tasks.length]],
  [/^(\d+) of (\d+) tasks were always solved/, (n) => [n.solved, n.tasks.length]],
  [/^All (\d+) tasks were solved sometimes/, (n) => [n.tasks.length]],
  [/(\d+) (?:was|were) solved sometimes and taught/, (n) => [n.mixed]],
  [/(\d+) fell inside the band/, (n) => [n.own]],
  [/learned from (\d+) tasks? of earlier epochs/, (n) => [n.environment.pairs]],
];

export const story: readonly Source[] = [
  { select: '[data-testid=story] strong', of: ({ epoch }) => [epoch] },
  {
    select: '[data-testid=story]',
    of: ({ numbers }, element) => {
      const [, said] = element.textContent.split(/Epoch \d+\./);
      return sentences.flatMap(([part, of]) => (part.test(said.trim()) ? of(numbers) : []));
    },
  },
  {
    // What was changed in the epoch.
    select: '#loop > .small',
    of: ({ numbers }) => numbers.changes.flatMap((changes) => Object.values(changes).map(Number)),
  },
];
