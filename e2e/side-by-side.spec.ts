/** @file A seed gives the same event log, whether the run is uninterrupted, stepped and reloaded, or made beside another. */
import { expect } from '@playwright/test';
import { runsText, sideBySide as words } from '../src/text/later.ts';
import { settingLabels } from '../src/text/names.ts';
import { text } from '../src/text/text.ts';
import { expectNoViolation } from './axe.ts';
import { cutOff, runsTable, SMALL_DESK, smallRun, test } from './page.ts';

const EPOCHS = 2;

test('runs of one seed have the same log if run through, reloaded, or run side by side', async ({ open }) => {
  test.slow();
  const playground = await open({ address: smallRun({ epochs: EPOCHS }) });
  const { page } = playground;
  const runs = runsTable(page).locator('tbody tr');
  const expectSameLog = async () => {
    await playground.panel('curves');
    await expect(page.getByTestId('comparison')).toContainText('same event log, byte for byte');
  };
  await playground.ready();
  await playground.run.click();
  await expect(playground.status).toContainText(text.status.finished({ epochs: EPOCHS }));
  await expect(page.getByTestId('run-end').locator('.found')).toBeVisible();
  await expectNoViolation(page, 'the end of a run', '[data-testid=run-end]');
  await page.setViewportSize(SMALL_DESK);
  await expect.poll(() => cutOff(page)).toEqual([]);

  await test.step('a run that is stepped, and reloaded in the middle', async () => {
    await playground.reset();
    await playground.stepEpoch();
    const before = await playground.values('success');
    await playground.stepStage();
    await playground.stepStage();
    await page.reload();
    await playground.ready();
    // The unfinished epoch is dropped and computed again.
    await expect(playground.status).toContainText(/^Paused after epoch/);
    expect(await playground.values('success')).toEqual(before);
    await playground.stepEpoch();
    await expect(playground.status).toContainText(text.status.finished({ epochs: EPOCHS }));
    await playground.panel('curves');
    await page.getByLabel(text.controls.compare).selectOption({ index: 1 });
    await expectSameLog();
  });

  await playground.panel('circuit');
  await page.getByRole('button', { name: /^Compare “.*” with runs/ }).click();
  const dialog = page.getByRole('dialog', { name: words.title });
  // The list offers the knobs. Search for the arm by name.
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

  await test.step('both runs are stored, and the run with the same settings has the same log', async () => {
    await playground.view('runs');
    await expect(runs).toHaveCount(4);
    // The newest run comes first: `random`, then the run with the page's own settings.
    await runs
      .nth(1)
      .getByRole('button', { name: new RegExp(`^${runsText.compare}: `) })
      .click();
    await expectSameLog();
  });
});
