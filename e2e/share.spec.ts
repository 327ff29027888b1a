/**
 * @file Settings as a link: copied in one browser, opened in another whose database is empty, and a lesson that hides
 * controls.
 */
import { expect, test } from '@playwright/test';
import { shareUrl } from '../src/runs/share-url.ts';
import { presetSettings } from '../src/genenv/settings/presets.ts';
import { text } from '../src/text/text.ts';
import { PlaygroundPage } from './page.ts';

test('whoever opens a copied link gets the same settings', async ({ browser }) => {
  const sender = await PlaygroundPage.open(browser, (page) =>
    page.context().grantPermissions(['clipboard-read', 'clipboard-write']),
  );
  await sender.ready();
  await sender.choosePreset('quick');
  await sender.set('alpha', '0.4');
  await sender.set('seed', '5');
  await sender.button(text.link.copy).click();
  await expect(sender.page.getByTestId('link-answer')).toHaveText(text.link.copied);
  const link = await sender.page.evaluate(() => navigator.clipboard.readText());
  const settings = { ...presetSettings('quick'), alpha: 0.4, seed: 5 };
  expect(link).toBe(shareUrl(sender.page.url(), { settings, hidden: [] }));
  await sender.page.close();

  const receiver = await PlaygroundPage.open(browser, undefined, link);
  await receiver.ready();
  await expect(receiver.page.getByLabel(text.controls.preset, { exact: true })).toHaveValue('quick');
  await expect(receiver.setting('alpha').getByRole('textbox')).toHaveValue('0.4');
  await expect(receiver.setting('seed').getByRole('textbox')).toHaveValue('5');
  expect(receiver.complaints).toEqual([]);
  await receiver.page.close();
});

test('a lesson leaves controls out, and says what of its link it cannot use', async ({ browser }) => {
  const lesson = await PlaygroundPage.open(browser, undefined, '/?v=1&groupSize=4&alpha=7&hide=preset,kMin');
  await lesson.ready();
  await expect(lesson.page.getByText('Target success must be a number from 0 to 1, but is 7.')).toBeVisible();
  await expect(lesson.setting('groupSize').getByRole('textbox')).toHaveValue('4');
  await expect(lesson.setting('alpha').getByRole('textbox')).toHaveValue('0.5');
  await expect(lesson.setting('kMin')).toHaveCount(0);
  await expect(lesson.page.getByLabel(text.controls.preset, { exact: true })).toHaveCount(0);
  await lesson.page.close();
});
