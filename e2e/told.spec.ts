/** @file “What is it told?”: the facts in words, the dial by keyboard, the curves; the lesson about it; a recording without WebGPU. */
import { expect, type Page } from '@playwright/test';
import { lessons, toldText } from '../src/text/later.ts';
import { text } from '../src/text/text.ts';
import { expectFitsPhone, expectNoViolation } from './axe.ts';
import { presetAddress, showLoop, still, test } from './page.ts';

const told = { toldOfAgent: 'skills', environmentModel: 'discovery-environment-told' } as const;
const { dial, result } = toldText;
const panel = (page: Page) => page.getByRole('region', { name: text.circuit.toldTitle, exact: true });
const written = (page: Page) => page.getByTestId('told-otherwise');
const slider = (page: Page, fact: 'success' | 'level') =>
  page.getByRole('slider', { name: dial.facts[fact], exact: true });
const choose = (page: Page, label: string, option: string) =>
  panel(page).getByRole('combobox', { name: label }).selectOption(option);

test('told another fact, an environment that listens writes other tasks; told the same, the same', async ({ open }) => {
  const playground = await open({ address: presetAddress('quick', told) });
  const { page } = playground;
  await playground.ready();
  await playground.panel('told');
  await expect(panel(page)).toContainText(toldText.told.none);

  await test.step('before the first epoch, by keyboard: what is told anyway changes nothing', async () => {
    await slider(page, 'success').focus();
    await page.keyboard.press('ArrowRight');
    await expect(written(page)).toHaveAttribute('aria-busy', 'false');
    await page.keyboard.press('ArrowLeft');
    await expect(slider(page, 'success')).toHaveAttribute('aria-valuetext', '40%–60%');
    await expect(written(page)).toContainText(result.same('128', '128'));
    await expect(slider(page, 'success')).toBeFocused();
  });

  await test.step('a low level makes easier tasks', async () => {
    await choose(page, dial.fact, dial.facts.level);
    await slider(page, 'level').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect(slider(page, 'level')).toHaveAttribute('aria-valuetext', dial.level('2'));
    await expect(written(page)).toContainText('It writes easier tasks');
    // What is being drawn anew is dimmed.
    await expect(written(page)).toHaveAttribute('aria-busy', 'false');
    await expect(written(page).getByRole('table', { name: result.levels }).getByRole('row')).toHaveCount(11);
    await expectNoViolation(page, 'two distributions');
  });

  await test.step('after two epochs: the facts in words, curves of what was told, weights to choose from', async () => {
    await playground.stepEpoch();
    await playground.stepEpoch();
    await expect(panel(page)).toContainText(toldText.told.title('2'));
    await expect(panel(page)).toContainText(/Level: recent tasks were about level \d/);
    await expect(panel(page).locator('.context')).toContainText(/<household> <b\d> <l\d+>/);
    for (const id of ['told-success', 'told-level']) {
      await playground.chart(id).scrollIntoViewIfNeeded();
      await expect(playground.chart(id).locator('svg[role=img]')).toBeVisible();
    }
    await expect(panel(page).getByRole('combobox', { name: dial.weights }).locator('option')).toHaveText([
      dial.start,
      dial.after('2'),
    ]);
    await choose(page, dial.fact, dial.facts.weak);
    await choose(page, dial.facts.weak, 'sink');
    await expect(written(page)).toContainText(result.title(dial.after('2')));
    await choose(page, dial.weights, dial.start);
    await expect(written(page)).toContainText(result.title(dial.start));
  });

  await test.step('and on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFitsPhone(page, 'told, on a phone');
  });

  await test.step('the card of the environment says it too, and opens it', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await playground.panel('circuit');
    await page.getByTitle(text.circuit.opens.told).filter({ hasText: 'level' }).click();
    await expect(panel(page)).toBeFocused();
  });
});

test('a recording says what was told, and why there is no dial', async ({ open }) => {
  const playground = await open({ prepare: still });
  const { page } = playground;
  await page.getByRole('button', { name: text.problems.dismiss }).click();
  await showLoop(page);
  await page.getByLabel(text.controls.timeline).fill('40');
  await playground.panel('told');
  await expect(panel(page)).toContainText(toldText.told.title('40'));
  await expect(panel(page)).toContainText('Recent success: the agent has lately solved');
  await expect(panel(page)).toContainText(dial.noGpu);
  await expect(page.getByRole('slider', { name: dial.facts.success })).toHaveCount(0);
  await playground.chart('told-level').scrollIntoViewIfNeeded();
  await expect(playground.chart('told-level').locator('svg[role=img]')).toBeVisible();
});

test('the lesson: told success is passed over, told level and skills are heeded, until the environment has learned', async ({
  open,
}) => {
  test.slow();
  const playground = await open({ address: '/?lesson=what-is-told' });
  const { page } = playground;
  const words = lessons.byName['what-is-told'];
  const lesson = page.getByTestId('lesson');
  const found = page.getByTestId('lesson-found');
  const next = () => lesson.getByRole('button', { name: lessons.bar.next }).click();
  await playground.ready();

  await slider(page, 'success').focus();
  await page.keyboard.press('End');
  await expect(written(page)).toBeVisible();
  await lesson.getByRole('button', { name: words.steps.success.choices![2].says }).click();
  await expect(found).toContainText(lessons.bar.right);
  await next();
  await choose(page, dial.fact, dial.facts.level);
  await slider(page, 'level').focus();
  await page.keyboard.press('Home');
  await expect(found).toContainText('Told level 1: mean level');
  await next();
  await choose(page, dial.fact, dial.facts.weak);
  await choose(page, dial.facts.weak, 'sink');
  await expect(found).toContainText('Tasks need sink');
  await next();
  await playground.run.click();
  await expect(playground.status).toContainText(text.status.finished('40'));
  await choose(page, dial.fact, dial.facts.level);
  await slider(page, 'level').focus();
  await page.keyboard.press('End');
  await expect(found).toContainText('After 40 epochs, told level 10');
  await expect(found).toContainText(lessons.bar.finished);
});
