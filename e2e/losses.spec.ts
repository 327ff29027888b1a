/** @file The losses stand side by side for a group of the recorded run. Another trainer's log lacks some. */
import { expect } from '@playwright/test';
import { GROUP_LOSSES } from '../src/analysis/group-losses.ts';
import { lossesText } from '../src/text/later.ts';
import { text } from '../src/text/text.ts';
import { expectFitsPhone, expectNoViolation } from './axe.ts';
import { importFile, removeWebGpu, test } from './page.ts';

test('a group of the recorded run under each loss, token by token', async ({ open }) => {
  const playground = await open({ prepare: removeWebGpu });
  const { page } = playground;
  await playground.pause.click();
  await page.getByLabel(text.controls.timeline).fill('40');
  await expect(page.getByTestId('position')).toHaveText(text.controls.position({ epoch: '40', epochs: '80' }));
  await expect(playground.status).toContainText(/epoch 40/i);
  await playground.panel('tasks');
  // In a mixed group some answers are right and some are wrong.
  await expect(page.locator('.environment .score').first()).toBeVisible();
  const counts = await page.locator('.environment .score').allInnerTexts();
  const found = counts.map((count) => count.split('/').map(Number)).findIndex(([k, n]) => k > 0 && k < n);
  const all = Number(counts[found].split('/')[1]);
  await page
    .locator('.environment li', { has: page.locator('.score') })
    .nth(found)
    .getByRole('button')
    .first()
    .click();
  await page.getByRole('button', { name: lossesText.open }).click();
  const dialog = page.getByRole('dialog', { name: lossesText.title });
  await expect(dialog.locator('tbody tr')).toHaveCount(GROUP_LOSSES.length + 1);

  // REINFORCE sums over the tokens of a right answer and weights each by 1/G.
  const weight = (loss: string) => dialog.locator(`tr[data-loss=${loss}] td.chosen`);
  await expect(weight('reinforce')).toHaveText(String(Number((1 / all).toPrecision(3))));

  // A ratio above DAPO's clip zeroes the weight of every loss that clips. CISPO keeps its weight.
  const slider = dialog.getByRole('slider', { name: lossesText.ratio.tried });
  const before = Number(await weight('cispo').innerText());
  await slider.fill('1.5');
  for (const loss of ['ppo', 'grpo', 'dr_grpo', 'dapo', 'gspo']) await expect(weight(loss)).toContainText(/^0/);
  expect(Number(await weight('cispo').innerText())).toBeCloseTo(1.5 * before, 3);
  await expect(dialog.locator('article[data-loss=grpo] header strong')).toContainText(lossesText.matrix.clipped);
  await dialog.getByRole('button', { name: lossesText.ratio.own }).click();
  await expect(weight('cispo')).toHaveText(String(before));

  // An arrow key selects the next token and shows its formulas.
  await dialog.locator('th button[aria-pressed=true]').press('ArrowRight');
  await expect(dialog.locator('th button').nth(1)).toBeFocused();
  await expect(dialog.getByRole('heading', { level: 3 })).toContainText(
    await dialog.locator('th button').nth(1).innerText(),
  );
  await expectNoViolation(page, 'losses side by side', 'dialog[open]');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFitsPhone(page, 'losses on a phone');

  await test.step('another trainer’s log says what is missing', async () => {
    await page.setViewportSize({ width: 1400, height: 1000 });
    await page.keyboard.press('Escape');
    const line = { step: 1, input: 'a', output: '', score: 1 };
    await importFile(playground, 'empty.jsonl', Buffer.from(`${JSON.stringify(line)}\n`));
    await expect(playground.status).toHaveText(text.replay.status.end({ epochs: 1 }));
    await playground.view('run');
    await page.getByLabel(text.controls.timeline).fill('1');
    await playground.panel('tasks');
    await page.getByRole('button', { name: lossesText.open }).click();
    await expect(dialog).toContainText(lossesText.missing.tokens);
  });
});
