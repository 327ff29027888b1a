/** @file Damaged files of sweeps: the plan and the summaries in a sweep's folder. */
import { deepStrictEqual } from 'node:assert';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Runs } from '../../src/analysis/axes.ts';
import type { RunSummary } from '../../src/analysis/run-summary.ts';
import { allFigures } from '../../src/figures/index.ts';
import type { RandomStream } from '../../src/random/random-stream.ts';
import { readRunsOnDisk } from '../../src/sweeps/read-runs-on-disk.ts';
import { summaryLine } from '../../src/sweeps/summaries-file.ts';
import { parseSweep, sweepRuns } from '../../src/sweeps/sweep-file.ts';
import { SUMMARIES_FILE, TELEMETRY_FILE } from '../../src/sweeps/sweep-results.ts';
import { telemetryLine } from '../../src/sweeps/telemetry-file.ts';
import { armTitle, figureWords } from '../../src/text/work.ts';
import type { Outcome, Subject } from '../campaign.ts';
import { BYTE_DAMAGES, type Bytes, damageFile, damageFolder, FOLDER_DAMAGES, isBinary } from '../damage.ts';
import { checkFailure, orRefused } from '../sentence.ts';
import { smallSummaries } from './small-runs.ts';

const bytesOf = (text: string): Bytes => new TextEncoder().encode(text);
const textOf = (bytes: Bytes): string => new TextDecoder().decode(bytes);

/** The number of trials that draw figures: their intervals take a hundred times as long as reading. */
const SHARE_COMPARED = 0.1;

/** Draws the figures of one in ten of those that were read. */
async function compare(runs: Runs, random: RandomStream): Promise<Outcome> {
  if (random.next() >= SHARE_COMPARED) return 'recovered';
  const made = await orRefused(() => allFigures(runs, figureWords));
  return made === 'refused' ? 'refused' : 'recovered';
}

export const sweepPlans: Subject = {
  name: 'sweeps',
  faults: BYTE_DAMAGES,
  async open() {
    const plan = new Uint8Array(await readFile(new URL('../../docs/sweeps/quick.json', import.meta.url)));
    return {
      async run(fault, random) {
        const runs = await orRefused(() => sweepRuns(parseSweep(textOf(damageFile(plan, fault, random))), armTitle));
        return runs === 'refused' ? 'refused' : 'recovered';
      },
    };
  },
};

/** @throws where a summary was read that is not one of those that were written */
function checkSame(read: readonly RunSummary[], written: readonly RunSummary[]): void {
  for (const one of read)
    deepStrictEqual(
      one,
      written.find(({ id }) => id === one.id),
    );
}

export const sweepFolders: Subject = {
  name: 'sweep folders',
  faults: FOLDER_DAMAGES,
  async open() {
    const summaries = await smallSummaries();
    const lines = (texts: readonly string[]) => bytesOf(texts.map((line) => `${line}\n`).join(''));
    const files = new Map([
      [SUMMARIES_FILE, lines(summaries.map(summaryLine))],
      [TELEMETRY_FILE, lines(summaries.map(({ id }) => telemetryLine({ id, seconds: [0, 1, 2] })))],
    ]);
    const folder = await mkdtemp(join(tmpdir(), 'genenv-faults-'));
    return {
      async run(fault, random) {
        for (const name of files.keys()) await rm(join(folder, name), { force: true });
        for (const [name, bytes] of damageFolder(files, fault, random)) await writeFile(join(folder, name), bytes);
        const read = await orRefused(() => readRunsOnDisk([folder], checkFailure));
        if (read === 'refused') return 'refused';
        if (isBinary(fault)) checkSame(read.summaries, summaries);
        return compare(read, random);
      },
      close: () => rm(folder, { recursive: true }),
    };
  },
};
