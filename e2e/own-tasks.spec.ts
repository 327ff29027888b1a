/**
 * @file Tasks of one's own, from ten pasted lines to a picture elsewhere: a broken line is a sentence, a pair is made in this tab
 * from random weights, co-evolves, and its run opens in a fresh browser with the same picture.
 */
import { expect } from '@playwright/test';
import { ownTasksText as words, worldsText } from '../src/text/later.ts';
import { expectSameElsewhere, removeWebGpu, test } from './page.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', '苹果', 'תפוח', '<b>x</b>'];
const lines = NAMES.map((name) => JSON.stringify({ prompt: `${name} twice`, answer: `${name} ${name}` }));
const MINUTES = 60_000;

test('ten lines become a pair that co-evolves, and what it became is seen elsewhere', async ({ open }, testInfo) => {
  test.setTimeout(12 * MINUTES);
  const playground = await open({});
  const { page } = playground;
  await playground.view('models');
  const part = page.getByRole('region', { name: words.title });
  const field = part.getByLabel(words.text);
  await expect(field).toBeVisible();

  await test.step('a broken line is said, and what the models will read is shown', async () => {
    await field.fill([...lines, '{"prompt": "h twice",'].join('\n'));
    await expect(page.getByTestId('tasks-problems')).toContainText('Line 11: the line is no JSON');
    await field.fill(lines.join('\n'));
    await expect(page.getByTestId('tasks-read')).toContainText('twice <sep>');
    await part.getByRole('button', { name: words.tokens }).click();
    await expect(page.getByTestId('tasks-read').locator('.token').filter({ hasText: 'twice' }).first()).toBeVisible();
    await expect(part.locator('b')).toHaveCount(0);
  });

  await test.step('a pair is made, and co-evolves for three epochs', async () => {
    await part.getByRole('button', { name: worldsText.make }).click();
    await expect(part.getByTestId('pair-made')).toBeVisible({ timeout: 8 * MINUTES });
    await page.screenshot({ path: testInfo.outputPath('tasks.png'), fullPage: true });
    await part.getByRole('button', { name: worldsText.coevolve }).click();
    await playground.pauseBegun();
    for (let epoch = 0; epoch < 3; epoch++) await playground.stepEpoch();
    expect(await playground.values('success')).toHaveLength(await playground.epochs());
  });

  await expectSameElsewhere(playground, await open({ prepare: removeWebGpu }));
});
