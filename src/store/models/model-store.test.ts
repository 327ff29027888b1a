import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inspectModel, openModel } from '../../lm/files/load-model.ts';
import { ModelFileError } from '../../lm/files/model-file-error.ts';
import type { ModelFiles } from '../../lm/files/model-files.ts';
import { ProcessRunLocks } from '../testing/process-run-locks.ts';
import { hubSource, openHub } from './hub-source.ts';
import { type HubOrigin, type ModelSource, type ModelSummary, pickedSource } from './model-record.ts';
import { ModelStore, type AddOptions, type CopyProgress } from './model-store.ts';
import { storedFolder } from './private-folder.ts';
import { HubServer } from './testing/hub-server.ts';
import { memoryFolder, type Disk } from './testing/memory-folder.ts';
import { collectWeights } from '../../lm/testing/load-model.ts';

const text = (content: string) => new TextEncoder().encode(content);
const summary: ModelSummary = {
  architecture: 'llama',
  parameters: 12,
  precisions: ['BF16'],
  layers: 1,
  hiddenSize: 4,
  vocabulary: 8,
  graph: null,
};
const WEIGHTS = new Uint8Array(randomBytes(300_000));
const FILES = new Map<string, Uint8Array<ArrayBuffer>>([
  ['config.json', text('{"ok":true}')],
  ['tokenizer.json', text('{}')],
  ['README.md', text('---\nlicense: apache-2.0\n---\n# A model')],
  ['model.safetensors', WEIGHTS],
  ['pytorch_model.bin', text('not needed')],
  ['onnx/model.onnx', text('not needed')],
]);
const NEEDED = 4;

/** Refuses a folder unless its config.json is `{"ok":true}`. Reads the weights' first bytes like a header. */
async function inspect(folder: ModelFiles): Promise<ModelSummary> {
  const config = new TextDecoder().decode(await folder.read('config.json'));
  if (config !== '{"ok":true}') throw new ModelFileError('malformed', 'config.json', 'not this one');
  await folder.read('model.safetensors', { begin: 0, end: 8 });
  return summary;
}

let disk: Disk;
let root: FileSystemDirectoryHandle;
let room: number | null;
let store: ModelStore;
const locks = new ProcessRunLocks();
const progress: CopyProgress[] = [];
const options = (signal = new AbortController().signal): AddOptions => ({
  signal,
  onProgress: (step) => void progress.push(step),
});
const picked = (files: ReadonlyMap<string, Uint8Array<ArrayBuffer>> = FILES): Promise<ModelSource> =>
  pickedSource(
    'my model',
    [...files].map(([path, bytes]) => ({ path, file: new Blob([bytes]) })),
  );
const storeWith = (inspecting: typeof inspect, own = locks) =>
  new ModelStore({ root, locks: own, inspect: inspecting, room: async () => room, now: () => 7 });
const names = async () => (await store.models()).map(({ name }) => name);

beforeEach(() => {
  disk = { capacity: 1e9, used: 0 };
  root = memoryFolder(disk);
  room = null;
  progress.length = 0;
  store = storeWith(inspect);
});

describe('a picked folder', () => {
  it('is kept with the graph that runs it, and without the others', async () => {
    const graph = 'onnx/model_q4.onnx';
    const folder = new Map(FILES);
    folder.delete('model.safetensors');
    for (const path of [graph, `${graph}_data`, `${graph}_data_1`, 'onnx/model_q4f16.onnx'])
      folder.set(path, text('a part of it'));
    const inspectGraph = async () => ({ ...summary, parameters: null, graph });
    const { files } = await storeWith(inspectGraph).add(await picked(folder), options());
    const kept = files.map(({ path }) => path).filter((path) => path.startsWith('onnx/'));
    expect(kept).toEqual([graph, `${graph}_data`, `${graph}_data_1`]);
    expect(await storedFolder('stored:my model', async () => root).size(graph)).toBe(text('a part of it').length);
  });

  it('may be one GGUF file, which is stored with the licence from its metadata', async () => {
    const gguf = readFileSync(new URL('../../lm/fixtures/gguf/types.gguf', import.meta.url));
    const inspectFile = async (folder: ModelFiles) => ({ ...(await inspectModel(folder)), graph: null });
    const ggufs = storeWith(inspectFile);
    const source = await pickedSource('tiny.Q4_K.gguf', [{ path: 'tiny.Q4_K.gguf', file: new Blob([gguf]) }]);
    const { name, files, summary, licence } = await ggufs.add(source, options());
    expect({ name, licence, paths: files.map(({ path }) => path) }).toEqual({
      name: 'stored:tiny.Q4_K',
      licence: 'mit',
      paths: ['model.gguf'],
    });
    expect(summary).toMatchObject({ architecture: 'llama', layers: 1, vocabulary: 272 });
    expect(summary.precisions).toContain('Q4_K');
    const { config, weights, tokenizer } = await openModel(storedFolder(name, async () => root));
    expect((await collectWeights(config, weights)).weightsHash).toBe(files[0].sha256);
    expect(tokenizer.chat).not.toBeNull();
    const two = ['a.gguf', 'b.gguf'].map((path) => ({ path, file: new Blob([gguf]) }));
    await expect(ggufs.add(await pickedSource('two', two), options())).rejects.toMatchObject({
      code: 'no-model-files',
    });
  });

  it('is copied, listed with its description, and read in parts', async () => {
    const record = await store.add(await picked(), options());
    expect(record).toMatchObject({ name: 'stored:my model', licence: 'apache-2.0', addedAt: 7, summary });
    expect(record.files.map(({ path }) => path)).not.toContain('pytorch_model.bin');
    expect(record.files).toHaveLength(NEEDED);
    expect(await store.models()).toEqual([record]);
    const folder = storedFolder('stored:my model', async () => root);
    expect(await folder.size('model.safetensors')).toBe(WEIGHTS.length);
    expect(await folder.read('model.safetensors', { begin: 10, end: 20 })).toEqual(WEIGHTS.slice(10, 20));
    expect(await folder.read('pytorch_model.bin')).toBeUndefined();
    expect(progress.at(-1)).toMatchObject({ file: 'model.safetensors', done: progress.at(-1)!.total });
  });

  it('that was damaged later is refused, whole or in parts', async () => {
    const { files } = await store.add(await picked(), options());
    expect(files.every(({ sha256 }) => /^[0-9a-f]{64}$/.test(sha256))).toBe(true);
    const folder = await root.getDirectoryHandle(encodeURIComponent('stored:my model'));
    for (const name of ['config.json', 'model.safetensors']) {
      const file = await (await folder.getDirectoryHandle('files')).getFileHandle(name);
      const handle = await file.createSyncAccessHandle();
      handle.write(new Uint8Array([7]), { at: handle.getSize() - 1 });
      handle.close();
    }
    const read = (name: string, range?: { begin: number; end: number }) =>
      storedFolder('stored:my model', async () => root).read(name, range);
    await expect(read('config.json')).rejects.toThrow(/^damaged .*config\.json.*damaged or was exchanged/);
    await expect(read('model.safetensors', { begin: 0, end: WEIGHTS.length })).rejects.toMatchObject({
      code: 'damaged',
    });
    expect(await read('tokenizer.json')).toEqual(FILES.get('tokenizer.json'));
  });

  it('is refused before anything is stored if it holds no valid model or does not fit', async () => {
    const without = new Map(FILES);
    without.delete('config.json');
    await expect(store.add(await picked(without), options())).rejects.toMatchObject({ code: 'no-model-files' });
    const bad = new Map([...FILES, ['config.json', text('{}')] as const]);
    await expect(store.add(await picked(bad), options())).rejects.toThrow(
      'malformed {"file":"config.json","what":"not this one',
    );
    room = WEIGHTS.length - 1;
    await expect(store.add(await picked(), options())).rejects.toMatchObject({
      code: 'no-room-for-model',
      parameters: { name: 'stored:my model', available: room },
    });
    expect(disk.used).toBe(0);
    expect(await store.models()).toEqual([]);
  });

  it('leaves nothing if the storage is full, the user cancels, or its files have changed', async () => {
    disk.capacity = WEIGHTS.length / 2;
    await expect(store.add(await picked(), options())).rejects.toThrow(
      'model-storage-full {"file":"model.safetensors"}',
    );
    expect(disk.used).toBe(0);

    disk.capacity = 1e9;
    const cancelled = new AbortController();
    const adding = store.add(await picked(), { signal: cancelled.signal, onProgress: () => cancelled.abort() });
    await expect(adding).rejects.toMatchObject({ name: 'AbortError' });
    expect(disk.used).toBe(0);

    const changing = await picked();
    const longer: ModelSource = {
      ...changing,
      open: async (path, from, signal) =>
        path === 'model.safetensors'
          ? { from, stream: new Blob([WEIGHTS, WEIGHTS]).stream() }
          : changing.open(path, from, signal),
    };
    await expect(store.add(longer, options())).rejects.toMatchObject({ code: 'model-file-different' });
    expect(disk.used).toBe(0);
  });

  it('is not stored twice, and not while another tab works on it', async () => {
    await store.add(await picked(), options());
    await expect(store.add(await picked(), options())).rejects.toMatchObject({ code: 'model-exists' });
    const lock = await locks.acquire('stored:my model');
    await expect(store.remove('stored:my model')).rejects.toMatchObject({ code: 'model-busy' });
    lock!.release();
    await store.remove('stored:my model');
    expect(disk.used).toBe(0);
    await expect(storedFolder('stored:my model', async () => root).read('config.json')).rejects.toThrow(
      'model-not-stored {"name":"stored:my model"}',
    );
  });

  it('is not listed if a closed tab left it half-copied, and is then removed', async () => {
    const halted = { ...(await picked()), open: () => new Promise<never>(() => {}) };
    void store.add(halted, options()).catch(() => {});
    await expect.poll(() => progress.length, { timeout: 60_000 }).toBeGreaterThan(0);
    expect([await names(), await store.unfinished()]).toEqual([[], []]);
    await store.tidy();
    expect(disk.used).toBeGreaterThan(0);
    // The tab is closed, so its lock is gone.
    await storeWith(inspect, new ProcessRunLocks()).tidy();
    expect(disk.used).toBe(0);
  });
});

describe('a repository of the hub', () => {
  let hub: HubServer;
  const NAME = 'hf:owner/tiny';
  const open = () => openHub({ repository: 'owner/tiny', endpoint: hub.endpoint }, new AbortController().signal);
  const download = async () => store.add(await open(), options());
  const ofWeights = () => hub.requests.filter((request) => request.startsWith('model.safetensors'));

  beforeEach(async () => {
    hub = await HubServer.start('owner/tiny', FILES);
    hub.dropAfter = 50;
  });
  afterEach(() => hub.stop());

  it('is checked by its header, downloaded and compared with its hash', async () => {
    const record = await download();
    expect(record).toMatchObject({
      name: NAME,
      licence: 'apache-2.0',
      origin: { kind: 'hub', repository: 'owner/tiny', revision: hub.revision },
    });
    expect(ofWeights()).toEqual(['model.safetensors 0-7', 'model.safetensors']);
    const folder = storedFolder(NAME, async () => root);
    expect(await folder.read('model.safetensors')).toEqual(WEIGHTS);
  });

  it.each(['drop', 'short'] as const)(
    'resumes at the byte where it stopped (%s), without requesting the list again',
    async (how) => {
      const source = await open();
      hub.faults.set('model.safetensors', how === 'drop' ? { drop: 'download' } : { short: true });
      // The check before the copy must succeed, so it reads undamaged files.
      const folder = { ...source.folder, read: async (path: string) => FILES.get(path) };
      await expect(store.add({ ...source, folder }, options())).rejects.toThrow(/hub-connection-lost|model-broken-off/);
      const [left] = await store.unfinished();
      expect(left).toMatchObject({ name: NAME, files: { length: NEEDED } });
      const small = left.files
        .filter(({ path }) => path !== 'model.safetensors')
        .reduce((sum, { size }) => sum + size, 0);
      expect(left.done).toBe(small + WEIGHTS.length / 2);
      expect(await names()).toEqual([]);
      await expect(storedFolder(NAME, async () => root).read('config.json')).rejects.toMatchObject({
        code: 'model-not-stored',
      });
      await store.tidy();

      hub.faults.clear();
      hub.requests.length = 0;
      await store.add(hubSource(left.origin as HubOrigin, left.files, new AbortController().signal), options());
      expect(hub.requests).toEqual([`model.safetensors ${WEIGHTS.length / 2}-`]);
      expect(await store.unfinished()).toEqual([]);
      expect(await storedFolder(NAME, async () => root).read('model.safetensors')).toEqual(WEIGHTS);
    },
  );

  it('restarts a file if the server ignores ranges', async () => {
    const source = await open();
    const cancelled = new AbortController();
    const stop = {
      signal: cancelled.signal,
      onProgress: ({ file, done }: CopyProgress) =>
        void (file === 'model.safetensors' && done > 60_000 && cancelled.abort()),
    };
    await expect(store.add(source, stop)).rejects.toMatchObject({ name: 'AbortError' });
    expect((await store.unfinished())[0].done).toBeGreaterThan(60_000);
    hub.faults.set('model.safetensors', { noRanges: true });
    await store.add(source, options());
    expect(await storedFolder(NAME, async () => root).read('model.safetensors')).toEqual(WEIGHTS);
  });

  it('that arrives damaged is fetched again from the beginning', async () => {
    const source = await open();
    hub.faults.set('model.safetensors', { damaged: true });
    await expect(store.add(source, options())).rejects.toThrow(
      /model-file-different.*model\.safetensors","how":"other"/,
    );
    hub.faults.clear();
    hub.requests.length = 0;
    await store.add(source, options());
    expect(ofWeights()).toEqual(['model.safetensors']);
  });

  it('keeps the received bytes if the storage is full, and continues when there is room', async () => {
    disk.capacity = WEIGHTS.length / 2;
    await expect(download()).rejects.toMatchObject({ code: 'model-storage-full' });
    expect(await names()).toEqual([]);
    expect(await store.unfinished()).toHaveLength(1);
    disk.capacity = 1e9;
    await download();
    expect(await names()).toEqual([NAME]);
  });

  it('is downloaded again after a newer commit, and never mixes two commits', async () => {
    const source = await open();
    hub.faults.set('model.safetensors', { damaged: true });
    await expect(store.add(source, options())).rejects.toThrow();
    hub.faults.clear();
    hub.revision = 'b'.repeat(40);
    hub.files.set('tokenizer.json', text('{"new":1}'));
    const record = await download();
    expect(record.origin).toMatchObject({ revision: hub.revision });
    const folder = storedFolder(NAME, async () => root);
    expect(await folder.read('tokenizer.json')).toEqual(text('{"new":1}'));
  });

  it.each([
    ['info', { status: 401 }, 'hub-unauthorized'],
    ['info', { status: 403 }, 'hub-forbidden'],
    ['info', { status: 404 }, 'hub-missing'],
    ['info', { status: 429 }, 'hub-busy'],
    ['info', { page: true }, 'hub-web-page'],
    ['info', { answer: '{"id":"owner/tiny"}' }, 'hub-answer'],
    ['info', { answer: '<' }, 'hub-answer'],
    ['tree', { status: 500 }, 'hub-refused'],
    ['tree', { answer: '[{"type":"file","path":"config.json","size":-1}]' }, 'hub-answer'],
    ['config.json', { status: 403 }, 'hub-forbidden'],
    ['config.json', { page: true }, 'hub-web-page'],
    ['model.safetensors', { noRanges: true }, 'hub-without-ranges'],
    ['model.safetensors', { drop: 'always' }, 'hub-connection-lost'],
  ] as const)('%s answered with %o: an error, and nothing is stored', async (path, fault, code) => {
    hub.faults.set(path, fault);
    const failure = await download().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code, ...(path.includes('.') && { parameters: { what: `owner/tiny/${path}` } }) });
    expect(disk.used).toBe(0);
    expect(await store.unfinished()).toEqual([]);
  });

  it('is refused if its server is unreachable or its name is invalid', async () => {
    const { endpoint } = hub;
    await hub.stop();
    const { signal } = new AbortController();
    await expect(openHub({ repository: 'owner/tiny', endpoint }, signal)).rejects.toMatchObject({
      code: 'hub-connection-lost',
    });
    for (const repository of ['tiny', '../../secret', 'a/b/c'])
      await expect(openHub({ repository, endpoint }, signal)).rejects.toMatchObject({ code: 'hub-name' });
    hub = await HubServer.start('owner/tiny', FILES);
  });
});
