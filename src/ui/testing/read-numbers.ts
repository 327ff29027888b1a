/**
 * @file The numbers that a page shows, read from its HTML as a person reads them, and compared with what was computed
 * otherwise: a shown number is right where it is a rounding of the computed one.
 */
const NUMBER = /[−+]?\d[\d,]*(?:\.\d+)?(?:E−?\d+)?(?:[%K])?/g;

/** Numbers as they stand in a text, e.g. `7.9E−4`, `24%`, `22.8K`. */
export const numbersIn = (text: string): string[] => text.match(NUMBER) ?? [];

const close = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(1e-9, Math.abs(a), Math.abs(b));

/** Whether a number as it is shown is a rounding of a value: to percent, thousands, three digits or decimals. */
export function isRoundingOf(shown: string, value: number): boolean {
  const read = Number(shown.replaceAll(',', '').replaceAll('−', '-').replace(/[%K]$/, ''));
  const decimals = shown.match(/\.(\d+)%/)?.[1].length ?? 0;
  if (shown.endsWith('%')) return Math.abs(read - 100 * value) <= 0.5 * 10 ** -decimals + 1e-9;
  if (shown.endsWith('K')) return close(read, Number((value / 1000).toFixed(1)));
  return [value, Number(value.toPrecision(3)), Number(value.toFixed(3)), Number(value.toFixed(2))].some((one) =>
    close(read, one),
  );
}

/** A text or an attribute that a person sees or hears, with the numbers in it. */
export interface Shown {
  element: Element;
  /** `text`: what stands directly in the element. */
  place: 'text' | 'aria-label' | 'title';
  text: string;
  numbers: string[];
}

const ownText = (element: Element): string =>
  [...element.childNodes]
    .filter(({ nodeType }) => nodeType === 3)
    .map(({ textContent }) => textContent)
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Everything below an element in which a number stands. */
export const shownNumbers = (root: Element): Shown[] =>
  [...root.querySelectorAll('*')].flatMap((element) =>
    (['text', 'aria-label', 'title'] as const).flatMap((place) => {
      const text = place === 'text' ? ownText(element) : (element.getAttribute(place) ?? '');
      const numbers = numbersIn(text);
      return numbers.length ? [{ element, place, text, numbers }] : [];
    }),
  );
