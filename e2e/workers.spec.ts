/** @file Workers of the built page take script addresses of the page's own origin and no others, and still do their work. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { loadModel } from '../src/lm/files/load-model.ts';
import { diskFolder } from '../src/lm/files/node-files.ts';
import { writeDiskFolder } from '../src/lm/testing/write-disk-folder.ts';
import { onnxFolder } from '../src/onnx/testing/onnx-folder.ts';
import { modelsText as words } from '../src/text/later.ts';
import { smallRun, test } from './page.ts';

const POLICIES = /^(content-type|content-security-policy|cross-origin-.*|x-content-type-options)$/;
/** ONNX Runtime computes with half of the cores, at most four, so with no thread of its own on two cores. Each start is told. */
const EIGHT_CORES = `
  Object.defineProperty(navigator, 'hardwareConcurrency', { value: 8 });
  const started = new BroadcastChannel('started');
  globalThis.Worker = class extends Worker {
    constructor(address, options) {
      super(address, options);
      started.postMessage(options.name);
    }
  };
`;

test('a worker starts no script of a `data:` or `blob:` address', async ({ open }) => {
  // Playwright itself first tries `eval`, which is refused and reported.
  const { page } = await open({ failsOnPurpose: true });
  await expect.poll(() => page.workers().length).toBeGreaterThan(0);
  for (const worker of page.workers()) {
    const outcomes = await worker.evaluate(() =>
      ['data:text/javascript,', URL.createObjectURL(new Blob())].map((address) => {
        try {
          new Worker(address);
          return 'started';
        } catch (error) {
          return (error as Error).name;
        }
      }),
    );
    expect([worker.url(), ...outcomes]).toEqual([worker.url(), 'TypeError', 'TypeError']);
  }
});

/** The page from another port, where ONNX Runtime's worker sees eight cores. */
async function withEightCores(baseURL: string): Promise<Server> {
  const server = createServer((request, response) => {
    void (async () => {
      const file = await fetch(new URL(request.url!, baseURL));
      const body = Buffer.from(await file.arrayBuffer());
      response.writeHead(file.status, Object.fromEntries([...file.headers].filter(([name]) => POLICIES.test(name))));
      response.end(request.url!.includes('/player.worker-') ? Buffer.concat([Buffer.from(EIGHT_CORES), body]) : body);
    })();
  });
  await once(server.listen(0, 'localhost'), 'listening');
  return server;
}

test('ONNX Runtime starts its threads, and a teacher writes tasks with them', async ({ open, baseURL }, info) => {
  const folder = info.outputPath('onnx-teacher');
  await writeDiskFolder(folder, await onnxFolder(await loadModel(diskFolder('models/discovery-teacher'))));
  const server = await withEightCores(baseURL!);
  const playground = await open({
    address: `http://localhost:${(server.address() as AddressInfo).port}${smallRun({ arm: 'offline', offlinePool: 16, variations: 1 })}`,
    prepare: (page) =>
      page.addInitScript(() => {
        const state = globalThis as { started?: string[] };
        state.started = [];
        new BroadcastChannel('started').onmessage = ({ data }) => state.started!.push(String(data));
      }),
  });
  const { page } = playground;
  await playground.ready();
  await playground.view('models');
  await page.getByLabel(words.folder.folder).setInputFiles(folder);
  await page.getByLabel(words.roles.teacherModel, { exact: true }).selectOption('stored:onnx-teacher');
  await playground.button(words.begin).click();
  await playground.pauseBegun();
  await playground.stepEpoch();
  expect(await page.evaluate(() => (globalThis as { started?: string[] }).started)).toEqual(
    expect.arrayContaining(Array.from({ length: 3 }, () => 'em-pthread')),
  );
  server.closeAllConnections();
  server.close();
});
