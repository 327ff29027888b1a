/** @file The user makes a sweep, saves its figures as files, and moves the sliders of the paper's theory. */
import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { expect, type Locator, type Page } from '@playwright/test';
import { parseSummaries } from '../src/sweeps/summaries-file.ts';
import { figuresText, sweepsText, theoryText } from '../src/text/later.ts';
import { armTitle } from '../src/text/names.ts';
import { parseSweep, sweepRuns } from '../src/sweeps/sweep-file.ts';
import { misrankBound, misrankProbability } from '../src/analysis/theory.ts';
import { formatNumber } from '../src/ui/shared/format.ts';
import { removeWebGpu, test } from './page.ts';

const { plan, stored, job, results, matrix, bring } = sweepsText;
const SEEDS = [1, 2];

async function saved(page: Page, button: Locator): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return readFile(await download.path());
}

test('a sweep made in the page, its results and its figures', async ({ open }) => {
  test.slow();
  const playground = await open({ address: '/#sweeps' });
  const { page } = playground;
  const form = page.getByRole('form', { name: plan.title });
  const field = (name: string) => form.getByLabel(name, { exact: true });
  const savePlan = async () =>
    parseSweep((await saved(page, form.getByRole('button', { name: plan.save }))).toString());

  await test.step('a sweep is planned, and saved as the file the command line runs', async () => {
    await field(plan.name).fill('e2e');
    await field(plan.preset).selectOption('quick');
    await field(plan.epochs).fill('2');
    await field(plan.evalEvery).fill('2');
    await expect(page.getByTestId('sweep-count')).toContainText(
      plan.count({ runs: 4, arms: '2 arms', seeds: '2 seeds', points: '' }),
    );
    expect(await savePlan()).toMatchObject({ name: 'e2e', arms: ['genenv', 'random'], seeds: SEEDS });
  });

  await test.step('makes its runs, stays what it was through a reload, and goes on', async () => {
    const ids = (await sweepRuns(await savePlan(), armTitle)).map(({ id }) => id);
    await playground.button(plan.start).click();
    const row = page.locator('[data-sweep=e2e]');
    const some = /[1-3] of 4/;
    await expect(row).toContainText(some);
    await page.reload();
    await expect(row).toContainText(some);
    await playground.button(stored.one({ action: stored.continue, name: 'e2e' })).click();
    await expect(page.getByTestId('sweep-state')).toContainText(job.finished({ name: 'e2e' }));
    await expect(row).toContainText(stored.of({ finished: '4', runs: '4' }));

    const [download] = await Promise.all([
      page.waitForEvent('download', (one) => one.suggestedFilename().endsWith('summaries.jsonl')),
      playground.button(results.download).click(),
    ]);
    const summaries = parseSummaries(await readFile(await download.path(), 'utf8'));
    expect(summaries.map(({ id }) => id)).toEqual(ids);
    expect(summaries.map(({ epochs }) => epochs.length)).toEqual([2, 2, 2, 2]);
  });

  await test.step('shows the arms with n, claims with interval and n, and says what the axis decides', async () => {
    const rows = page.getByTestId('arm-table').locator('tbody tr');
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText(results.pairs({ n: '2' }));
    const claims = page.getByTestId('claims').locator('li');
    await expect(claims).toHaveCount(3);
    // Two pairs are too few for a verdict.
    await expect(page.getByTestId('claims').locator('summary')).toHaveText(
      results.claimsOf({ arm: armTitle('genenv'), shown: '0', of: '3' }),
    );
    for (const claim of await claims.allInnerTexts()) expect(claim).toMatch(/\[.+, .+\] \(95% bootstrap.*n = 2/);
    await page.getByLabel(results.axis, { exact: true }).selectOption('flops');
    await expect(claims.first()).toContainText('floating-point operations of both models');
    await expect(page.getByText(results.axisNote)).toBeVisible();
    await expect(page.locator('[data-figure=overlay]')).toContainText('Floating-point operations');
  });

  await test.step('draws the paper’s figures, and says which arms are missing', async () => {
    await playground.view('figures');
    for (const id of ['table-1', 'figure-1', 'figure-4', 'figure-5', 'figure-6', 'figure-7', 'figure-8'])
      await expect(page.locator(`[data-figure=${id}] svg`).first()).toBeVisible();
    await expect(page.locator('[data-figure=figure-6]')).toContainText('Not among these runs: GenEnv-Static');
  });

  await test.step('draws them of recorded results too; a sweep of no family of the paper does not stand in Table 1', async () => {
    const source = page.getByLabel(figuresText.source, { exact: true });
    await source.selectOption({ label: figuresText.ownFamilies });
    await expect(page.getByText(figuresText.noFamilies)).toBeVisible();
    await source.selectOption({ label: 'function-calling' });
    await expect(page.locator('[data-figure=figure-6]')).toContainText('n = 3 to 8');
    await source.selectOption({ label: figuresText.sweepOption({ name: 'e2e', finished: 4 }) });
    await expect(page.locator('[data-figure=figure-6]')).not.toContainText('n = 3 to 8');
  });

  await test.step('saves a figure as SVG and CSV with settings and seeds inside, and as a PNG of twice its size', async () => {
    const figure = page.locator('[data-figure=figure-6]');
    const file = (kind: string) => saved(page, figure.getByRole('button', { name: kind, exact: true }));
    const svg = (await file('SVG')).toString();
    const metadata = JSON.parse(/<metadata>(.*)<\/metadata>/.exec(svg)![1].replaceAll('&quot;', '"'));
    expect(metadata).toMatchObject({ seeds: SEEDS, arms: ['genenv', 'random'], settings: { epochs: 2, evalEvery: 2 } });
    const csv = (await file('CSV')).toString();
    expect(csv).toContain(`# seeds: ${JSON.stringify(SEEDS)}\n`);
    expect(csv).toContain('"epochs":2');
    // A PNG starts with eight bytes of signature, length and type; width and height follow (W3C PNG, §11.2.1).
    const png = await file('PNG');
    expect(png.toString('latin1', 1, 4)).toBe('PNG');
    const length = (name: string) => Number(new RegExp(`<svg[^>]* ${name}="([\\d.]+)"`).exec(svg)![1]);
    // A PNG has whole pixels; an SVG may have fractions.
    expect(Math.abs(png.readUInt32BE(16) - 2 * length('width'))).toBeLessThan(2);
    expect(Math.abs(png.readUInt32BE(20) - 2 * length('height'))).toBeLessThan(2);
  });
});

test('results of two files in one matrix: sorted by a column, at another budget, a cell opens its runs', async ({
  open,
}) => {
  const { page } = await open({ address: '/#sweeps', prepare: removeWebGpu });
  for (const name of ['function-calling', 'wide-search']) {
    await page.getByLabel(bring.files, { exact: true }).setInputFiles(`docs/results/${name}.csv`);
    await expect(page.locator(`[data-sweep="${name}.csv"]`)).toBeVisible();
  }
  await page.getByText(matrix.title, { exact: true }).click();
  const table = page.getByTestId('arms-matrix');
  const arms = table.locator('tbody th');
  const head = (name: string) => table.locator('thead th').filter({ hasText: name });

  await test.step('has the mean of the recorded runs', async () => {
    await expect(table.locator('thead th')).toHaveCount(3);
    const text = await readFile('docs/results/wide-search.csv', 'utf8');
    const { data } = Papa.parse<{ arm: string; final: string }>(text, { header: true });
    const rows = data.filter(({ arm }) => arm === 'genenv');
    const mean = rows.reduce((sum, { final }) => sum + Number(final), 0) / rows.length;
    const cell = page.getByTitle(matrix.open({ arm: armTitle('genenv'), column: 'wide-search' }));
    await expect(cell).toContainText(mean.toFixed(3));
    await expect(cell).toContainText(`n = ${rows.length}`);
  });

  await test.step('is sorted both ways, by keyboard too', async () => {
    await expect(head('wide-search')).toHaveAttribute('aria-sort', 'none');
    await head('wide-search').getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(head('wide-search')).toHaveAttribute('aria-sort', 'descending');
    await expect(arms.first()).toHaveText(armTitle('base-data'));
    await page.keyboard.press('Enter');
    await expect(head('wide-search')).toHaveAttribute('aria-sort', 'ascending');
    await expect(arms.first()).toHaveText(armTitle('random'));
    await expect(arms.last()).toHaveText(armTitle('offline-4x'));
    await head(results.arm).getByRole('button').click();
    await expect(head('wide-search')).toHaveAttribute('aria-sort', 'none');
    expect(await arms.allInnerTexts()).toEqual([...(await arms.allInnerTexts())].sort((a, b) => a.localeCompare(b)));
  });

  await test.step('at equal operations and by another measure has other numbers', async () => {
    const cell = page.getByTitle(matrix.open({ arm: armTitle('genenv'), column: 'wide-search' }));
    const before = await cell.innerText();
    await page.getByLabel(matrix.axis, { exact: true }).selectOption('flops');
    await expect(cell).not.toHaveText(before);
    await page.getByLabel(matrix.measure, { exact: true }).selectOption('area');
    await expect(cell).toContainText('n = 8');
    await page.getByLabel(matrix.columns, { exact: true }).selectOption('sweep');
    await expect(head('function-calling.csv')).toBeVisible();
  });

  await test.step('a cell opens the curves of its runs, and closes them', async () => {
    const cell = page.getByTitle(matrix.open({ arm: armTitle('static'), column: 'wide-search.csv' }));
    await cell.click();
    await expect(cell).toHaveAttribute('aria-expanded', 'true');
    const runs = page.locator('details').filter({ has: table });
    await expect(
      runs.getByRole('heading', { name: matrix.runsOf({ arm: armTitle('static'), column: 'wide-search.csv' }) }),
    ).toBeVisible();
    const csv = (await saved(page, runs.getByRole('button', { name: 'CSV', exact: true }))).toString();
    expect(csv).toContain('# arms: ["static"]');
    expect(csv).toContain('# seeds: [11,12,13]');
    await cell.click();
    await expect(runs.locator('figure')).toHaveCount(0);
  });

  await test.step('scrolls in its own box on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const box = page.getByRole('region', { name: matrix.title });
    expect(await box.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true);
  });
});

test('Theorem 1: sliders change the exact chance. Proposition 1: measured on the open run’s agent', async ({
  open,
}) => {
  const { page } = await open({ address: '/#theory' });
  const section = page.getByRole('region', { name: theoryText.theorem.title });
  const { sliders } = theoryText.theorem;
  const turn = (label: string, value: number) => section.getByRole('slider', { name: label }).fill(String(value));
  const exact = section.getByTestId('theorem-exact');
  const chance = (n: number, p2: number, alpha: number) => misrankProbability({ p: 0.5, n }, { p: p2, n }, alpha);
  await expect(exact).toHaveText(formatNumber(chance(8, 0.1, 0.5)));
  await turn(sliders.n, 32);
  await expect(exact).toHaveText(formatNumber(chance(32, 0.1, 0.5)));
  await turn(sliders.p2, 0.2);
  await turn(sliders.alpha, 0.6);
  await expect(exact).toHaveText(formatNumber(chance(32, 0.2, 0.6)));
  const bound = misrankBound({ p: 0.5, n: 32 }, { p: 0.2, n: 32 }, 0.6);
  await expect(section.getByTestId('theorem-bound')).toHaveText(formatNumber(bound));
  await turn(sliders.p2, 0.7);
  await expect(section).toContainText(theoryText.theorem.equal({ distance: '0.1' }));
  await turn(sliders.p2, 0.9);
  // The drawing follows.
  await expect(section.locator('[data-figure=theorem-1]')).toContainText('rates 0.5 and 0.9');

  const { measure, groupSize, p, title } = theoryText.proposition;
  const proposition = page.getByRole('region', { name: title });
  await proposition.getByRole('slider', { name: groupSize }).fill('4');
  await proposition.getByRole('slider', { name: p }).fill('0.5');
  await expect(proposition.getByTestId('proposition-mixed')).toHaveText(formatNumber(1 - 2 / 16));
  await proposition.getByRole('slider', { name: measure.tasks }).fill('1');
  await proposition.getByRole('slider', { name: measure.rollouts }).fill('8');
  await proposition.getByRole('button', { name: measure.start }).click();
  await expect(proposition.getByTestId('signal-state')).toContainText(/^10 tasks measured after epoch 0/);
  await expect(proposition.locator('[data-figure=proposition-1]')).toContainText('Measured');
});
