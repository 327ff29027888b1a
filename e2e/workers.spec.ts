/** @file The built page and its workers load from the page's own origin alone, and still do their work. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { diskFolder } from '../src/lm/files/node-files.ts';
import { writeDiskFolder } from '../src/lm/testing/write-disk-folder.ts';
import { onnxFolder } from '../src/onnx/testing/onnx-folder.ts';
import { modelsText as words } from '../src/text/later.ts';
import { HUB_CODE, smallRun, test } from './page.ts';
import { loadModel } from '../src/lm/testing/load-model.ts';

const POLICIES = /^(content-type|content-security-policy|cross-origin-.*|x-content-type-options)$/;
/** Worker script that reports eight cores, of which ONNX Runtime uses four, and announces each started worker. */
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

test('the page and its workers load only from their own origin, and load no hub code', async ({ open }) => {
  // Playwright itself first tries `eval`, which is refused and reported.
  const { page, requests } = await open({ address: '/#models', failsOnPurpose: true });
  await expect(page.getByText(words.hub.none)).toBeVisible();
  await expect(page.locator('[data-model=discovery-agent]')).toBeVisible();
  const refused = page.evaluate(
    () =>
      new Promise((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
        fetch('http://127.0.0.1:9/').catch(() => {});
      }),
  );
  expect(await refused).toBe('connect-src');
  expect(requests.filter((url) => HUB_CODE.test(url))).toEqual([]);
  const origins = new Set(requests.map((url) => new URL(url).origin));
  expect([...origins]).toEqual([new URL(page.url()).origin]);

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

/** Serves the page from another port, where ONNX Runtime's worker sees eight cores. */
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
    address: `http://localhost:${(server.address() as AddressInfo).port}${smallRun({ arm: 'offline', offlinePool: 8, variations: 1, evalTasks: 0 })}`,
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
