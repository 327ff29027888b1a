/**
 * @file Makes a world in its lesson: the form names errors, a pair is trained from random weights, stopped and
 * continued, and co-evolves. The run looks the same in a fresh browser.
 */
import { expect, type Page } from '@playwright/test';
import { nearlyTrained, stateOf, tinyWorld } from '../src/pretraining/testing/nearly-trained.ts';
import { jobsText, lessons, worldsText as words } from '../src/text/later.ts';
import { expectFitsPhone, expectNoViolation } from './axe.ts';
import { DESK, expectSameElsewhere, PHONE, removeWebGpu, saved, test } from './page.ts';

const MINUTES = 60_000;

const jsonFile = (name: string, content: object | string) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
});

/** Stores a pair's checkpoint some steps before the end of training, so that the rest takes seconds. */
async function storeNearlyTrained(page: Page) {
  const states = (['agent', 'environment'] as const).map(
    (role) => [JSON.stringify(nearlyTrained.world[role]), stateOf('world', role)] as const,
  );
  await page.evaluate(
    (all) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('genenv-pretraining', 1);
        opening.onerror = () => reject(opening.error!);
        opening.onsuccess = () => {
          const storing = opening.result.transaction('states', 'readwrite');
          for (const [recipe, state] of all) storing.objectStore('states').put(state, recipe);
          storing.oncomplete = () => resolve(opening.result.close());
        };
      }),
    states,
  );
}

test('a lesson makes a world and its pair, which co-evolve, and whose run opens elsewhere', async ({ open }) => {
  test.slow();
  const playground = await open({ address: '/?lesson=world-of-ones-own' });
  const { page } = playground;
  const lesson = page.getByTestId('lesson');
  const found = page.getByTestId('lesson-found');
  const tasks = page.getByTestId('world-tasks');
  await expect(lesson).toContainText(lessons.byName['world-of-ones-own'].steps.world.ask);
  await expect(tasks).toContainText('basin');

  await test.step('the form passes axe and fits a phone', async () => {
    await expectNoViolation(page, 'the lesson of a world', '[data-testid=lesson]');
    await page.setViewportSize(PHONE);
    await expectFitsPhone(page, 'the lesson of a world on a phone');
    await page.setViewportSize(DESK);
  });

  await test.step('errors are named at once, and a valid world shows tasks and answers again', async () => {
    const things = page.getByLabel(words.things);
    await things.fill('egg two<b> ; egg');
    const problems = page.getByTestId('world-problems');
    await expect(problems).toContainText('“;” belongs to the language of tasks');
    await expect(problems).toContainText('“egg” is there twice');
    const input = page.getByLabel(words.import);
    await input.setInputFiles(jsonFile('broken.json', '{"world": 1'));
    await expect(page.getByRole('alert')).toContainText('broken.json: The world: the text is not JSON');
    await input.setInputFiles(jsonFile('tiny.json', tinyWorld));
    await expect(tasks).toContainText('<img/src=x/onerror=alert(1)>');
    await expect(page.locator('img[src^=x]')).toHaveCount(0);
  });

  await test.step('the form’s content is saved as the same world', async () => {
    const file = await saved(page, playground.button(words.export));
    expect(JSON.parse(file.toString())).toEqual(tinyWorld);
  });

  await test.step('a world', async () => {
    await expect(found).toHaveText('');
    await playground.button(words.choose).click();
    await expect(found).toContainText('“Tiny <b>house</b>” has 12 things, 2 actions and 8 places');
    await playground.button(lessons.bar.next).click();
  });

  await test.step('a pair is estimated, and made from random weights across a stop', async () => {
    await playground.button(words.estimate).click();
    await expect(page.getByTestId('pair-plan')).toContainText(/At most .*(min|sec) and .* of GPU memory/, {
      timeout: 2 * MINUTES,
    });
    const make = playground.button(words.make);
    await make.click();
    await expect(page.getByTestId('pair-progress')).toContainText(/step [1-9]/, { timeout: 2 * MINUTES });
    await playground.button(jobsText.cancel).click();
    await expect(page.getByTestId('pair-stopped')).toBeVisible({ timeout: MINUTES });
    await storeNearlyTrained(page);
    await make.click();
    await expect(page.getByTestId('pair-made')).toBeVisible({ timeout: 2 * MINUTES });
    await playground.button(words.coevolve).click();
    await expect(found).toContainText('small-1-environment writes its tasks');
    await playground.button(lessons.bar.next).click();
  });

  await test.step('the pair co-evolves', async () => {
    await playground.pauseBegun();
    await playground.stepEpoch();
    expect((await playground.values('success')).length).toBeGreaterThan(0);
  });

  await expectSameElsewhere(playground, await open({ prepare: removeWebGpu }));
});
