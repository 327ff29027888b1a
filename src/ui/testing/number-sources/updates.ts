/** @file The numbers of the panel of updates and pools. */
import { text } from '../../../text/text.ts';
import type { EpochNumbers } from '../log-numbers.ts';
import { place, type Source } from './source.ts';

const words = text.updates;
type Step = EpochNumbers['environment']['steps'][number] | EpochNumbers['agent']['steps'][number];
/** A column of the tables of optimizer steps; the first one counts them. */
const columns: Readonly<Record<string, (step: Step, index: number) => number | undefined>> = {
  [words.step]: (_, index) => index + 1,
  [words.loss]: ({ loss }) => loss,
  [words.gradNorm]: ({ gradNorm }) => gradNorm,
  [words.klPerToken]: ({ klPerToken }) => klPerToken,
  [words.klPerSequence]: ({ klPerSequence }) => klPerSequence,
  [words.entropy]: ({ entropy }) => entropy,
  [words.ratio]: ({ meanRatio }) => meanRatio,
  [words.clip]: ({ clipFraction }) => clipFraction,
};

export const updates: readonly Source[] = [
  {
    select: '.groups',
    place: 'aria-label',
    of: ({ numbers }) => [numbers.mixed, numbers.solved, numbers.unsolved],
  },
  { select: '.groups .mixed', of: ({ numbers }) => [numbers.mixed] },
  { select: '.groups .solved', of: ({ numbers }) => [numbers.solved] },
  { select: '.groups .unsolved', of: ({ numbers }) => [numbers.unsolved] },
  ...(['agent', 'environment'] as const).flatMap((player) =>
    Object.entries(columns).map(([label, of]): Source => ({
      select: `section.${player} td`,
      label,
      of: ({ numbers }, element) => {
        const row = place(element, 'tr');
        const value = of(numbers[player].steps[row], row);
        return value === undefined ? [] : [value];
      },
    })),
  ),
  {
    select: 'section.environment .note',
    of: ({ numbers }) => [
      numbers.environment.pairs,
      numbers.environment.klPerSequence,
      ...(numbers.klCap ? [numbers.klCap] : []),
    ],
  },
  { select: 'dd', label: words.train, of: ({ numbers }) => [numbers.pools.train.length, numbers.trainSize] },
  {
    select: 'dd',
    label: words.environmentPool,
    of: ({ numbers }) => [numbers.pools.environment.length, numbers.environmentSize],
  },
  {
    select: 'section:last-child .note',
    of: ({ numbers }) => [numbers.pools.invalidTraces],
  },
];
