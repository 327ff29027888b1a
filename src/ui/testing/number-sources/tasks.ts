/** @file The numbers of the panel of tasks and rollouts. */
import { mean } from '../log-numbers.ts';
import { place, type Scene, type Source } from './source.ts';

/** What was attempted of a text; undefined of a text that is not a task. */
const attemptOf = ({ numbers }: Scene, index: number) => numbers.tasks.find((task) => task.text.index === index);
const listed = (scene: Scene, element: Element) => scene.numbers.texts[place(element, 'li')];
const open = (scene: Scene) => attemptOf(scene, scene.chosen)!;

function rewardsIn({ numbers }: Scene, bin: number): number {
  const inside = (reward: number) => Math.min(9, Math.floor(reward * 10 + 1e-9)) === bin;
  return numbers.scores.filter(({ reward }) => inside(reward)).length;
}

export const tasks: readonly Source[] = [
  {
    select: 'article.environment > header p',
    of: ({ numbers }) => [numbers.texts.filter(({ verdict }) => verdict === 'valid').length, numbers.texts.length],
  },
  { select: '.tasks .index', of: (_, element) => [place(element, 'li') + 1] },
  { select: '.tasks .head .line', of: (scene) => [scene.chosen + 1] },
  { select: '.tasks .chip', of: (scene, element) => [listed(scene, element).level] },
  {
    select: '.tasks .chip',
    place: 'title',
    of: (scene, element) => [listed(scene, element).level],
  },
  ...(['text', 'title'] as const).map((where): Source => ({
    select: '.tasks .score',
    place: where,
    of: (scene, element) => {
      const { k, n } = attemptOf(scene, listed(scene, element).index)!;
      return [k, n];
    },
  })),
  {
    select: '.facts span',
    like: /^level/,
    of: ({ numbers, chosen }) => [numbers.texts[chosen].level],
  },
  {
    select: '.facts span',
    like: /^shortest/,
    // Object, verb and station of each goal.
    of: ({ numbers, chosen }) => [3 * numbers.texts[chosen].text.split('&').length],
  },
  {
    select: 'article.agent > header p',
    of: (scene) => [open(scene).k, open(scene).n],
  },
  ...(['aria-label', 'title'] as const).map((where): Source => ({
    select: '.histogram .bar',
    place: where,
    of: (scene, element) => {
      const bin = place(element, '.bar');
      return [bin / 10, (bin + 1) / 10, rewardsIn(scene, bin)];
    },
  })),
  {
    select: '.histogram .count',
    of: (scene, element) => [rewardsIn(scene, place(element, '.bar'))],
  },
  { select: '.verdict .head span', of: (scene) => [scene.chosen + 1] },
  {
    select: '.verdict .reason',
    of: (scene) => {
      const { k, n, rate } = open(scene);
      const { alpha, kMin } = scene.numbers.settings;
      return [k, n, Math.abs(rate - alpha), kMin];
    },
  },
  {
    select: '.verdict dd',
    of: (scene, element) => {
      const { k, n, rate, reward, weight } = open(scene);
      return [[k, n, rate], [reward], [weight]][place(element, 'dl > div')];
    },
  },
  {
    // Relative to the mean of the tasks that teach the environment.
    select: '.verdict dd .muted',
    of: (scene) => {
      const weights = scene.numbers.tasks.map(({ weight }) => weight).filter((weight) => weight > 0);
      return [open(scene).weight / mean(weights)];
    },
  },
  {
    select: '.rollouts .verdict span',
    like: /^r =/,
    of: (scene, element) => [open(scene).group[place(element, 'li')].reward],
  },
  {
    // Before it is scored.
    select: '.rollouts .muted',
    like: /^Rollout/,
    of: (_, element) => [place(element, 'li') + 1],
  },
  {
    select: '.rollouts .advantage',
    of: (scene, element) => [open(scene).advantages[place(element, 'li')]],
  },
  {
    select: '.rollouts .strip',
    place: 'aria-label',
    of: (_, element) => [place(element, 'li') + 1],
  },
  {
    select: '.rollouts .reason',
    // The goal at which it failed.
    of: (scene, element) => {
      const { reason } = open(scene).group[place(element, 'li')];
      return reason && 'goal' in reason ? [Number(reason.goal)] : [];
    },
  },
];
