/** @file The built page works in a folder of a static host. After one visit it replays and computes epochs offline. */
import { createServer } from 'node:http';
import { expect, test } from '@playwright/test';
import { preview } from 'vite';
import { PlaygroundPage } from './page.ts';

const FOLDER = '/sub/path/';

test.use({ serviceWorkers: 'allow' });

test('the page opens in a folder of any host, and offline after the first visit', async ({ page, context }) => {
  // The service worker stores the whole build before the network is cut.
  test.slow();
  // This server sends the same build without our headers.
  const host = await preview({
    configFile: false,
    base: FOLDER,
    appType: 'mpa',
    preview: { port: 0 },
    logLevel: 'silent',
  });
  const playground = new PlaygroundPage(page);
  const { position } = playground;
  const address = new URL(FOLDER, host.resolvedUrls!.local[0]).href;
  try {
    await page.goto(address);
    await expect(position).toHaveText(/epoch [1-9] of 80/);
    await page.evaluate(() => navigator.serviceWorker.ready);
    // Once the service worker controls the page, the worker stores all further requests.
    await page.waitForFunction(() => navigator.serviceWorker.controller);

    await test.step('workers find the models beside the page in any folder', async () => {
      await page.goto(`${address}#models`);
      await expect(page.locator('[data-model=discovery-agent]')).toBeVisible();
    });

    await test.step('a first visit draws Table 1 from the recorded results', async () => {
      await page.goto(`${address}#figures`);
      const table = page.locator('[data-figure=table-1]');
      await expect(table.locator('svg').first()).toBeVisible();
      await expect(table).toContainText('Stateful calls');
      await expect(page.locator('[data-figure=figure-1] svg').first()).toBeVisible();
    });
  } finally {
    await host.close();
  }

  await test.step('the login page of a network is never taken for a model', async () => {
    const portal = createServer((_, response) => response.setHeader('content-type', 'text/html').end('Log in'));
    await new Promise<void>((resolve) => portal.listen(Number(new URL(address).port), 'localhost', resolve));
    const asked = (path: string) =>
      page.evaluate((path) => fetch(path).then((response) => response.text(), String), path);
    try {
      expect(await asked('models/english/config.json')).toBe('TypeError: Failed to fetch');
      expect(await asked('somewhere-else')).toBe('Log in');
    } finally {
      await new Promise((resolve) => portal.close(resolve).closeAllConnections());
    }
    expect(await asked('models/english/config.json')).toBe('TypeError: Failed to fetch');
    // Drop the browser's reports of the failed requests.
    playground.complaints.length = 0;
  });

  await test.step('offline', async () => {
    await context.setOffline(true);
    await page.goto(`${address}?panel=circuit`);
    await page.reload();
    await expect(position).toHaveText(/epoch [1-9] of 80/);
    await playground.pause.click();
    await playground.seek(74);
  });

  await test.step('offline, a new run uses the models that the first visit stored', async () => {
    await playground.begin.click();
    await playground.pause.click();
    await playground.ready();
    await playground.stepEpoch();
    expect((await playground.values('success')).length).toBeGreaterThan(0);
  });

  await test.step('offline, parts open that were never opened before', async () => {
    await page.goto(new URL('#theory', page.url()).href);
    await expect(page.locator('[data-figure=theorem-1] svg').first()).toBeVisible();
  });
  expect(playground.complaints).toEqual([]);
});
