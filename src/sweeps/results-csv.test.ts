import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { knownRun } from '../analysis/testing/summaries.ts';
import { isResultsCsv, readResultsCsv, writeResultsCsv } from './results-csv.ts';

const runs = [
  knownRun({ seed: 1, heldOut: [0.1, 0.25, 0.5], environmentFlops: 70, epochs: () => ({ successRate: 0.5 }) }),
  knownRun({
    arm: 'offline-2x',
    seed: 2,
    models: 'other, "quoted"',
    settings: { arm: 'offline', alpha: 0.4 },
    heldOut: [0.1, 0.125, 0.75],
  }),
];

it('gives back runs with their curves, and one mean of all levels instead of numbers per epoch and per level', () => {
  const text = writeResultsCsv(runs);
  expect(isResultsCsv(text)).toBe(true);
  expect(readResultsCsv(text, 'a.csv')).toEqual(
    runs.map((run) => ({
      ...run,
      epochs: [],
      heldOut: run.heldOut.map((row) => ({ ...row, byLevel: { household: [row.success] } })),
    })),
  );
});

it('gives runs of several families no success by level', () => {
  const run = knownRun({ settings: { families: ['household', 'additions'] }, heldOut: [0, 0.5] });
  const [read] = readResultsCsv(writeResultsCsv([run]), 'a.csv');
  expect(read.heldOut.map(({ byLevel }) => byLevel)).toEqual(run.heldOut.map(() => ({})));
});

it('has columns that a spreadsheet can use', () => {
  const [first, second] = Papa.parse<Record<string, string>>(writeResultsCsv(runs), { header: true }).data;
  expect(first).toMatchObject({ arm: 'genenv', seed: '1', rollouts: '200', flops: '340', final: '0.5', band: '1' });
  expect(Number(first.mean)).toBeCloseTo((0.1 / 2 + 0.25 + 0.5 / 2) / 2, 3);
  expect(second).toMatchObject({ arm: 'offline-2x', pair: 'other, "quoted"', flops: '200', final: '0.75', band: '0' });
});

it.each([
  [/^genenv-pair-1-\{\},/m, ',', 'rows[0].run'],
  [/,discovery,/, ',other,', 'rows[0].preset'],
  [/:0\.5:/, ':half:', 'rows[0].curve[2]'],
  [/,pair;table;1;/, ',pair;table;one;', 'rows[0].agent'],
  [/"\{""epochs"":2,""alpha.*?\}"/, 'alpha', 'rows[1].settings'],
])('names the place of a damage: %s', (from, to, place) => {
  const text = writeResultsCsv(runs);
  expect(text).toMatch(from);
  expect(() => readResultsCsv(text.replace(from, to), 'a.csv')).toThrow(`{"where":"a.csv","why":"${place}`);
});

it('refuses settings out of range, and an empty table', () => {
  const text = writeResultsCsv(runs);
  expect(() => readResultsCsv(text.replaceAll('""alpha"":0.4', '""alpha"":7'), 'a.csv')).toThrow(/alpha/);
  expect(() => writeResultsCsv([])).toThrow('no-results-to-write');
});
