/**
 * @file Families played in turns, in the page: the simulator's words stand between the agent's, and are no part of what
 * the agent learns from.
 */
import { expect, test } from '@playwright/test';
import { text } from '../src/text/text.ts';
import { PlaygroundPage } from './page.ts';

test.describe.configure({ mode: 'serial' });

let playground: PlaygroundPage;

test.beforeAll(async ({ browser }) => {
  playground = await PlaygroundPage.open(browser);
  await playground.choosePreset('five-families');
  await playground.set('families', 'household-game, stateful-calls');
  await playground.set('tasksPerEpoch', '6');
  await playground.set('groupSize', '4');
  await playground.set('evalTasks', '1');
  await playground.set('evalSamples', '1');
  await playground.reset();
});

test.afterAll(async () => {
  await playground.page.close();
});

test('an epoch of two families of several turns goes around the whole loop', async () => {
  await playground.stepEpoch();
  await expect(playground.status).toContainText(/^Paused after epoch/);
  expect(await playground.values('success')).toHaveLength(1);
  await expect(playground.page.getByText(/<(household-game|stateful-calls)>/).first()).toBeVisible();
});

test('the simulator’s tokens are told apart from the agent’s', async () => {
  const { page } = playground;
  const answered = page.locator('.strip').filter({ has: page.locator('.observation') });
  await answered.first().locator('.observation').first().click();
  const inspector = page.getByRole('dialog', { name: text.token.title });
  await expect(inspector).toContainText(text.players.simulator);
  await page.keyboard.press('Escape');
  await answered.first().locator('button:not(.observation)').first().click();
  await expect(inspector).toContainText(text.players.agent);
  await page.keyboard.press('Escape');
});

test('held-out success stands there by level of each family', async () => {
  const levels = playground.chart('by-level');
  await levels.scrollIntoViewIfNeeded();
  for (const family of ['household-game', 'stateful-calls'])
    await expect(levels.locator('svg').getByText(family)).toBeInViewport();
  expect(playground.complaints).toEqual([]);
});
