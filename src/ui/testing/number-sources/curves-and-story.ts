/** @file The numbers beside the three curves, and those of the sentence about the epoch. */
import type { EpochNumbers } from '../log-numbers.ts';
import type { Scene, Source } from './source.ts';

const successRate = ({ numbers }: Scene) => numbers.right / numbers.scores.length;
const evaluation = ({ numbers }: Scene) => numbers.evaluations.at(-1)!;
/** The epoch of the evaluation, where it is an earlier one. */
export const earlier = (scene: Scene) => (evaluation(scene).epoch === scene.epoch ? [] : [evaluation(scene).epoch]);
const heldOut = (scene: Scene) => [evaluation(scene).success, ...earlier(scene)];
/** Levels that are solved at least half the time, and all. */
const levels = (scene: Scene) => [
  evaluation(scene).levels.filter((rate) => rate >= 0.5).length,
  evaluation(scene).levels.length,
  0.5,
  ...earlier(scene),
];
/** Training success stands empty until answers are scored. */
const known = (scene: Scene, element: Element) =>
  /–/.test(element.getAttribute('aria-label') ?? '') ? [] : [successRate(scene)];

export const curves: readonly Source[] = [
  { select: '.curves .values span', like: /^p̂/, of: (scene) => [successRate(scene)] },
  { select: '.curves .values span', like: /^training/, of: (scene) => [successRate(scene)] },
  { select: '.curves .values span', like: /^held-out/, of: heldOut },
  { select: '.curves .values span', like: /levels/, of: levels },
  {
    select: '.curves svg',
    place: 'aria-label',
    like: /^Is it difficult/,
    of: (scene, element) => [scene.epoch, ...known(scene, element)],
  },
  {
    select: '.curves svg',
    place: 'aria-label',
    like: /^Does the agent/,
    of: (scene, element) => [scene.epoch, ...heldOut(scene), ...known(scene, element)],
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

const regressed = ({ environment }: EpochNumbers) =>
  environment.steps.filter(({ capAction }) => capAction === 'none' || capAction === 'scale-back').length;
const solvedLike = (holds: (task: EpochNumbers['tasks'][number]) => boolean) => (n: EpochNumbers) => [
  n.tasks.filter(holds).length,
];

/** The parts of the sentences about an epoch; each number stands in exactly one. */
const sentences: readonly [RegExp, (numbers: EpochNumbers) => readonly number[]][] = [
  [/\d+ texts?: the agent attempts/, (n) => [n.texts.length, n.tasks.length]],
  [/gave \d+ answers? to/, (n) => [n.rollouts.length, n.tasks.length]],
  [/Right answers: /, (n) => [n.right, n.scores.length]],
  [/Inside the band: /, (n) => [n.kept, n.tasks.length]],
  [/\d+ tasks?: /, (n) => [n.tasks.length]],
  [/never solved/, solvedLike(({ k }) => k === 0)],
  [/always solved/, solvedLike(({ k, n }) => k === n)],
  [/solved sometimes/, solvedLike(({ k, n }) => k > 0 && k < n)],
  [/taught the agent/, (n) => [n.mixed, n.agent.steps.length]],
  [/followed only KL penalty and entropy bonus/, (n) => [n.agent.steps.length]],
  [/the environment took \d/, (n) => [regressed(n), n.environment.pairs]],
  [/of them new/, (n) => (n.own ? [n.own] : [])],
  [/followed the KL penalty alone/, (n) => [n.environment.steps.length]],
  [/Added: /, (n) => [n.pools.train.length, n.pools.environment.length]],
];

export const story: readonly Source[] = [
  { select: '[data-testid=story] strong', of: ({ epoch }) => [epoch] },
  {
    select: '[data-testid=story]',
    of: ({ numbers }, element) => {
      return sentences.flatMap(([part, of]) => (part.test(element.textContent) ? of(numbers) : []));
    },
  },
  {
    // What was changed in the epoch.
    select: '#loop > .small',
    of: ({ numbers }) => numbers.changes.flatMap((changes) => Object.values(changes).map(Number)),
  },
];
