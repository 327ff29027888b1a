/** @file Cells of the tables on the results page: numbers with their intervals, verdicts. */
import type { Outcome } from '../../analysis/results/paper-claims.ts';
import type { Estimate } from '../../analysis/statistics.ts';
import { signed } from '../numbers.ts';

/** The arm that the others are compared with. */
export const CONTROL = 'random';

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

export const fixed = (value: number): string => value.toFixed(3);
export const withError = ({ mean, standardError }: Estimate): string =>
  standardError === null ? fixed(mean) : `${fixed(mean)} ± ${fixed(standardError)}`;
export const interval = ({ interval: of }: Estimate): string => (of ? `[${fixed(of.low)}, ${fixed(of.high)}]` : '–');
export const meanCell = (estimate: Estimate): string =>
  `${fixed(estimate.mean)} ${interval(estimate)}, n = ${estimate.n}`;
export const differenceCell = (difference: Estimate | null): string =>
  difference === null ? '–' : `${signed(Number(fixed(difference.mean)))} ${interval(difference)}`;

export const VERDICTS: Record<Outcome, string> = {
  holds: 'holds',
  opposite: 'the opposite holds',
  'not shown': 'not shown',
  'too few': 'too few runs',
  'not tested': '–',
};
