/** @file A link opens its settings in a browser with an empty database, and a lesson's link hides controls. */
import { expect } from '@playwright/test';
import { shareUrl } from '../src/ui/address/share-url.ts';
import { presetSettings } from '../src/genenv/settings/presets.ts';
import { settingLabels } from '../src/text/names.ts';
import { runText } from '../src/text/run.ts';
import { firstMinute, text } from '../src/text/text.ts';
import { removeWebGpu, test } from './page.ts';

test('a copied link opens with the same settings, and says which differ from the preset', async ({ open }) => {
  const sender = await open({
    prepare: (page) => page.context().grantPermissions(['clipboard-read', 'clipboard-write']),
  });
  await sender.page.getByLabel(text.controls.preset, { exact: true }).selectOption('quick');
  await sender.ready();
  await sender.set('alpha', '0.4');
  await sender.set('seed', '5');
  await sender.button(text.link.copy).click();
  await expect(sender.page.getByTestId('link-answer')).toHaveText(text.link.copied);
  const link = await sender.page.evaluate(() => navigator.clipboard.readText());
  const settings = { ...presetSettings('quick'), alpha: 0.4, seed: 5 };
  expect(link).toBe(shareUrl(sender.page.url(), { settings, hidden: [] }));

  // The page also reads settings from a link without a GPU.
  const receiver = await open({ address: link, prepare: removeWebGpu });
  const change = { symbol: settingLabels.alpha, from: '0.5', to: '0.4' };
  await expect(receiver.page.getByTestId('link-card')).toContainText(runText.knobs.change(change));
  await expect(receiver.page.getByLabel(text.controls.preset, { exact: true })).toHaveValue('quick');
  await receiver.openSettings();
  await expect(receiver.setting('seed').getByRole('textbox')).toHaveValue('5');
});

test('a lesson hides controls, names the problem of its link, and begins with one button', async ({ open }) => {
  const lesson = await open({ address: '/?v=1&groupSize=4&alpha=7&hide=preset,kMin' });
  await lesson.ready();
  const problem = lesson.page.locator('.panel', { hasText: 'Target success must be a number from 0 to 1, but is 7.' });
  await expect(problem).toBeVisible();
  await lesson.openSettings();
  await expect(lesson.setting('groupSize').getByRole('textbox')).toHaveValue('4');
  await expect(lesson.setting('alpha').getByRole('textbox')).toHaveValue('0.5');
  await expect(lesson.setting('kMin')).toHaveCount(0);
  await expect(lesson.page.getByLabel(text.controls.preset, { exact: true })).toHaveCount(0);

  const card = lesson.page.getByTestId('link-card');
  await lesson.panel('tasks');
  await expect(lesson.page.locator('#opened')).toContainText(runText.circuit.first);
  await card.getByRole('button', { name: text.link.begin }).click();
  await expect(card).toHaveCount(0);
  await expect(lesson.page.locator('#opened')).toContainText(firstMinute.begun);
  await expect(lesson.page.getByTestId('begun').getByRole('progressbar')).toBeVisible();
  await lesson.button(text.status.unmeasured).click();
  await expect(lesson.page).toHaveURL(/[?&]evalTasks=0(&|$)/);
});
