/** @file The article draws the recorded run in view, its figures respond to their controls, and axe finds nothing. */
import { expect } from '@playwright/test';
import { articleText, lessons } from '../src/text/later.ts';
import { settingLabels } from '../src/text/names.ts';
import { runText } from '../src/text/run.ts';
import { text } from '../src/text/text.ts';
import { expectFitsPhone, expectNoViolation } from './axe.ts';
import { removeWebGpu, showLoop, test } from './page.ts';

test('the article draws the run in view, and leads to its lessons', async ({ open }) => {
  const playground = await open({ prepare: removeWebGpu });
  const { page } = playground;
  await playground.pause.click();
  await showLoop(page);
  await page.getByLabel(text.controls.timeline).fill('40');
  await expect(page.getByTestId('position')).toHaveText(text.controls.position({ epoch: '40', epochs: '80' }));
  await playground.view('theory');
  await expect(page.getByRole('heading', { level: 1, name: articleText.title })).toBeVisible();

  await test.step('a task with its answers, and the next one', async () => {
    const figure = page.getByTestId('article-task');
    await expect(figure.getByRole('listitem')).toHaveCount(8);
    const right = await figure.getByRole('img', { name: runText.loop.success }).count();
    await expect(figure).toContainText(
      articleText.task.counted({ right: String(right), answers: '8', rate: String(right / 8) }),
    );
    const first = await figure.locator('.task').innerText();
    await figure.getByRole('button', { name: articleText.task.next }).click();
    await expect(figure.locator('.task')).not.toHaveText(first);
  });

  await test.step('the signal of groups is none at both ends', async () => {
    const rows = page.getByTestId('article-signal').locator('tbody tr');
    await expect(rows).toHaveCount(9);
    await expect(rows.first().locator('td').last()).toHaveText('0');
  });

  await test.step('a band of everything keeps every task', async () => {
    const kept = page.getByTestId('article-kept');
    const before = await kept.innerText();
    await page.getByRole('slider', { name: settingLabels.kMin }).fill('0.5');
    await page.getByRole('slider', { name: settingLabels.alpha }).first().fill('0.5');
    const [kept1, all, would] = (await kept.innerText()).match(/\d+/g)!;
    expect(would).toBe(all);
    expect(before).toContain(kept1);
  });

  await test.step('the recorded arms, with sentences computed from them', async () => {
    const arms = page.getByRole('region', { name: articleText.arms.title });
    await arms.scrollIntoViewIfNeeded();
    await expect(arms.locator('[data-figure=figure-6] svg').first()).toBeVisible();
    await expect(arms.locator('li').first()).toContainText(/\d/);
  });

  await test.step('for everyone, and on a phone', async () => {
    await expectNoViolation(page, 'the article');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFitsPhone(page, 'the article on a phone');
    await page.setViewportSize({ width: 1400, height: 1000 });
  });

  await page.getByRole('button', { name: articleText.lesson({ title: lessons.byName['why-half'].title }) }).click();
  await expect(page.getByTestId('lesson')).toContainText(lessons.byName['why-half'].steps.unsolved.ask);
});
