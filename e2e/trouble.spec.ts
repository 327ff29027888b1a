/**
 * @file Failures under a run, made on purpose: the GPU process dies, the disk is full, the stored data is deleted, a model
 * folder or a file is malformed. Each gives a sentence with the remedy, and the run continues from where it was stored.
 */
import { expect, type Page } from '@playwright/test';
import { DATABASE_NAME } from '../src/store/indexed-db/database.ts';
import { text } from '../src/text/text.ts';
import { importFile, type PlaygroundPage, removeWebGpu, smallRun, test } from './page.ts';

/**
 * Puts a switch into the coordinator's worker: while it is on, the database refuses to write as the Storage Standard
 * says it does without room. (Chromium's own override of the quota does not reach IndexedDB.)
 */
const quotaSwitch = (page: Page) =>
  page.route('**/run.worker*.js', async (route) => {
    const response = await route.fetch();
    const shim = `
      let full = false;
      new BroadcastChannel('quota').onmessage = ({ data }) => (full = data);
      const add = IDBObjectStore.prototype.add;
      IDBObjectStore.prototype.add = function (...entry) {
        if (full) throw new DOMException('', 'QuotaExceededError');
        return add.apply(this, entry);
      };`;
    await route.fulfill({ response, body: shim + (await response.text()) });
  });

const fillDisk = ({ page }: PlaygroundPage, full: boolean) =>
  page.evaluate((value) => {
    const channel = new BroadcastChannel('quota');
    channel.postMessage(value);
    channel.close();
  }, full);

const alertOf = ({ page }: PlaygroundPage) => page.getByRole('alert');
const tryAgain = (playground: PlaygroundPage) => playground.button(text.problems.retry).click();

test('a full disk, then a lost GPU: says so, keeps what is stored, and goes on', async ({ open, browser }) => {
  const playground = await open({ address: smallRun(), prepare: quotaSwitch, failsOnPurpose: true });
  const alert = alertOf(playground);
  await playground.ready();
  await playground.stepEpoch();
  const before = await playground.values('success');

  await test.step('a full disk', async () => {
    await fillDisk(playground, true);
    await playground.button(text.controls.stepEpoch).click();
    await expect(alert).toContainText('no room left');
    await expect(alert).toContainText('delete or export old runs');
    await fillDisk(playground, false);
    await tryAgain(playground);
    await playground.ready();
    expect(await playground.values('success')).toEqual(before);
  });

  await test.step('a lost GPU', async () => {
    await playground.run.click();
    await expect(playground.pause).toBeVisible();
    await (await browser.newBrowserCDPSession()).send('Browser.crashGpuProcess');
    await expect(alert).toContainText('The GPU was lost');
    await expect(alert).toContainText('continues from its last finished epoch');
    await tryAgain(playground);
    await playground.ready();
    await expect(alert).toBeHidden();
    expect((await playground.values('success')).slice(0, before.length)).toEqual(before);
    const after = await playground.values('success');
    await playground.stepEpoch();
    expect((await playground.values('success')).length).toBeGreaterThan(after.length);
  });
});

test('a malformed model folder: names the file and what is wrong with it', async ({ open }) => {
  const playground = await open({ address: smallRun(), failsOnPurpose: true });
  const alert = alertOf(playground);
  await playground.ready();
  await playground.page.route('**/models/broken/*', (route) => {
    const url = route.request().url();
    // A folder that a person changed has no list of hashes.
    if (url.endsWith('/files.json')) return route.fulfill({ status: 404 });
    if (url.endsWith('/config.json')) return route.fulfill({ json: { model_type: 'llama', hidden_size: 'wide' } });
    return route.continue({ url: url.replace('broken', 'discovery-agent') });
  });
  await playground.set('agentModel', 'broken');
  await playground.button(text.controls.reset).click();
  await expect(alert).toContainText('models/broken/config.json');
  await expect(alert).toContainText('hidden_size');
  await playground.set('agentModel', 'discovery-agent');
  await playground.reset();
  await expect(alert).toBeHidden();
});

test('the stored data deleted under a running page: says so, and after a reload a new run begins', async ({ open }) => {
  const playground = await open({ address: smallRun(), failsOnPurpose: true });
  const { page } = playground;
  await playground.ready();
  await playground.stepEpoch();
  await page.evaluate(
    (name) =>
      new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name);
        request.onsuccess = resolve;
        request.onerror = reject;
      }),
    DATABASE_NAME,
  );
  await playground.button(text.controls.stepEpoch).click();
  await expect(alertOf(playground)).toContainText('the browser cleared its data. Reload the page');
  await page.reload();
  await playground.ready();
  await playground.stepEpoch();
  await expect(alertOf(playground)).toBeHidden();
});

test('three megabytes that only begin like the files of a zip are refused', async ({ open }) => {
  const playground = await open({ prepare: removeWebGpu });
  await playground.view('runs');
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04');
  for (const bytes of [header, Buffer.concat([Buffer.from('PK'), Buffer.alloc(2 ** 20)])]) {
    await importFile(playground, 'zeros.zip', Buffer.alloc(3_000_000, bytes));
    await expect(playground.page.getByRole('alert').filter({ hasText: 'not the file of a run' })).toBeVisible();
  }
});
