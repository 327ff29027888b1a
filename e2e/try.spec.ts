/** @file Try it yourself: a user writes a task for the agent. */
import { expect } from '@playwright/test';
import { tryItText } from '../src/text/later.ts';
import { removeWebGpu, smallRun, test } from './page.ts';

const { write, answers } = tryItText;

test('the agent answers a task that the user wrote', async ({ open }) => {
  test.slow();
  const playground = await open({ address: smallRun() });
  const { page } = playground;
  await playground.ready();
  await playground.stepEpoch();

  await test.step('the parser reads along, and words are offered', async () => {
    await playground.view('try');
    const box = page.getByLabel(write.text, { exact: true });
    await box.fill('clean sink');
    await expect(page.getByTestId('verdict')).toContainText('“sink” is not a thing');
    await expect(playground.button(write.ask)).toBeDisabled();
    await box.fill('clean ');
    await page.getByRole('group', { name: write.next }).getByRole('button', { name: 'apple', exact: true }).click();
    await expect(box).toHaveValue('clean apple ');
    await expect(box).toBeFocused();
    await expect(page.getByTestId('verdict')).toContainText(write.valid({ level: '1', length: 3 }));
  });

  await test.step('the agent answers as it was and as it is', async () => {
    await playground.button(write.ask).click();
    const given = page.getByTestId('answers');
    await expect(given.getByRole('article')).toHaveCount(2);
    await expect(given).toContainText(answers.of({ text: 'clean apple' }));
    await expect(given.getByRole('article', { name: answers.now({ epoch: '1' }) })).toContainText('p̂ =');
    await expect(given.getByRole('article').first().locator('li[aria-label*="probability"]').first()).toBeVisible();
  });
});

test('writing works without WebGPU, and the page says that the agent cannot answer', async ({ open }) => {
  const playground = await open({ address: '/#try', prepare: removeWebGpu });
  const { page } = playground;
  await expect(page.getByText(write.noGpu)).toBeVisible();
  await expect(playground.button(write.ask)).toBeDisabled();
  await page.getByLabel(write.text, { exact: true }).fill('heat mug');
  await expect(page.getByTestId('verdict')).toContainText(write.valid({ level: '1', length: 3 }));
});
