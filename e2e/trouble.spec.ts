/**
 * @file Breaks a run on purpose: malformed model folders and files, a full disk, deleted data, a dead GPU process. The
 * page names each remedy, and the run continues after its last stored epoch.
 */
import { expect, type Page } from '@playwright/test';
import { DATABASE_NAME } from '../src/store/indexed-db/database.ts';
import { text } from '../src/text/text.ts';
import { type PlaygroundPage, smallRun, test } from './page.ts';

/**
 * Adds a switch to the coordinator's worker. While it is on, writes to the database fail as the Storage Standard
 * defines for a full disk. (Chromium's quota override does not affect IndexedDB.)
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
  page.evaluate((value) => new BroadcastChannel('quota').postMessage(value), full);

test('reports a bad model, a full disk, a lost GPU and deleted data, and continues the run', async ({
  open,
  browser,
}) => {
  test.slow();
  const playground = await open({ address: smallRun(), prepare: quotaSwitch, failsOnPurpose: true });
  const { page } = playground;
  const alert = page.getByRole('alert');
  await playground.ready();

  await test.step('a malformed model folder: the page names the file and the problem', async () => {
    await page.route('**/models/broken/*', (route) => {
      const url = route.request().url();
      // A folder that a user changed has no list of hashes.
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

  await playground.stepEpoch();
  const before = await playground.values('success');

  await test.step('a full disk', async () => {
    await fillDisk(playground, true);
    await playground.button(text.controls.stepEpoch).click();
    await expect(alert).toContainText('no room left');
    await expect(alert).toContainText('delete or export old runs');
    await fillDisk(playground, false);
    await playground.button(text.problems.retry).click();
    await playground.ready();
    expect(await playground.values('success')).toEqual(before);
  });

  await test.step('a lost GPU', async () => {
    await playground.run.click();
    await expect(playground.pause).toBeVisible();
    await (await browser.newBrowserCDPSession()).send('Browser.crashGpuProcess');
    await expect(alert).toContainText('The GPU was lost');
    await expect(alert).toContainText('continues from its last finished epoch');
    await playground.button(text.problems.retry).click();
    await playground.ready();
    await expect(alert).toBeHidden();
    expect((await playground.values('success')).slice(0, before.length)).toEqual(before);
    const after = await playground.values('success');
    await playground.stepEpoch();
    expect((await playground.values('success')).length).toBeGreaterThan(after.length);
  });

  await test.step('the stored data is deleted, so a new run begins after a reload', async () => {
    await page.evaluate(
      (name) => new Promise((deleted) => (indexedDB.deleteDatabase(name).onsuccess = deleted)),
      DATABASE_NAME,
    );
    await playground.button(text.controls.stepEpoch).click();
    await expect(alert).toContainText('the browser cleared its data. Reload the page');
    await page.reload();
    await playground.ready();
    await playground.stepEpoch();
    await expect(alert).toBeHidden();
  });
});
