/** @file The finding of a check, as the page shows numbers. */
import type { Finding, Quantity } from '../../../lessons/lesson.ts';
import type { FoundWords } from '../../../text/later.ts';
import { formatCount, formatNumber, formatPercent } from '../../shared/format.ts';

const shown = (quantity: Quantity): string => {
  if (typeof quantity === 'string') return quantity;
  if (typeof quantity !== 'number') return formatPercent(quantity.share);
  return Number.isInteger(quantity) ? formatCount(quantity) : formatNumber(quantity);
};

export const foundWords = (finding: Finding): FoundWords =>
  Object.fromEntries(Object.entries(finding).map(([name, quantity]) => [name, shown(quantity)]));
