import { expect } from '@playwright/test';
import { articleText, lessons } from '../src/text/later.ts';
import { settingLabels } from '../src/text/names.ts';
import { runText } from '../src/text/run.ts';
import { still, test } from './page.ts';

test('the article draws the run in view, and leads to its lessons', async ({ open }) => {
  const playground = await open({ prepare: still });
  const { page } = playground;
  await playground.seekInLoop(40);
  await playground.view('theory');
  await expect(page.getByRole('heading', { level: 1, name: articleText.title })).toBeVisible();

  const figure = page.getByTestId('article-task');
  await expect(figure.getByRole('listitem')).toHaveCount(8);
  const right = await figure.getByRole('img', { name: runText.loop.success }).count();
  await expect(figure).toContainText(
    articleText.task.counted({ right: String(right), answers: '8', rate: String(right / 8) }),
  );
  const first = await figure.locator('.task').innerText();
  await figure.getByRole('button', { name: articleText.task.next }).click();
  await expect(figure.locator('.task')).not.toHaveText(first);

  const rows = page.getByTestId('article-signal').locator('tbody tr');
  await expect(rows).toHaveCount(9);
  await expect(rows.first().locator('td').last()).toHaveText('0');

  // A band from 0 to 1 would keep every task.
  const kept = page.getByTestId('article-kept');
  const before = await kept.innerText();
  await page.getByRole('slider', { name: settingLabels.kMin }).fill('0.5');
  await page.getByRole('slider', { name: settingLabels.alpha }).first().fill('0.5');
  const [kept1, all, would] = (await kept.innerText()).match(/\d+/g)!;
  expect(would).toBe(all);
  expect(before).toContain(kept1);

  const arms = page.getByRole('region', { name: articleText.arms.title });
  await arms.scrollIntoViewIfNeeded();
  await expect(arms.locator('[data-figure=figure-6] svg').first()).toBeVisible();
  await expect(arms.locator('li').first()).toContainText(/\d/);

  const paper = page.locator('[data-figure=theorem-1] svg > rect').first();
  const fill = () => paper.evaluate((one) => getComputedStyle(one).fill);
  await paper.scrollIntoViewIfNeeded();
  expect(await fill()).toBe('rgb(255, 255, 255)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(fill).toBe('rgb(26, 29, 34)');

  await page.getByRole('button', { name: articleText.lesson({ title: lessons.byName['why-half'].title }) }).click();
  await expect(page.getByTestId('lesson')).toContainText(lessons.byName['why-half'].steps.unsolved.ask);
});
