/** @file The user reads recorded results, saves their figures as files, and moves the sliders of the paper's theory. */
import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { expect } from '@playwright/test';
import { figuresText, theoryText } from '../src/text/later.ts';
import { misrankBound, misrankProbability } from '../src/analysis/theory.ts';
import { formatNumber } from '../src/ui/shared/format.ts';
import { saved, still, test } from './page.ts';

test('figures of recorded results are saved as files', async ({ open }) => {
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
    // Width and height are at bytes 16 and 20 of a PNG (W3C PNG, §11.2.1).
    const png = await file('PNG');
    expect(png.toString('latin1', 1, 4)).toBe('PNG');
    const length = (name: string) => Number(new RegExp(`<svg[^>]* ${name}="([\\d.]+)"`).exec(svg)![1]);
    // A PNG has whole pixels, but an SVG may have fractions.
    expect(Math.abs(png.readUInt32BE(16) - 2 * length('width'))).toBeLessThan(2);
    expect(Math.abs(png.readUInt32BE(20) - 2 * length('height'))).toBeLessThan(2);
  });
});

test('Theorem 1 and Proposition 1 follow their sliders', async ({ open }) => {
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

  const { groupSize, p, title } = theoryText.proposition;
  const proposition = page.getByRole('region', { name: title });
  await proposition.getByRole('slider', { name: groupSize }).fill('4');
  await proposition.getByRole('slider', { name: p }).fill('0.5');
  await expect(proposition.getByTestId('proposition-mixed')).toHaveText(formatNumber(1 - 2 / 16));
  await expect(proposition.locator('[data-figure=proposition-1]')).toContainText('(G = 4)');
});
