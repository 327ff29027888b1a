/**
 * @file Flips one bit of a stored file and reads it. Data with a checksum must be read as written, or refused with a
 * message. A model without a list of hashes must have finite weights, or be refused.
 */
import { deepStrictEqual } from 'node:assert';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { summariseLog } from '../src/analysis/run-summary.ts';
import { nonFinitePlace } from '../src/common/plain-json.ts';
import { runEventFormat } from '../src/genenv/log/event-format.ts';
import type { RunEvent } from '../src/genenv/log/events.ts';
import { recordRun } from '../src/genenv/testing/record-run.ts';
import { LIST_FILE, listedFolder } from '../src/lm/files/checked-folder.ts';
import { modelFolder } from '../src/lm/files/load-model.ts';
import { loadModel } from '../src/lm/testing/load-model.ts';
import { memoryFolder } from '../src/lm/testing/memory-folder.ts';
import { tinyFolder } from '../src/lm/testing/tiny-folder.ts';
import { readRun } from '../src/runs/testing/read-run.ts';
import { exported } from '../src/runs/testing/exported.ts';
import { writeEventLog } from '../src/store/event-log.ts';
import { JsonLinesRunStore } from '../src/store/files/json-lines-store.ts';
import { newRunRecord, splitEpochs } from '../src/store/run-store.ts';
import { allEvents } from '../src/store/testing/all-events.ts';
import { freshStore } from '../src/store/testing/fresh-store.ts';
import { commitOf, testFormat } from '../src/store/testing/test-events.ts';
import { readRunsOnDisk } from '../src/sweeps/results-folder.ts';
import { SUMMARIES_FILE, summaryLine } from '../src/sweeps/summaries-file.ts';
import { bitFlipped, type Bytes, checkFailure, folderWithBitFlipped, orRefused, trials } from './trials.ts';

const TRIALS = 20;

let folder: string;
let events: RunEvent[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'genenv-faults-'));
  events = await recordRun();
});
afterAll(() => rm(folder, { recursive: true }));

/** Reads the files of a folder, by name. */
async function filesOf(path: string): Promise<Map<string, Bytes>> {
  const names = (await readdir(path)).sort();
  const contents = await Promise.all(names.map((name) => readFile(join(path, name))));
  return new Map(names.map((name, index) => [name, new Uint8Array(contents[index])]));
}

it('a run goes on from the weights that were stored, or not at all', async () => {
  const path = join(folder, 'checkpoints.jsonl');
  const store = await JsonLinesRunStore.open(path, testFormat);
  await store.create(newRunRecord({ id: path, name: '', settings: {}, now: 1 }));
  for (const epoch of [0, 1]) await store.commitEpoch(commitOf(path, epoch));
  const at = join(`${path}.checkpoints`, '1');
  const stored = await filesOf(at);
  const read = async () => (await JsonLinesRunStore.open(path, testFormat)).checkpoint(path);
  deepStrictEqual(await read(), commitOf(path, 1).checkpoint);
  await trials('checkpoints', TRIALS, async (random) => {
    await rm(at, { recursive: true });
    await mkdir(at);
    for (const [name, bytes] of folderWithBitFlipped(stored, random)) await writeFile(join(at, name), bytes);
    expect(await orRefused(read)).toBe('refused');
  });
});

/** Reads a damaged file in both modes. Expects the original events without the last ones, or a refusal. */
async function expectWritten(bytes: Bytes, name: string): Promise<void> {
  const strict = await orRefused(() => readRun(bytes, name, { damaged: 'refuse' }));
  const kept = await orRefused(() => readRun(bytes, name, { damaged: 'keep' }));
  if (strict !== 'refused') deepStrictEqual(strict.events, events.slice(0, strict.events.length));
  if (kept === 'refused') return expect(strict).toBe('refused');
  kept.problems.forEach(checkFailure);
  deepStrictEqual(kept.events, events.slice(0, kept.events.length));
  for (const one of kept.checkpoints) deepStrictEqual(one, commitOf('run', 2).checkpoint);
}

it('of a log only the events that were written are read', async () => {
  const log = writeEventLog(events);
  const path = join(folder, 'run.jsonl');
  await trials('event logs', TRIALS, async (random) => {
    const bytes = bitFlipped(log, random);
    await expectWritten(bytes, 'run.jsonl');
    await writeFile(path, bytes);
    const opened = await orRefused(async () => allEvents(await JsonLinesRunStore.open(path, runEventFormat), path));
    if (opened !== 'refused') deepStrictEqual(opened, events.slice(0, opened.length));
  });
});

it('of an exported run only what was exported is read', async () => {
  const store = await freshStore();
  const record = newRunRecord({ id: 'run', name: 'a run', settings: {}, now: 7 });
  await store.create(record, { epochs: splitEpochs(events), checkpoints: [commitOf('run', 2).checkpoint] });
  const zip = await exported(store, 'run', [2]);
  await trials('exported runs', TRIALS, (random) => expectWritten(bitFlipped(zip, random), 'run.zip'));
});

it('a model with a list of hashes is loaded as it was written, or refused', async () => {
  const files = await filesOf(new URL('../models/discovery-agent', import.meta.url).pathname);
  const load = (some: ReadonlyMap<string, Bytes>) => loadModel(listedFolder(memoryFolder(some, 'read'), 'read'));
  const list = files.get(LIST_FILE);
  await trials('models with a list', TRIALS, async (random) => {
    const model = await orRefused(() => load(folderWithBitFlipped(files, random)));
    if (model !== 'refused') expect(modelFolder(model).get(LIST_FILE)).toEqual(list);
  });
});

it('a model without a list is refused, or has finite weights and a tokenizer that works', async () => {
  await trials('models', TRIALS, async (random) => {
    const model = await orRefused(() => loadModel(memoryFolder(folderWithBitFlipped(tinyFolder(), random), 'tiny')));
    if (model === 'refused') return;
    for (const { data } of model.weights.values()) expect(nonFinitePlace([...data])).toBeNull();
    const { tokenizer } = model;
    await orRefused(() => tokenizer.decode(tokenizer.encode('clean apple & heat mug')));
  });
});

it('of a sweep only the summaries that were written are read', async () => {
  const summary = summariseLog('genenv-s1', events);
  const file = new TextEncoder().encode(`${summaryLine(summary)}\n`);
  const at = await mkdtemp(join(folder, 'sweep-'));
  await trials('sweep folders', TRIALS, async (random) => {
    await writeFile(join(at, SUMMARIES_FILE), bitFlipped(file, random));
    const read = await orRefused(() => readRunsOnDisk([at], checkFailure));
    if (read !== 'refused') for (const one of read) deepStrictEqual(one, summary);
  });
});
