/** @file Makes runs that differ in one setting side by side. Each gets the log that it would get alone. */
import { expect } from '@playwright/test';
import { runsText, sideBySide as words } from '../src/text/later.ts';
import { settingLabels } from '../src/text/names.ts';
import { expectNoViolation } from './axe.ts';
import { cutOff, runsTable, saveRun, smallRun, test } from './page.ts';

const EPOCHS = 2;

test('runs side by side: same log as alone', async ({ open }) => {
  test.slow();
  const playground = await open({ address: smallRun({ epochs: EPOCHS, evalEvery: EPOCHS }) });
  const { page } = playground;
  await playground.ready();
  await playground.stepEpoch();
  await playground.stepEpoch();
  await playground.view('runs');
  const alone = await saveRun(playground);

  await playground.view('run');
  await expect(page.getByTestId('run-end').locator('.found')).toBeVisible();
  await expectNoViolation(page, 'the end of a run');
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(() => cutOff(page)).toEqual([]);
  await page.getByRole('button', { name: /^Compare “.*” with runs/ }).click();
  const dialog = page.getByRole('dialog', { name: words.title });
  // The knobs come first; the arm is found by its name.
  await expect(dialog.locator('[aria-pressed]')).toHaveText(
    ['α', 'β', 'k_min', 'λ', 'G'].map((symbol) => RegExp(`^${symbol} `)),
  );
  await dialog.getByLabel(words.search).fill(settingLabels.arm);
  await dialog.getByLabel(words.search).press('Tab');
  await dialog.getByRole('button', { name: words.begin, exact: true }).click();
  const pictures = dialog.getByTestId('side-by-side').locator('figure');
  await expect(pictures).toHaveCount(2);
  await expect(dialog.getByText(words.finished).first()).toBeVisible({ timeout: 200_000 });
  for (const picture of await pictures.all()) await expect(picture).toHaveAttribute('data-epochs', String(EPOCHS));
  await expect(dialog.locator('[data-chart^=over-]')).toHaveCount(3);
  await expectNoViolation(page, 'runs side by side', 'dialog[open]');
  await dialog.getByRole('button', { name: words.close }).click();

  await test.step('both are among the stored runs, and the one with the same settings is the same, event for event', async () => {
    await playground.view('runs');
    const rows = runsTable(page).locator('tbody tr');
    await expect(rows).toHaveCount(3);
    expect(alone.length).toBeGreaterThan(1000);
    // The newest run comes first: `random`, then the run with the page's own settings.
    await rows
      .nth(1)
      .getByRole('button', { name: new RegExp(`^${runsText.compare}: `) })
      .click();
    await playground.panel('curves');
    await expect(page.getByTestId('comparison')).toContainText(/same event log, byte for byte/);
  });
});
