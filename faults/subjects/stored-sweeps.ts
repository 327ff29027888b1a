/** @file Results of a sweep written to a disk that fails: each that was acknowledged is there afterwards. */
import { deepStrictEqual } from 'node:assert';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunSummary } from '../../src/analysis/run-summary.ts';
import { nodeFiles, type FileSystem } from '../../src/store/files/durable-files.ts';
import { textFile } from '../../src/sweeps/sweep-on-disk.ts';
import { SUMMARIES_FILE, TELEMETRY_FILE, TextSweepResults } from '../../src/sweeps/sweep-results.ts';
import type { Subject } from '../campaign.ts';
import { smallSummaries } from './small-runs.ts';
import { DISK_FAULTS, drawDisk, untilFault } from './stored-runs.ts';

/** Bytes and calls of storing one result. */
const RESULT_SIZE = { bytes: 10_000, calls: 14 };

const openResults = (folder: string, summaries: readonly RunSummary[], files: FileSystem) =>
  TextSweepResults.open(
    summaries.map(({ id }) => id),
    textFile(join(folder, SUMMARIES_FILE), files),
    textFile(join(folder, TELEMETRY_FILE), files),
  );

export const storedSweeps: Subject = {
  name: 'sweeps being written',
  faults: DISK_FAULTS,
  async open() {
    const summaries = await smallSummaries();
    const whole = await mkdtemp(join(tmpdir(), 'genenv-faults-'));
    const goOn = async (folder: string, files: FileSystem, acknowledged: Set<string>) => {
      const results = await openResults(folder, summaries, files);
      for (const summary of summaries) {
        if (await results.get(summary.id)) continue;
        await results.put(summary, { id: summary.id, seconds: [0, 1] });
        acknowledged.add(summary.id);
      }
    };
    await goOn(whole, nodeFiles, new Set());
    const expected = await readFile(join(whole, SUMMARIES_FILE));
    await rm(whole, { recursive: true });
    return {
      async run(fault, random) {
        const folder = await mkdtemp(join(tmpdir(), 'genenv-faults-'));
        const acknowledged = new Set<string>();
        for (let round = 1 + random.integer(3); round > 0; round -= 1) {
          const disk = drawDisk(fault, RESULT_SIZE, random);
          await untilFault(disk, () => goOn(folder, disk.files, acknowledged));
          if (fault === 'power failure') await disk.losePower(random);
          const found = await openResults(folder, summaries, nodeFiles);
          for (const id of acknowledged)
            deepStrictEqual(
              await found.get(id),
              summaries.find((summary) => summary.id === id),
            );
        }
        await goOn(folder, nodeFiles, acknowledged);
        deepStrictEqual(await readFile(join(folder, SUMMARIES_FILE)), expected);
        await rm(folder, { recursive: true });
        return 'recovered';
      },
    };
  },
};
