import { expect, it } from 'vitest';
import { summariseLog } from '../analysis/run-summary.ts';
import { CHECKED_TAIL, checkedJson } from '../common/checked-line.ts';
import { recordRun } from '../genenv/testing/record-run.ts';
import { parseShard, parseSummaries, parseSummaryLine, shardRuns, summaryLine } from './summaries-file.ts';

/** Returns a changed line with its new checksum. */
const rechecked = (text: string) => checkedJson(`${text.trimEnd().slice(0, -CHECKED_TAIL)}}`);

const summary = summariseLog('run', await recordRun());

it('survives its line of JSON', () => {
  expect(summary.epochs.map(({ epoch }) => epoch)).toEqual([1, 2]);
  expect(summary.heldOut.map(({ epoch }) => epoch)).toEqual([0, 1, 2]);
  expect(summary.epochs.map(({ agentRollouts }) => agentRollouts)).toEqual([24, 48]);
  expect(summary.heldOut[0].agentRollouts).toBe(0);
  expect(summary.epochs[1].environmentFlops).toBeGreaterThan(0);
  expect(parseSummaryLine(summaryLine(summary), 'Line 1')).toEqual(summary);
});

it('that is damaged is told in a sentence', () => {
  const line = summaryLine(summary);
  expect(() => parseSummaryLine(line.slice(0, -5), 'Line 4')).toThrow(
    'summary-damaged {"where":"Line 4","problem":"is not JSON"}',
  );
  expect(() =>
    parseSummaryLine(rechecked(line.replace(/("heldOut":\{"columns":\["epoch",)"success"/, '$1"succes"')), 'Line 4'),
  ).toThrow('not-a-summary {"where":"Line 4","version":1,"place":"heldOut[0].success"');
  expect(() => parseSummaryLine(rechecked(line.replace('"alpha":0.5', '"alpha":5')), 'Line 4')).toThrow(
    /"alpha".*not-a-number-in-range/,
  );
  expect(() => parseSummaryLine(line.replace('"alpha":0.5', '"alpha":0.4'), 'Line 4')).toThrow(
    'summary-damaged {"where":"Line 4","problem":"is not as it was written: its checksum is another"}',
  );
  expect(() => parseSummaries(`${line}\n\n[]\n`)).toThrow('Line 3');
});

it.each([1, 2, 3, 7])('gives each of %d shares runs of its own, and nearly as many as the others', (count) => {
  const runs = ['a', 'b', 'c', 'd'];
  const shares = Array.from({ length: count }, (_, i) => shardRuns(runs, { index: i + 1, count }));
  expect(shares.flat().sort()).toEqual(runs);
  const sizes = shares.map(({ length }) => length);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
});

it('names a share as i/n', () => {
  expect(parseShard('2/16')).toEqual({ index: 2, count: 16 });
  for (const wrong of ['', '0/2', '3/2', '1', '1/0', 'a/b', '1/2/3'])
    expect(() => parseShard(wrong)).toThrow('not-a-shard');
});
