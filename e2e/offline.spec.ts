/**
 * @file The built page in a folder of a plain static host, without any special header, and then without the host: after one
 * visit it opens offline and plays the recorded run.
 */
import { expect, test } from '@playwright/test';
import { preview } from 'vite';
import { text } from '../src/text/text.ts';
import { removeWebGpu } from './page.ts';

const FOLDER = '/sub/path/';

test.use({ serviceWorkers: 'allow' });

test('it opens in a folder of any host, and offline after the first visit', async ({ page, context }) => {
  // The build that the other tests are served, from a server without the headers of ours.
  const host = await preview({
    configFile: false,
    base: FOLDER,
    appType: 'mpa',
    preview: { port: 0 },
    logLevel: 'silent',
  });
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  const position = page.getByTestId('position');
  const address = new URL(FOLDER, host.resolvedUrls!.local[0]).href;
  try {
    await removeWebGpu(page);
    await page.goto(address);
    await expect(position).toHaveText(/epoch [1-9] of 80/);
    await page.evaluate(() => navigator.serviceWorker.ready);
    // In control of the page: whatever it asks for next is kept.
    await page.waitForFunction(() => navigator.serviceWorker.controller);

    await test.step('threads find the models beside the page, wherever it lies', async () => {
      await page.goto(`${address}#models`);
      await expect(page.getByText('discovery-agent').first()).toBeVisible();
    });

    await test.step('and the recorded results: on a first visit Table 1 is drawn from them', async () => {
      await page.goto(`${address}#figures`);
      const table = page.locator('[data-figure=table-1]');
      await expect(table.locator('svg').first()).toBeVisible();
      await expect(table).toContainText('Stateful calls');
      await expect(page.locator('[data-figure=figure-1] svg').first()).toBeVisible();
    });
  } finally {
    await host.close();
  }

  await test.step('offline', async () => {
    await context.setOffline(true);
    await page.goto(`${address}?tune=off`);
    await page.reload();
    await expect(position).toHaveText(/epoch [1-9] of 80/);
    await page.getByRole('button', { name: text.controls.pause, exact: true }).click();
    await page.getByLabel(text.controls.timeline).fill('74');
    await expect(position).toHaveText(text.controls.position('74', '80'));
  });

  await test.step('offline, parts that were never opened', async () => {
    await page.goto(`${page.url()}#theory`);
    await expect(page.locator('[data-figure=theorem-1] svg').first()).toBeVisible();
  });
  expect(complaints).toEqual([]);
});
