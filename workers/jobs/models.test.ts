import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CopyProgress, ModelStore } from '../../src/store/models/model-store.ts';
import { HubServer } from '../../src/store/models/testing/hub-server.ts';
import { memoryFolder } from '../../src/store/models/testing/memory-folder.ts';
import { ProcessRunLocks } from '../../src/store/testing/process-run-locks.ts';
import type { ModelFiles } from '../../src/lm/files/model-files.ts';
import { memoryFolder as filesInMemory } from '../../src/lm/testing/memory-folder.ts';
import { diskFolder, modelSource } from '../../src/lm/files/node-files.ts';
import { createRandomModel } from '../../src/interop/models/testing/random-model.ts';
import { onnxFolder } from '../../src/onnx/testing/onnx-folder.ts';
import { inspectFolder, modelJobs, shippedModels } from './models.ts';
import { loadModel } from '../../src/lm/testing/load-model.ts';

const FILES = new Map([
  ['config.json', new TextEncoder().encode('{}')],
  ['model.safetensors', new Uint8Array(200_000)],
]);
const PICKED = [...FILES].map(([path, bytes]) => ({ path, file: new Blob([bytes]) }));
const NAME = 'hf:owner/tiny';
const summary = {
  architecture: 'llama',
  parameters: 1,
  precisions: ['F32'],
  layers: 1,
  hiddenSize: 1,
  vocabulary: 1,
  graph: null,
};

/** Polls for up to a minute, because one second, the default, may be too short on a busy machine. */
const PATIENT = { timeout: 60_000 };
let jobs: ReturnType<typeof modelJobs>;
let hub: HubServer;

beforeEach(async () => {
  hub = await HubServer.start('owner/tiny', FILES);
  const parts = { root: memoryFolder(), locks: new ProcessRunLocks(), inspect: async () => summary };
  const store = new ModelStore({ ...parts, room: async () => null, now: () => 0 });
  jobs = modelJobs({ store: async () => store, shipped: async () => [] });
});
afterEach(() => hub.stop());

/** Makes a job context and collects the copied bytes in `done`. `controller` cancels the job. */
function following() {
  const controller = new AbortController();
  const context = {
    done: 0,
    signal: controller.signal,
    report: (progress: CopyProgress) => void (context.done = progress.done),
  };
  return { controller, context };
}
const add = () => jobs['add-model']({ folder: 'tiny', files: PICKED }, following().context);
const download = (endpoint: string | null, { context } = following()) =>
  jobs['download-model']({ repository: ' owner/tiny ', hub: endpoint }, context);
const resume = (endpoint: string | null) => jobs['resume-download']({ name: NAME, hub: endpoint }, following().context);
const lists = () => jobs['stored-models']();
const names = async () => (await lists()).stored.map(({ name }) => name);

it('copies a picked folder, and deletes it', async () => {
  await add();
  expect(await names()).toEqual(['stored:tiny']);
  await jobs['remove-model']('stored:tiny');
  expect(await names()).toEqual([]);
});

describe('a hub', () => {
  it('is asked nothing if it is not allowed', async () => {
    await expect(download(null)).rejects.toMatchObject({ code: 'hub-off' });
    expect(hub.requests).toEqual([]);
  });

  it('provides a model, and a cancelled download resumes if the hub is still allowed', async () => {
    // The stream pauses in the middle, so that cancelling interrupts the copy.
    hub.faults.set('model.safetensors', { stall: true });
    const follow = following();
    const downloading = download(hub.endpoint, follow);
    await expect.poll(() => follow.context.done, PATIENT).toBeGreaterThan(50_000);
    expect((await lists()).unfinished).toEqual([]);
    await expect(add()).rejects.toMatchObject({ code: 'model-copying' });
    follow.controller.abort();
    await expect(downloading).rejects.toMatchObject({ name: 'AbortError' });

    const [left] = (await lists()).unfinished;
    expect(left.name).toBe(NAME);
    hub.faults.clear();
    await expect(resume('https://other.example')).rejects.toMatchObject({
      code: 'hub-off',
      parameters: { endpoint: hub.endpoint },
    });
    hub.requests.length = 0;
    expect(await resume(hub.endpoint)).toMatchObject({ name: NAME });
    expect(hub.requests).toHaveLength(1);
    expect(await names()).toEqual([NAME]);
    await expect(resume(hub.endpoint)).rejects.toMatchObject({ code: 'no-unfinished-model' });
  });
});

it('says whether our engine or an ONNX graph runs a folder', async () => {
  const { model } = await createRandomModel('qwen2');
  const loaded = await loadModel(model.base);
  const shape = { architecture: 'qwen2', layers: 2, hiddenSize: 32, vocabulary: 260 };
  expect(await inspectFolder(model.base)).toMatchObject({ ...shape, graph: null, precisions: ['F32'] });
  const files = await onnxFolder(loaded, { graph: 'model_q4.onnx' });
  expect(await inspectFolder(filesInMemory(files))).toEqual({
    ...shape,
    parameters: null,
    precisions: ['Q4'],
    graph: 'onnx/model_q4.onnx',
  });
  files.set('config.json', new TextEncoder().encode('{"model_type":"qwen2"}'));
  await expect(inspectFolder(filesInMemory(files))).rejects.toThrow(/config\.json.*malformed \(vocab_size/);
});

it('lists the models beside the page with the size of their weights', async () => {
  const models = await shippedModels(diskFolder('models'), (name) => modelSource(name, 'models'));
  const agent = models.find(({ name }) => name === 'discovery-agent')!;
  expect(agent.families).toEqual(['household']);
  // The file has a header and four bytes per parameter.
  expect(agent.bytes / agent.parameters).toBeCloseTo(4, 0);
  expect(models.filter(({ bytes }) => bytes === 0)).toEqual([]);
});

it('says what to do if the list is missing or damaged', async () => {
  const holding = (text: string): ModelFiles =>
    filesInMemory(new Map([['manifest.json', new TextEncoder().encode(text)]]));
  for (const folder of [filesInMemory(new Map()), holding('<!doctype html>'), holding('{"models":[{}]}')])
    await expect(shippedModels(folder, diskFolder)).rejects.toThrow('shipped-models');
});
