/** @file Summaries as a committed file: nothing that matters is lost, and damage is told in a sentence. */
import { expect, it } from 'vitest';
import { checkedJson } from '../common/checked-line.ts';
import { rechecked } from '../common/testing/rechecked.ts';
import { knownRun } from '../analysis/testing/summaries.ts';
import { isResultsFile, readResults, writeResults } from './results-file.ts';

const runs = [
  knownRun({ seed: 1, heldOut: [0.1, 0.25, 0.5], environmentFlops: 70 }),
  knownRun({ arm: 'random', seed: 1, models: 'other', settings: { alpha: 0.4 }, heldOut: [0.1, 0.125, 0.75] }),
];

it('gives back the runs it was written from', () => {
  const text = writeResults('two arms', runs);
  expect(isResultsFile(text)).toBe(true);
  expect(readResults(text, 'a.json')).toEqual({ name: 'two arms', summaries: runs });
  expect(writeResults('two arms', readResults(text, 'a.json').summaries)).toBe(text);
});

it('keeps four digits of shares, and all of counts', () => {
  const [run] = runs;
  const precise = {
    ...run,
    epochs: run.epochs.map((row) => ({ ...row, successRate: 1 / 3, agentFlops: 123_456_789_012 * row.epoch })),
  };
  const [read] = readResults(writeResults('x', [precise]), 'a.json').summaries;
  expect(read.epochs.map(({ successRate }) => successRate)).toEqual([0.3333, 0.3333]);
  expect(read.epochs.map(({ agentFlops }) => agentFlops)).toEqual([123_456_789_012, 246_913_578_024]);
});

it('writes what never changes once', () => {
  const one = JSON.parse(writeResults('x', runs)) as { runs: { changes: object; epochs: { columns: object } }[] };
  expect(one.runs[0].epochs.columns).toMatchObject({ agentRollouts: 100, bandLow: 0.25, agentKl: null });
  expect(one.runs[0].changes).toEqual({});
  expect(one.runs[1].changes).toEqual({ arm: 'random', alpha: 0.4 });
});

it('says what is wrong with it', () => {
  const text = writeResults('x', runs);
  expect(() => readResults(text.slice(0, -20), 'a.json')).toThrow('not-a-results-file {"where":"a.json","version":1,');
  expect(() => readResults(rechecked(text.replace('"successRate"', '"rate"')), 'a.json')).toThrow(
    /runs\[0\]\.epochs\[0\]\.successRate/,
  );
  expect(() => readResults(rechecked(text.replace('"agent":1', '"agent":9')), 'a.json')).toThrow('it has no model 9');
  expect(() => readResults(rechecked(text.replace('"alpha":0.4', '"alpha":7')), 'a.json')).toThrow(
    /not-a-number-in-range.*alpha|alpha.*not-a-number-in-range/,
  );
  expect(() => readResults(text.replace('"alpha":0.4', '"alpha":0.3'), 'a.json')).toThrow('its checksum is another');
  expect(() => writeResults('x', [])).toThrow('no-results-to-write');
  const faults = { ...(JSON.parse(text) as object), runs: new Array(100_000).fill({ a: 1 }) };
  expect(() => readResults(checkedJson(JSON.stringify(faults)), 'a.json')).toThrow('runs[0].id: ');
});
