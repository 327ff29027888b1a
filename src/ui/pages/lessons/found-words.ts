/** @file The finding of a check, as the page shows numbers. */
import type { Finding, Quantity } from '../../../lessons/lesson.ts';
import { change } from '../../../text/change.ts';
import type { FoundWords } from '../../../text/lesson-words.ts';
import { formatNumber, formatPercent } from '../../shared/format.ts';

/** Messages format whole numbers themselves. An empty text means that a value is missing. */
const shown = (quantity: Quantity): string | number | null => {
  if (typeof quantity === 'string') return quantity || null;
  if (typeof quantity !== 'number') return formatPercent(quantity.share);
  return Number.isInteger(quantity) ? quantity : formatNumber(quantity);
};

export function foundWords(finding: Finding): FoundWords {
  const found: FoundWords = Object.fromEntries(
    Object.entries(finding).map(([name, quantity]) => [name, shown(quantity)]),
  );
  const { before, after, levelBefore, levelAfter, first, level } = found;
  return {
    ...found,
    successChange: change(String(before), String(after)),
    levelChange: change(String(levelBefore ?? first), String(levelAfter ?? level)),
  };
}
