import { csvParse } from 'd3-dsv';
import { beforeAll, describe, expect, it } from 'vitest';
import { knownRun } from '../analysis/testing/summaries.ts';
import { defaultSettings } from '../genenv/settings/settings.ts';
import { summarisingRunner } from '../sweeps/sweep.ts';
import { parseSummaries, summaryLine } from '../sweeps/summaries-file.ts';
import { parseSweep, sweepRuns } from '../sweeps/sweep-file.ts';
import { openTableRun, smallSweep } from '../sweeps/testing/table-runs.ts';
import { figureWords } from '../text/figure-words.ts';
import { armTitle } from '../text/names.ts';
import { figureCsv, figureSvg, headlessDocument } from './render.ts';
import { allFigures, unvariedAblations } from './index.ts';
import { curve } from './testing/known-figures.ts';

it('ablations that can’t be shown are those the runs do not vary', () => {
  const summaries = [0.3, 0.7].map((alpha) => knownRun({ heldOut: curve(0.3), settings: { alpha } }));
  expect(unvariedAblations({ summaries })).toEqual(['beta', 'kMin', 'lambda', 'groupSize', 'successScope']);
});

describe('figures from the output of a sweep', () => {
  let text: string;

  beforeAll(async () => {
    const runs = await sweepRuns(parseSweep(JSON.stringify({ ...smallSweep, grid: { alpha: [0.4, 0.5] } })), armTitle);
    const runOne = summarisingRunner(openTableRun);
    const lines: string[] = [];
    for (const run of runs) {
      const { summary } = await runOne(run, () => {}, new AbortController().signal);
      lines.push(summaryLine(summary));
    }
    text = lines.join('\n');
  });

  const drawn = () =>
    allFigures({ summaries: parseSummaries(text) }, figureWords).map((figure) => ({
      figure,
      svg: figureSvg(figure, headlessDocument()),
      csv: figureCsv(figure),
    }));

  it('are the same bytes every time', () => {
    const [first, again] = [drawn(), drawn()];
    const summaries = parseSummaries(text).filter(({ settings }) => settings.alpha === 0.4);
    const ofPaper = allFigures({ summaries }, figureWords).flatMap(({ id }) => (id === 'overlay' ? [] : [id]));
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
      const rows = csvParse(lines.filter((line) => !line.startsWith('#')).join('\n'));
      expect(rows).toHaveLength(figure.rows.length);
      expect(rows.columns).toEqual(figure.columns);
      expect(figure.rows.every((row) => Object.keys(row).every((name) => figure.columns.includes(name)))).toBe(true);
    }
  });
});
