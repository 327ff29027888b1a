/** @file Which questions a person was asked already: the browser keeps it, so that none is asked twice. */
import { type Moment, MOMENTS } from '../../analysis/next-tasks.ts';
import { keepChoice, keptChoice } from '../../common/kept-choice.ts';

const KEY = 'genenv-asked';
const SEPARATOR = ' ';

export function askedMoments(): readonly Moment[] {
  const kept = keptChoice(KEY)?.split(SEPARATOR) ?? [];
  return MOMENTS.filter((moment) => kept.includes(moment));
}

export const keepAsked = (moment: Moment): void =>
  keepChoice(KEY, [...new Set([...askedMoments(), moment])].join(SEPARATOR));
