import { expect, it } from 'vitest';
import { rechecked } from '../common/testing/rechecked.ts';
import type { RunSummary } from '../analysis/run-summary.ts';
import { armTitle } from '../text/names.ts';
import { summarisingRunner } from './sweep.ts';
import { parseSummaries, parseSummaryLine, summaryLine } from './summaries-file.ts';
import { parseSweep, sweepRuns } from './sweep-file.ts';
import { openTableRun, smallSweep } from './testing/table-runs.ts';

let summary: RunSummary;
const makeSummary = async () => {
  const sweep = parseSweep(JSON.stringify({ ...smallSweep, seeds: [5], arms: ['genenv'] }));
  const [run] = await sweepRuns(sweep, armTitle);
  ({ summary } = await summarisingRunner(openTableRun)(run, () => {}, new AbortController().signal));
  return summary;
};

it('survives its line of JSON', async () => {
  await makeSummary();
  expect(summary.epochs.map(({ epoch }) => epoch)).toEqual([1, 2, 3]);
  expect(summary.heldOut.map(({ epoch }) => epoch)).toEqual([0, 1, 2, 3]);
  expect(summary.epochs.map(({ agentRollouts }) => agentRollouts)).toEqual([16, 32, 48]);
  expect(summary.heldOut[0].agentRollouts).toBe(0);
  expect(summary.epochs[2].environmentFlops).toBeGreaterThan(0);
  expect(parseSummaryLine(summaryLine(summary), 'Line 1')).toEqual(summary);
});

it('that is damaged is told in a sentence', async () => {
  summary ??= await makeSummary();
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
