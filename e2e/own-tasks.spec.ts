/**
 * @file Ten pasted lines become tasks, a broken line is explained, and a pair is being made. For what becomes of a
 * pair, see worlds.spec.ts and, for tasks, src/pretraining/task-pair.test.ts.
 */
import { expect } from '@playwright/test';
import { jobsText, ownTasksText as words, worldsText } from '../src/text/later.ts';
import { test } from './page.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', '苹果', 'תפוח', '<b>x</b>'];
const lines = NAMES.map((name) => JSON.stringify({ prompt: `${name} twice`, answer: `${name} ${name}` }));

test('ten lines become tasks, and a pair is made of them', async ({ open }) => {
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

  await test.step('a pair is made, and can be stopped', async () => {
    const make = part.getByRole('button', { name: worldsText.make });
    await make.click();
    await expect(page.getByTestId('pair-progress')).toContainText(/step [1-9]/);
    await playground.button(jobsText.cancel).click();
    await expect(page.getByTestId('pair-stopped')).toBeVisible();
    await expect(make).toBeEnabled();
  });
});
