/** @file Makes all figures of a small sweep, and checks their rows and files. */
import Papa from 'papaparse';
import { beforeAll, describe, expect, it } from 'vitest';
import { knownRun } from '../analysis/testing/summaries.ts';
import { defaultSettings, type Settings } from '../genenv/settings/settings.ts';
import { parseSummaries, summaryLine } from '../sweeps/summaries-file.ts';
import { makeTableRun, smallRuns } from '../sweeps/testing/table-runs.ts';
import { settingLabels } from '../text/names.ts';
import { ablation, ablationRows, allFigures, missingAblations } from './index.ts';
import { figure4, figure6, figure7, figure8 } from './paper-figures.ts';
import { figureCsv, figureSvg, headlessDocument } from './render.ts';
import { table1 } from './table-1.ts';
import { curve, rowOf, threeSeeds } from './testing/known-figures.ts';

it('ablations that can’t be shown are those the runs do not vary', () => {
  const summaries = [0.3, 0.7].map((alpha) => knownRun({ heldOut: curve(0.3), settings: { alpha } }));
  const note = missingAblations(summaries)!;
  for (const name of ['beta', 'kMin', 'lambda', 'groupSize', 'successScope'] as const)
    expect(note).toContain(settingLabels[name]);
  expect(note).not.toContain(settingLabels.alpha);
});

describe('figures from the output of a sweep', () => {
  let text: string;

  beforeAll(async () => {
    const lines: string[] = [];
    for (const run of await smallRuns({ grid: { alpha: [0.4, 0.5] } })) {
      lines.push(summaryLine(await makeTableRun(run, () => {}, new AbortController().signal)));
    }
    text = lines.join('\n');
  });

  const drawn = () =>
    allFigures(parseSummaries(text)).map((figure) => ({
      figure,
      svg: figureSvg(figure, headlessDocument()),
      csv: figureCsv(figure),
    }));

  it('are the same bytes every time', () => {
    const [first, again] = [drawn(), drawn()];
    const summaries = parseSummaries(text).filter(({ settings }) => settings.alpha === 0.4);
    const ofPaper = allFigures(summaries).flatMap(({ id }) => (id === 'overlay' ? [] : [id]));
    expect(ofPaper[0]).toBe('table-1');
    expect(first.map(({ figure }) => figure.id)).toEqual([
      ...ofPaper.map((id) => `${id}-alpha-0.4`),
      ...ofPaper.map((id) => `${id}-alpha-0.5`),
      'ablation-alpha',
      'overlay',
    ]);
    const changed = first.filter(({ svg, csv }, i) => svg !== again[i].svg || csv !== again[i].csv);
    expect(changed.map(({ figure }) => figure.id)).toEqual([]);
  });

  it('carry settings, seeds and runs, and every row in their CSV', () => {
    for (const { figure, svg, csv } of drawn()) {
      const { seeds, settings, varying, runs } = figure.provenance as Record<string, object>;
      expect(seeds).toEqual([1, 2]);
      expect(settings).toMatchObject({ tasksPerEpoch: 4, groupSize: 4 });
      const alpha = /alpha-(0\.\d)$/.exec(figure.id);
      if (alpha) expect({ ...defaultSettings, ...settings }).toMatchObject({ alpha: Number(alpha[1]) });
      else expect(varying).toMatchObject({ alpha: [0.4, 0.5] });
      const document = headlessDocument();
      document.body.innerHTML = svg;
      const metadata = JSON.parse(document.querySelector('metadata')!.textContent!);
      expect(metadata).toEqual({ figure: figure.id, ...figure.provenance });
      expect(document.querySelectorAll('svg svg')).toHaveLength(figure.panels.length);
      expect(svg).not.toContain('NaN');

      const lines = csv.split('\n');
      const comments = lines.filter((line) => line.startsWith('# '));
      expect(comments).toContain(`# seeds: ${JSON.stringify(seeds)}`);
      expect(comments).toContain(`# runs: ${JSON.stringify(runs)}`);
      const table = lines.filter((line) => !line.startsWith('#')).join('\n');
      const { data, meta } = Papa.parse(table, { header: true, skipEmptyLines: true });
      expect(data).toHaveLength(figure.rows.length);
      expect(meta.fields).toEqual([...new Set(figure.rows.flatMap((row) => Object.keys(row)))]);
    }
  });
});

const vary = (name: keyof Settings, values: unknown[]) =>
  values.flatMap((value, i) =>
    [1, 2].map((seed) => knownRun({ seed, heldOut: curve(0.2 * (i + 1)), settings: { [name]: value } })),
  );

it('measure every value at one budget, in order', () => {
  const summaries = vary('beta', [10, 2, 8]);
  const rows = ablationRows(summaries, 'beta').filter(({ measure }) => measure === 'At the end');
  expect(rows.map(({ value, n, budget }) => [value, n, budget])).toEqual([
    ['2', 2, 200],
    ['8', 2, 200],
    ['10', 2, 200],
  ]);
  expect(rows.map(({ mean }) => mean)).toEqual([0.4, expect.closeTo(0.6, 12), 0.2]);
  expect(ablation(summaries, 'beta').title).toContain('(β)');
});

it('take choices as they come, and warn of anything else that differs', () => {
  const summaries = vary('successScope', ['task', 'batch', 'epoch']);
  expect([...new Set(ablationRows(summaries, 'successScope').map(({ value }) => value))]).toEqual([
    'task',
    'batch',
    'epoch',
  ]);
  expect(ablation(summaries, 'successScope').notes).toEqual([]);
  const mixed = [...summaries, knownRun({ heldOut: curve(0.1), settings: { alpha: 0.3 } })];
  expect(ablation(mixed, 'successScope').notes[0]).toContain('alpha');
});

it('has every arm and the starting model, at the budget all have spent', () => {
  const summaries = [...threeSeeds(), knownRun({ arm: 'static', heldOut: [0, 0.1] })];
  const figure = table1([summaries]);
  // The arm static ends after 100 rollouts, so all arms are measured there. The second level has half of the first
  // level's success.
  expect(rowOf(figure, { arm: 'genenv' })).toMatchObject({ family: 'household', rollouts: 100, n: 3 });
  expect(rowOf(figure, { arm: 'genenv' })!.mean).toBeCloseTo(0.75 * 0.4, 12);
  expect(rowOf(figure, { arm: 'static' })).toMatchObject({ n: 1, low: null });
  // There are seven runs but only three starting points, because arms share them.
  expect(rowOf(figure, { arm: 'base' })).toMatchObject({ title: 'Base', mean: 0, n: 3, rollouts: 0 });
});

it('has families of several sweeps side by side, each at its own budget, and an average of what all have', () => {
  const longer = threeSeeds().map((summary) => ({
    ...summary,
    heldOut: summary.heldOut.map((row) => ({ ...row, byLevel: { travel: row.byLevel.household } })),
  }));
  const onlyGenEnv = longer.filter(({ arm }) => arm === 'genenv');
  const figure = table1([threeSeeds(), onlyGenEnv]);
  expect([...new Set(figure.rows.map(({ family }) => family))]).toEqual(['household', 'travel', 'average']);
  const average = rowOf(figure, { family: 'average', arm: 'genenv' })!;
  expect(average).toMatchObject({ n: 2, low: null });
  expect(average.mean).toBeCloseTo(0.75 * 0.8, 12);
  // Random has runs of only one family, so it has no average.
  expect(rowOf(figure, { family: 'average', arm: 'random' })).toBeUndefined();
});

describe('figure 4', () => {
  it('cuts a run into six parts', () => {
    const run = knownRun({
      heldOut: Array.from({ length: 13 }, () => 0),
      epochs: (epoch) => ({ successRate: Math.ceil(epoch / 2) / 10 }),
    });
    const parts = figure4([run]).rows.filter(({ quantity }) => quantity === 'score by sixths');
    expect(parts.map(({ mean }) => mean)).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6]);
    expect(figure4(threeSeeds()).notes).toEqual(['The score by sixths needs runs of at least 6 epochs.']);
  });
});

describe('figure 6', () => {
  it('says which arms are missing, and finds a place for others', () => {
    expect(figure6(threeSeeds()).notes).toEqual(['Not among these runs: GenEnv-Static, Offline ×2, and Offline ×4.']);
    const figure = figure6([...threeSeeds(), knownRun({ arm: 'base-data', heldOut: curve(0.3) })]);
    expect(figure.panels.map(({ title }) => title)).toContain('Against the others');
    expect(figure.caption).toContain('arms may rank differently');
  });
});

describe('figure 7', () => {
  it('counts the epochs within the band, borders included', () => {
    const rates = [0.1, 0.4, 0.6, 0.61];
    const run = knownRun({ heldOut: [0, 0, 0, 0, 0], epochs: (epoch) => ({ successRate: rates[epoch - 1] }) });
    expect(figure7([run]).notes).toEqual([
      'GenEnv: 50% of epochs in the band (n = 1).',
      'Not among these runs: GenEnv-Random.',
    ]);
  });
});

describe('figure 8', () => {
  it('shows solved, unsolved and mixed groups of both arms', () => {
    const figure = figure8(threeSeeds());
    expect(figure.rows).toHaveLength(3 * 2 * 2);
    expect(rowOf(figure, { quantity: 'unsolvedShare', series: 'random', epoch: 2 })).toMatchObject({ mean: 1 });
  });
});
