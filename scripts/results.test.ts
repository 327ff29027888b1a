import { expect, it } from 'vitest';
import { presetRun } from '../src/analysis/testing/summaries.ts';
import { resultTables, verdict, withTables } from './results.ts';

const difference = (low: number, high: number, n = 12) => ({
  mean: (low + high) / 2,
  standardError: 0.01,
  interval: { low, high },
  n,
});

it('calls a difference ahead or behind only if enough runs keep its interval off 0', () => {
  expect(verdict(difference(0.1, 0.3))).toBe('ahead');
  expect(verdict(difference(-0.3, -0.1))).toBe('behind');
  expect(verdict(difference(-0.1, 0.3))).toBe('not shown');
  expect(verdict(difference(0.1, 0.3, 4))).toBe('too few runs');
  expect(verdict(null)).toBe('–');
});

const seeds = [1, 2, 3, 501, 502, 503];
const run = (arm: string, last: (seed: number) => number) =>
  seeds.map((seed) => presetRun({ preset: 'function-calling', arm, seed, heldOut: [0.1, 0.2, last(seed)] }));
const runs = [
  ...run('genenv', (seed) => (seed > 500 ? 0.7 : 0.8)),
  ...run('random', () => 0.3),
  ...run('base-data', (seed) => (seed % 2 === 0 ? 0.7 : 0.8)),
];
const rowOf = (table: string, name: string): string[] =>
  table
    .split('\n')
    .find((line) => line.startsWith(`| ${name}`))!
    .split(' | ');

it('has all seeds in Table 1, and fresh ones apart', () => {
  const { 'table 1': all, 'fresh seeds': fresh } = resultTables(runs);
  const whole = rowOf(all, '[function-calling](families.md#function-calling)');
  expect(whole[3]).toMatch(/^0\.300 .*, n=6$/);
  expect(whole[8]).toMatch(/^0\.750 .*, n=6$/);
  expect(whole[9]).toMatch(/^\+0\.45 \[0\.4/);
  expect(whole[10]).toContain('ahead');
  const unseen = rowOf(fresh, '[function-calling]');
  expect(unseen[4]).toMatch(/^0\.700 .*, n=3$/);
  expect(unseen[6]).toContain('too few runs');
});

it('marks what an interval shows against each arm', () => {
  const { 'each arm': table } = resultTables(runs);
  expect(rowOf(table, 'GenEnv-Random')[1]).toMatch(/^\*\*\+0\.45/);
  expect(rowOf(table, 'GRPO on base data')[1]).toMatch(/^(?!\*\*)/);
  expect(rowOf(table, 'GenEnv-Static')[1]).toMatch(/^–/);
});

it('puts a table between its marks, and refuses a page without them', () => {
  const page = 'before\n<!-- a -->\n\nold\n\n<!-- end -->\nafter';
  expect(withTables(page, { a: 'new' })).toBe('before\n<!-- a -->\n\nnew\n\n<!-- end -->\nafter');
  expect(() => withTables('before', { a: 'new' })).toThrow('<!-- a -->');
});
