/** @file The numbers of the picture of the loop and of the transport. */
import { text } from '../../../text/text.ts';
import { mean } from '../log-numbers.ts';
import { earlier } from './curves-and-story.ts';
import { place, type Scene, type Source } from './source.ts';

/** Tasks as the picture lists them: the easiest first. */
const rowOf = ({ numbers }: Scene, element: Element) =>
  [...numbers.tasks].sort((a, b) => a.text.level - b.text.level || a.text.index - b.text.index)[place(element, 'li')];
const band = ({ numbers: { settings } }: Scene) => [
  Math.max(0, settings.alpha - settings.kMin),
  Math.min(1, settings.alpha + settings.kMin),
];

const { environment, agent } = text.stage;

/** Numbers of a card of the picture, by their names. */
const cards: Readonly<Record<string, Readonly<Record<string, (scene: Scene) => readonly number[]>>>> = {
  [environment.title]: {
    [text.stage.usable]: ({ numbers: { texts, written } }) => [
      texts.filter(({ source, verdict }) => source === 'environment' && verdict === 'valid').length,
      written,
    ],
    [text.stage.divergence]: ({ numbers: { environment, klCap } }) => [environment.klPerSequence, klCap],
    [text.stage.reward]: ({ numbers }) => [numbers.environmentReward],
    [text.stage.level]: ({ numbers }) => [numbers.level],
    // In fifths.
    [text.stage.told]: ({ numbers: { recentSuccess } }) => {
      const fifths = recentSuccess.map((success) => Math.min(4, Math.floor(5 * success)));
      return [Math.min(...fifths) / 5, (Math.max(...fifths) + 1) / 5];
    },
    [text.stage.parameters]: ({ numbers }) => [numbers.started.environment.parameters],
  },
  [agent.title]: {
    [text.stage.heldOut]: (scene) => [scene.numbers.evaluations.at(-1)!.success, ...earlier(scene)],
    [text.stage.solved]: ({ numbers }) => [numbers.right, numbers.scores.length],
    [text.stage.entropy]: ({ numbers }) => [mean(numbers.agent.steps.map(({ entropy }) => entropy))],
    [text.stage.divergence]: ({ numbers }) => [mean(numbers.agent.steps.map(({ klPerToken }) => klPerToken))],
    [text.stage.parameters]: ({ numbers }) => [numbers.started.agent.parameters],
  },
};

export const picture: readonly Source[] = [
  { select: '[data-testid=position]', of: ({ epoch, last }) => [epoch, last] },
  { select: '[data-testid=epoch-shown]', of: ({ epoch }) => [epoch] },
  { select: '.status p', of: ({ epoch }) => [epoch] },
  ...Object.entries(cards).flatMap(([title, values]) =>
    Object.entries(values).map(([label, of]): Source => ({ select: `section[aria-label="${title}"] dd`, label, of })),
  ),
  {
    select: '.circuit > svg text',
    like: /^\d+$/,
    of: ({ numbers }) => [numbers.own],
  },
  {
    select: '.circuit > svg text',
    like: /pairs?$/,
    of: ({ numbers }) => [numbers.environment.steps.length ? numbers.environment.pairs : 0],
  },
  {
    select: '.circuit > svg text',
    like: /groups?$/,
    of: ({ numbers }) => [numbers.agent.steps.length ? numbers.mixed : 0],
  },
  { select: '.matrix h3', of: ({ numbers }) => [numbers.tasks.length] },
  { select: '.matrix .heading span', of: ({ numbers }) => [numbers.tasks[0].n] },
  {
    select: '.matrix li button',
    place: 'aria-label',
    of: (scene, element) => {
      const { text, k, n } = rowOf(scene, element);
      return [text.level, ...(element.querySelector('.bar > span') ? [k, n] : [])];
    },
  },
  { select: '.matrix .level', of: (scene, element) => [rowOf(scene, element).text.level] },
  { select: '.matrix .bar', place: 'title', of: (scene, element) => [rowOf(scene, element).rate] },
  {
    select: '[data-testid=filter-plot]',
    place: 'aria-label',
    of: (scene, element) => [
      ...band(scene),
      ...(/Inside/.test(element.getAttribute('aria-label')!) ? [scene.numbers.kept, scene.numbers.tasks.length] : []),
    ],
  },
  {
    select: '.environment .added',
    of: ({ numbers }) => [numbers.pools.environment.length],
  },
  { select: '.agent .added', of: ({ numbers }) => [numbers.pools.train.length] },
  { select: 'section.environment > p', of: ({ numbers }) => [numbers.environmentSize] },
  { select: 'section.agent > p', of: ({ numbers }) => [numbers.trainSize] },
];
