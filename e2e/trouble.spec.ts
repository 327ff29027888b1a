/**
 * @file What can go wrong under a run, made to happen: the GPU process dies, the disk is full, a model folder is
 * malformed. Each gives a sentence with the remedy, and the run goes on where it was stored.
 */
import { expect, test, type Page } from '@playwright/test';
import { text } from '../src/text/text.ts';
import { PlaygroundPage } from './page.ts';

test.describe.configure({ mode: 'serial' });

let playground: PlaygroundPage;

/**
 * Puts a switch into the coordinator's worker: while it is on, the database refuses to write as the Storage Standard
 * says it does without room. (Chromium's own override of the quota does not reach IndexedDB.)
 */
const quotaSwitch = (page: Page) =>
  page.route('**/coordinator.worker*.js', async (route) => {
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

const fillDisk = (full: boolean) =>
  playground.page.evaluate((value) => {
    const channel = new BroadcastChannel('quota');
    channel.postMessage(value);
    channel.close();
  }, full);

test.beforeAll(async ({ browser }) => {
  playground = await PlaygroundPage.open(browser, quotaSwitch);
  await playground.choosePreset('quick');
  await playground.stepEpoch();
});

test.afterAll(async () => {
  await playground.page.close();
});

const alert = () => playground.page.getByRole('alert');
const tryAgain = () => playground.button(text.problems.retry);

test('a lost GPU: says so, and goes on after the last stored epoch', async ({ browser }) => {
  const before = await playground.values('success');
  await playground.run.click();
  await expect(playground.pause).toBeVisible();
  await (await browser.newBrowserCDPSession()).send('Browser.crashGpuProcess');
  await expect(alert()).toContainText('The GPU was lost');
  await expect(alert()).toContainText('continues from its last finished epoch');
  await tryAgain().click();
  await playground.ready();
  await expect(alert()).toBeHidden();
  expect((await playground.values('success')).slice(0, before.length)).toEqual(before);
  await playground.stepEpoch();
});

test('a full disk: says so, keeps what is stored, and goes on when there is room', async () => {
  await fillDisk(true);
  await playground.button(text.controls.stepEpoch).click();
  await expect(alert()).toContainText('no room left');
  await expect(alert()).toContainText('delete or export old runs');
  const before = await playground.values('success');
  await fillDisk(false);
  await tryAgain().click();
  await playground.ready();
  await playground.stepEpoch();
  expect((await playground.values('success')).length).toBeGreaterThan(before.length);
});

test('a malformed model folder: names the file and what is wrong with it', async () => {
  const { page } = playground;
  await page.route('**/models/broken/*', (route) =>
    route.request().url().endsWith('/config.json')
      ? route.fulfill({ json: { model_type: 'llama', hidden_size: 'wide' } })
      : route.continue({ url: route.request().url().replace('broken', 'discovery-agent') }),
  );
  await playground.set('agentModel', 'broken');
  await playground.button(text.controls.reset).click();
  await expect(alert()).toContainText('models/broken/config.json');
  await expect(alert()).toContainText('hidden_size');
  await playground.set('agentModel', 'discovery-agent');
  await playground.reset();
  await expect(alert()).toBeHidden();
});
