/**
 * @file Stores a sweep's results on a full disk: one that could not be stored is refused with a sentence, and not
 * there.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RunSummary, summariseLog } from '../analysis/run-summary.ts';
import { recordRun } from '../genenv/testing/record-run.ts';
import { nodeFiles } from '../store/files/durable-files.ts';
import { faultyDisk } from '../store/files/testing/faulty-disk.ts';
import { textFile } from './sweep-on-disk.ts';
import { TextSweepResults } from './summaries-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'genenv-results-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('says that the disk is full, keeps what was stored, and takes the result once there is room', async () => {
  const [first, second] = ['first', 'second'].map((id) => ({ id }));
  const events = await recordRun();
  const summaryOf = ({ id }: { id: string }): RunSummary => summariseLog(id, events);
  const open = (files = nodeFiles) =>
    TextSweepResults.open(
      ['first', 'second'],
      textFile(join(folder, 'summaries.jsonl'), files),
      textFile(join(folder, 'telemetry.jsonl'), files),
    );
  await (await open()).put(summaryOf(first), null);

  const full = await open(faultyDisk({ room: 10 }).files);
  await expect(full.put(summaryOf(second), null)).rejects.toMatchObject({
    code: 'disk-full',
  });
  expect(await full.get('second')).toBeUndefined();
  expect(await full.get('first')).toEqual(summaryOf(first));

  const again = await open();
  expect(await again.get('second')).toBeUndefined();
  await again.put(summaryOf(second), null);
  expect(await (await open()).get('second')).toEqual(summaryOf(second));
});
