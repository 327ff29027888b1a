/**
 * @file The first minutes: the story plays until a run of one's own has an epoch, its first picture waits for nothing but the
 * beginning of the recorded run, and that picture stays until the own run has one.
 */
import { expect, type Page } from '@playwright/test';
import { text } from '../src/text/text.ts';
import { removeWebGpu, replayBar, test } from './page.ts';

const position = (page: Page) => page.getByTestId('position');
/** Tasks whose answers are scored. */
const answered = (page: Page) => page.locator('#loop .matrix li:has(.text):has(i.right, i.wrong)');

declare global {
  interface Window {
    wasEmpty: boolean;
  }
}

test('the story plays on every visit until a run has an epoch; then it is watched in front of that run', async ({
  open,
}) => {
  test.slow();
  const playground = await open();
  const { page } = playground;

  await test.step('on the first visit, and on a second one after a run of which nothing is stored', async () => {
    for (const visit of ['first', 'second']) {
      await expect(replayBar(page), visit).toContainText(text.replay.example);
      await expect(answered(page)).toHaveCount(16);
      await expect(position(page)).toHaveText(/epoch [2-9] of 80/);
      await expect(playground.begin).not.toHaveAttribute('aria-disabled', 'true');
      await expect(page.getByRole('combobox', { name: text.controls.runs, exact: true })).toHaveCount(0);
      await page.reload();
    }
  });

  await test.step('“Now yours” keeps the last picture until the first task is there', async () => {
    await expect(playground.begin).not.toHaveAttribute('aria-disabled', 'true');
    await page.evaluate(() => {
      window.wasEmpty = false;
      new MutationObserver(() => {
        if (!document.querySelector('#loop .matrix li .text')) window.wasEmpty = true;
      }).observe(document.body, { childList: true, subtree: true });
    });
    await playground.begin.click();
    await expect(playground.status).toContainText(text.status.starting);
    await expect(replayBar(page)).toContainText('Your own run has begun');
    await expect(replayBar(page)).toBeHidden();
    await expect(page.locator('#loop .matrix li .text')).toHaveCount(16);
    expect(await page.evaluate(() => window.wasEmpty)).toBe(false);
    await expect(position(page)).toHaveText(/epoch 2 of/);
    await playground.pause.click();
    await playground.ready();
  });

  await test.step('the own run is opened; the story stands in front of it, and leads back', async () => {
    await page.reload();
    await playground.ready();
    await expect(replayBar(page)).toBeHidden();
    const own = await position(page).textContent();
    await playground.button(text.replay.watch).click();
    await expect(position(page)).toHaveText(/epoch [2-9] of 80/);
    await expect(playground.begin).toHaveCount(0);
    await playground.button(text.replay.back).click();
    await expect(replayBar(page)).toBeHidden();
    await expect(position(page)).toHaveText(own!);
  });
});

test('the story begins before its file is there, waits for it where it must, and says so', async ({ open }) => {
  let send = () => {};
  const sent = new Promise<void>((resolve) => (send = resolve));
  const playground = await open({
    prepare: async (page) => {
      await removeWebGpu(page);
      await page.route('**/example-run.zip', async (route) => {
        await sent;
        await route.continue();
      });
    },
  });
  const { page } = playground;
  await expect(answered(page)).toHaveCount(16);
  await expect(replayBar(page)).toContainText('75 of 80');
  await expect(position(page)).toHaveText(text.controls.position('3', '80'));
  await expect(playground.status).toHaveText(text.replay.status.waiting);
  await page.getByLabel(text.controls.timeline).fill('40');
  await expect(position(page)).toHaveText(text.controls.position('3', '80'));
  await expect(answered(page)).toHaveCount(16);
  send();
  await expect(position(page)).toHaveText(/epoch 4\d of 80/);
});
