/** @file Formats numbers and dates in one way for the whole page. */
import { once } from '../../common/once.ts';
import { languageTag } from '../../text/language.ts';

/** Creates a formatter on first use, because creating all of them would delay the first picture. */
function formatter(options: Intl.NumberFormatOptions, always?: string): (value: number) => string {
  const own = once(() => new Intl.NumberFormat(always ?? languageTag(), options));
  return (value) => own().format(value);
}
const significant = formatter({ maximumSignificantDigits: 3 });
const scientific = formatter({ notation: 'scientific', maximumSignificantDigits: 3 });

/** Replaces hyphens with minus signs. */
const minus = (text: string): string => text.replaceAll('-', '−');

/** Formats a number with three significant digits. Uses a power of ten if a plain number would be mostly zeros. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return minus(String(value));
  const size = Math.abs(value);
  return minus((size !== 0 && (size < 1e-3 || size >= 1e6) ? scientific : significant)(value));
}

export const formatCount = formatter({ maximumFractionDigits: 0 });
/** Formats success rates and other shares. Symbols of a formula (p̂, α, k_min, R_env) stay numbers from 0 to 1. */
export const formatPercent = formatter({ style: 'percent', maximumFractionDigits: 0 });
/** Formats percentages with three digits, for tables that compare them. */
export const formatExactPercent = formatter({ style: 'percent', maximumSignificantDigits: 3 });
/** Formats the smallest and largest share, or one number if both look the same. */
export function formatPercentRange(shares: readonly number[]): string {
  const [low, high] = [Math.min(...shares), Math.max(...shares)].map(formatPercent);
  return low === high ? low : `${low}–${high}`;
}
/** Formats 12,300 as 12.3K in every language, because model sizes are written that way in Chinese too. */
export const formatShort = formatter({ notation: 'compact', maximumFractionDigits: 1 }, 'en');
/** Formats an advantage with its sign and two decimals. */
export const formatSigned = (value: number): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : '±'}${Math.abs(value).toFixed(2)}`;

export { choiceOf as formatChoice, listOf as formatList } from '../../text/sentence.ts';

/** Formats a day and a time. Input: milliseconds since 1970. */
export const formatDate = (milliseconds: number): string =>
  new Date(milliseconds).toLocaleString(languageTag(), { dateStyle: 'medium', timeStyle: 'short' });

/** Formats a probability. Input: its natural logarithm. */
export const formatProbability = (logprob: number): string => {
  const p = Math.exp(logprob);
  return p >= 0.0005 ? p.toFixed(3) : formatNumber(p);
};

/** Returns a probability as a CSS width. Input: its natural logarithm. */
export const probabilityShare = (logprob: number): string => `${(100 * Math.exp(logprob)).toFixed(1)}%`;
