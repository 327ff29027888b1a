/** @file The user reads recorded results, saves their figures as files, and moves the sliders of the paper's theory. */
import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { expect } from '@playwright/test';
import { figuresText, theoryText } from '../src/text/later.ts';
import { armTitle } from '../src/text/names.ts';
import { misrankBound, misrankProbability } from '../src/analysis/theory.ts';
import { formatNumber } from '../src/ui/shared/format.ts';
import { expectNoSidewaysScroll, PHONE, saved, still, test } from './page.ts';

const { matrix } = figuresText;

test('figures of recorded results are saved as files; a matrix opens the runs of a cell', async ({ open }) => {
  const { page } = await open({ address: '/#figures', prepare: still });

  await test.step('draws the learning curves of one result', async () => {
    await page.getByLabel(figuresText.source, { exact: true }).selectOption({ label: 'function-calling' });
    await expect(page.locator('[data-figure=figure-6]')).toContainText('n = 3 to 8');
    await page.getByLabel(figuresText.axis, { exact: true }).selectOption('flops');
    await expect(page.locator('[data-figure=overlay]')).toContainText('Floating-point operations');
  });

  await test.step('saves a figure as SVG and CSV with arms and seeds inside, and as a PNG of twice its size', async () => {
    const figure = page.locator('[data-figure=figure-6]');
    const file = (kind: string) => saved(page, figure.getByRole('button', { name: kind, exact: true }));
    const svg = (await file('SVG')).toString();
    const { seeds, arms } = JSON.parse(/<metadata>(.*)<\/metadata>/.exec(svg)![1].replaceAll('&quot;', '"'));
    const recorded = await readFile('docs/results/function-calling.csv', 'utf8');
    const rows = Papa.parse<{ arm: string; seed: string }>(recorded, { header: true, skipEmptyLines: true }).data;
    expect(new Set(seeds)).toEqual(new Set(rows.map(({ seed }) => Number(seed))));
    expect(new Set(arms)).toEqual(new Set(rows.map(({ arm }) => arm)));
    expect((await file('CSV')).toString()).toContain(`# seeds: ${JSON.stringify(seeds)}\n`);
    // A PNG starts with eight bytes of signature, length and type; width and height follow (W3C PNG, §11.2.1).
    const png = await file('PNG');
    expect(png.toString('latin1', 1, 4)).toBe('PNG');
    const length = (name: string) => Number(new RegExp(`<svg[^>]* ${name}="([\\d.]+)"`).exec(svg)![1]);
    // A PNG has whole pixels; an SVG may have fractions.
    expect(Math.abs(png.readUInt32BE(16) - 2 * length('width'))).toBeLessThan(2);
    expect(Math.abs(png.readUInt32BE(20) - 2 * length('height'))).toBeLessThan(2);
  });

  await page.getByText(matrix.title, { exact: true }).click();
  const table = page.getByTestId('arms-matrix');
  const head = (name: string) => table.locator('thead th').filter({ hasText: name });
  const cellOf = (arm: string, column: string) => page.getByTitle(matrix.open({ arm: armTitle(arm), column }));

  await test.step('is sorted by a column, by keyboard too', async () => {
    const numbers = async () =>
      (await page.getByTitle(', wide-search: ').locator('b').allInnerTexts()).map((shown) => Number(shown));
    const column = head('wide-search');
    await expect(column).toHaveAttribute('aria-sort', 'none');
    await column.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(column).toHaveAttribute('aria-sort', 'descending');
    const descending = await numbers();
    expect(new Set(descending).size).toBeGreaterThan(2);
    expect(descending).toEqual(descending.toSorted((a, b) => b - a));
    await page.keyboard.press('Enter');
    await expect(column).toHaveAttribute('aria-sort', 'ascending');
  });

  await test.step('at equal operations and by another measure has other numbers', async () => {
    const cell = cellOf('genenv', 'wide-search');
    const before = await cell.innerText();
    await page.getByLabel(matrix.axis, { exact: true }).selectOption('flops');
    await expect(cell).not.toHaveText(before);
    const atEnd = await cell.innerText();
    await page.getByLabel(matrix.measure, { exact: true }).selectOption('area');
    await expect(cell).not.toHaveText(atEnd);
  });

  await test.step('a cell opens the curves of its runs, and closes them', async () => {
    const cell = cellOf('static', 'wide-search');
    await cell.click();
    await expect(cell).toHaveAttribute('aria-expanded', 'true');
    const runs = page.locator('details').filter({ has: table });
    const title = matrix.runsOf({ arm: armTitle('static'), column: 'wide-search' });
    await expect(runs.getByRole('heading', { name: title })).toBeVisible();
    const csv = (await saved(page, runs.getByRole('button', { name: 'CSV', exact: true }))).toString();
    expect(csv).toContain('# arms: ["static"]');
    await cell.click();
    await expect(runs.locator('figure')).toHaveCount(0);
  });

  await test.step('scrolls in its own box on a phone', async () => {
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    const box = page.getByRole('region', { name: matrix.title });
    expect(await box.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true);
  });
});

test('Theorem 1 follows its sliders; Proposition 1 is measured on the agent of the open run', async ({ open }) => {
  const { page } = await open({ address: '/#theory' });
  const section = page.getByRole('region', { name: theoryText.theorem.title });
  const { sliders } = theoryText.theorem;
  const turn = (label: string, value: number) => section.getByRole('slider', { name: label }).fill(String(value));
  const exact = section.getByTestId('theorem-exact');
  const chance = (n: number, p2: number, alpha: number) => misrankProbability({ p: 0.5, n }, { p: p2, n }, alpha);
  await expect(exact).toHaveText(formatNumber(chance(8, 0.1, 0.5)));
  await turn(sliders.n, 32);
  await turn(sliders.p2, 0.2);
  await turn(sliders.alpha, 0.6);
  await expect(exact).toHaveText(formatNumber(chance(32, 0.2, 0.6)));
  const bound = misrankBound({ p: 0.5, n: 32 }, { p: 0.2, n: 32 }, 0.6);
  await expect(section.getByTestId('theorem-bound')).toHaveText(formatNumber(bound));
  await turn(sliders.p2, 0.7);
  await expect(section).toContainText(theoryText.theorem.equal({ distance: '0.1' }));
  await turn(sliders.p2, 0.9);
  // The drawing shows the new rates.
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
