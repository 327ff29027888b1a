/** @file Model folders for the page: one copy at a time, and no request before a person has allowed it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ModelStore } from '../../../src/store/models/model-store.ts';
import { HubServer } from '../../../src/store/models/testing/hub-server.ts';
import { memoryFolder } from '../../../src/store/models/testing/memory-folder.ts';
import { ProcessRunLocks } from '../../../src/store/testing/process-run-locks.ts';
import { ModelsHost } from './host.ts';

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

/** A busy machine takes longer than a second. */
const PATIENT = { timeout: 60_000 };
let host: ModelsHost;
let hub: HubServer;

beforeEach(async () => {
  hub = await HubServer.start('owner/tiny', FILES);
  const parts = { root: memoryFolder(), locks: new ProcessRunLocks(), inspect: async () => summary };
  const store = new ModelStore({ ...parts, room: async () => null, now: () => 0 });
  host = new ModelsHost({ store: async () => store, shipped: async () => [] });
});
afterEach(() => hub.stop());

const names = async () => (await host.lists()).stored.map(({ name }) => name);

it('copies a picked folder, and deletes it', async () => {
  await host.addFolder('tiny', PICKED);
  expect(await names()).toEqual(['stored:tiny']);
  expect(await host.progress()).toBeNull();
  await host.remove('stored:tiny');
  expect(await names()).toEqual([]);
});

describe('a hub', () => {
  it('is asked nothing before it is allowed, nor after it is switched off', async () => {
    await expect(host.download('owner/tiny')).rejects.toMatchObject({ code: 'hub-off' });
    await host.allowHub(hub.endpoint);
    await host.allowHub(null);
    await expect(host.download('owner/tiny')).rejects.toMatchObject({ code: 'hub-off' });
    expect(hub.requests).toEqual([]);
  });

  it('gives a model; a cancelled download goes on where it stopped, if its hub is still allowed', async () => {
    await host.allowHub(hub.endpoint);
    // The stream pauses in the middle, so that the copy is under way when it is cancelled.
    hub.faults.set('model.safetensors', { stall: true });
    const downloading = host.download(' owner/tiny ');
    await expect.poll(() => host.progress().then((progress) => progress?.done), PATIENT).toBeGreaterThan(50_000);
    expect((await host.lists()).unfinished).toEqual([]);
    await expect(host.addFolder('tiny', PICKED)).rejects.toMatchObject({ code: 'model-copying' });
    await host.cancel();
    expect(await downloading).toBeNull();

    const [left] = (await host.lists()).unfinished;
    expect(left.name).toBe(NAME);
    hub.faults.clear();
    await host.allowHub('https://other.example');
    await expect(host.resume(NAME)).rejects.toMatchObject({ code: 'hub-off', parameters: { endpoint: hub.endpoint } });
    await host.allowHub(hub.endpoint);
    hub.requests.length = 0;
    expect(await host.resume(NAME)).toMatchObject({ name: NAME });
    expect(hub.requests).toHaveLength(1);
    expect(await names()).toEqual([NAME]);
    await expect(host.resume(NAME)).rejects.toMatchObject({ code: 'no-unfinished-model' });
  });
});
