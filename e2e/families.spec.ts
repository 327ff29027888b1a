import { expect } from '@playwright/test';
import { familyByName } from '../src/tasks/registry.ts';
import { familyTitle } from '../src/text/families.ts';
import { openedText } from '../src/text/later.ts';
import { runText } from '../src/text/run.ts';
import { presetAddress, test } from './page.ts';

const titles = ['household-errands', 'stateful-calls'].map(familyTitle);

test('two multi-turn families run through the whole loop', async ({ open }) => {
  const playground = await open({
    address: presetAddress('five-families', {
      families: ['household-errands', 'stateful-calls'],
      tasksPerEpoch: 4,
      groupSize: 4,
      evalTasks: 1,
      evalSamples: 1,
    }),
  });
  const { page } = playground;

  await playground.ready();
  await expect(page.getByTestId('task-language')).toContainText(familyByName('household-errands').example);
  await playground.stepEpoch();
  await expect(playground.status).toContainText(/^Paused after epoch/);
  expect(await playground.values('success')).toHaveLength(1);
  await playground.panel('tasks');
  await expect(page.getByText(/<(household-errands|stateful-calls)>/).first()).toBeVisible();

  // The inspector names who wrote a token: the simulator or the agent.
  const answered = page.locator('.tokens').filter({ has: page.locator('.observation') });
  await answered.first().locator('.observation').first().click();
  const inspector = page.getByRole('dialog', { name: openedText.token.title });
  await expect(inspector).toContainText(runText.players.simulator);
  await page.keyboard.press('Escape');
  await answered.first().locator('button:not(.observation)').first().click();
  await expect(inspector).toContainText(runText.players.agent);
  await page.keyboard.press('Escape');

  await playground.panel('circuit');
  for (const title of titles) await expect(page.locator('.curves .family', { hasText: title })).toBeVisible();
  await playground.panel('curves');
  const success = playground.chart('family-success');
  for (const title of titles) await expect(success.getByText(title).first()).toBeVisible();
});
