/** @file Damaged checkpoints: a run never goes on from other weights than those that were stored. */
import { deepStrictEqual } from 'node:assert';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JsonLinesRunStore } from '../../src/store/files/json-lines-store.ts';
import { newRunRecord } from '../../src/store/run-store.ts';
import { commitOf, testFormat } from '../../src/store/testing/test-events.ts';
import type { Subject } from '../campaign.ts';
import { type Bytes, damageFolder, FOLDER_DAMAGES } from '../damage.ts';
import { orRefused } from '../sentence.ts';

const OLDER = 'those of an older epoch';

export const checkpoints: Subject = {
  name: 'checkpoints',
  faults: [...FOLDER_DAMAGES, OLDER],
  async open() {
    const folder = await mkdtemp(join(tmpdir(), 'genenv-faults-'));
    const path = join(folder, 'run.jsonl');
    const store = await JsonLinesRunStore.open(path, testFormat);
    await store.create(newRunRecord({ id: path, name: '', settings: {}, now: 1 }));
    for (const epoch of [0, 1]) await store.commitEpoch(commitOf(path, epoch));
    const files = async (epoch: number) => {
      const at = join(`${path}.checkpoints`, String(epoch));
      const names = (await readdir(at)).sort();
      return new Map<string, Bytes>(
        await Promise.all(names.map(async (name) => [name, new Uint8Array(await readFile(join(at, name)))] as const)),
      );
    };
    const [older, newest] = [await files(0), await files(1)];
    return {
      async run(fault, random) {
        const at = join(`${path}.checkpoints`, '1');
        await rm(at, { recursive: true });
        await mkdir(at);
        const left = fault === OLDER ? someOf(older, newest, random.integer(31)) : damageFolder(newest, fault, random);
        for (const [name, bytes] of left) await writeFile(join(at, name), bytes);
        const read = await orRefused(async () => (await JsonLinesRunStore.open(path, testFormat)).checkpoint(path));
        if (read === 'refused') return 'refused';
        deepStrictEqual(read, commitOf(path, 1).checkpoint);
        return 'recovered';
      },
      close: () => rm(folder, { recursive: true }),
    };
  },
};

/** The files of `newest`, and those of `older` in the places that the bits of a number name. */
const someOf = (older: ReadonlyMap<string, Bytes>, newest: ReadonlyMap<string, Bytes>, bits: number) =>
  new Map([...newest].map(([name, bytes], i) => [name, (bits >> i) & 1 ? older.get(name)! : bytes]));
