/**
 * @file Where a number of the run page comes from: what shows it, and the same number from the event log in plain
 * arithmetic.
 */
import type { RunEvent } from '../../../genenv/events.ts';
import type { EpochNumbers } from '../log-numbers.ts';
import type { Shown } from '../read-numbers.ts';

/** What is shown of a log. */
export interface Scene {
  log: readonly RunEvent[];
  /** The epoch shown, and the last one of the log. */
  epoch: number;
  last: number;
  numbers: EpochNumbers;
  /** The text that is open in the panel of tasks. */
  chosen: number;
}

export interface Source {
  /** The elements that show it. */
  select: string;
  /** Default: what stands in the element. */
  place?: Shown['place'];
  /** Of those elements, the ones with such a text, */
  like?: RegExp;
  /** or with such a name: that of a list of names and values, or of a column. */
  label?: string;
  /** The numbers in the element, in the order in which they are read. */
  of: (scene: Scene, element: Element) => readonly number[];
}

/** The place of an element's ancestor among that one's siblings. */
export const place = (element: Element, ancestor: string): number => {
  const one = element.closest(ancestor)!;
  return [...one.parentElement!.children].indexOf(one);
};

function labelOf(element: Element): string | undefined {
  if (element.localName === 'dd') return element.previousElementSibling?.textContent.trim();
  if (element.localName !== 'td') return undefined;
  return element.closest('table')!.querySelectorAll('thead th')[place(element, 'td')].textContent.trim();
}

/** Whether it says where this number is from. */
export const isOf = ({ select, place = 'text', like, label }: Source, shown: Shown): boolean =>
  place === shown.place &&
  shown.element.matches(select) &&
  (like === undefined || like.test(shown.text)) &&
  (label === undefined || label === labelOf(shown.element));
