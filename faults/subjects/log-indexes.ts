/**
 * @file Damaged indexes of logs, beside whole and damaged logs: a log is opened, or refused, as if it had no index.
 */
import { deepStrictEqual } from 'node:assert';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runEventFormat } from '../../src/genenv/log/event-format.ts';
import { writeEventLog } from '../../src/store/event-log.ts';
import { nodeFiles } from '../../src/store/files/durable-files.ts';
import { JsonLinesRunStore } from '../../src/store/files/json-lines-store.ts';
import { indexFile } from '../../src/store/files/log-index.ts';
import { defaultRetention } from '../../src/store/run-store.ts';
import { allEvents } from '../../src/store/testing/all-events.ts';
import type { Subject } from '../campaign.ts';
import { BYTE_DAMAGES, type Bytes, damageFile } from '../damage.ts';
import { orRefused } from '../sentence.ts';
import { smallRun } from './small-runs.ts';

/** Reads a log. @param indexedFrom 0: by its index; Infinity: without one */
const readLog = (path: string, indexedFrom: number) =>
  orRefused(async () => {
    const store = await JsonLinesRunStore.open(path, runEventFormat, defaultRetention, nodeFiles, indexedFrom);
    const { train, environment } = store.pools(path);
    const sizes = [await train.size(), await environment.size()];
    return { record: await store.get(path), sizes, events: await allEvents(store, path) };
  });

export const logIndexes: Subject = {
  name: 'indexes of logs',
  faults: [...BYTE_DAMAGES, 'log damaged'],
  async open() {
    const log = writeEventLog(await smallRun());
    const folder = await mkdtemp(join(tmpdir(), 'genenv-faults-'));
    const path = join(folder, 'run.jsonl');
    await writeFile(path, log);
    await readLog(path, 0);
    const index: Bytes = new Uint8Array(await readFile(indexFile(path)));
    return {
      async run(fault, random) {
        const ofLog = fault === 'log damaged';
        await writeFile(path, ofLog ? damageFile(log, random.choice(BYTE_DAMAGES), random) : log);
        await writeFile(indexFile(path), ofLog ? index : damageFile(index, fault, random));
        const read = await readLog(path, 0);
        await rm(indexFile(path), { force: true });
        deepStrictEqual(read, await readLog(path, Infinity));
        return read === 'refused' ? 'refused' : 'recovered';
      },
      close: () => rm(folder, { recursive: true }),
    };
  },
};
