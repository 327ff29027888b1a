import { csvParse } from 'd3-dsv';
import { beforeAll, describe, expect, it } from 'vitest';
import { defaultSettings, type Settings } from '../genenv/settings/settings.ts';
import type { RunSummary } from '../analysis/run-summary.ts';
import { parseSummaries, summaryLine } from '../analysis/run-summary.ts';
import { parseSweep, sweepRuns } from '../sweeps/sweep-file.ts';
import { summarisingRunner } from '../sweeps/sweep.ts';
import { knownRun } from '../analysis/testing/summaries.ts';
import { openTableRun, smallSweep } from '../sweeps/testing/table-runs.ts';
import { ablation, ablationRows } from './ablation.ts';
import { armCurves } from './arm-curves.ts';
import { figureCsv } from './csv.ts';
import { figure4 } from './figure-4.ts';
import { figure6 } from './figure-6.ts';
import { figure7 } from './figure-7.ts';
import { shareInBand } from '../analysis/results/parts-of-run.ts';
import { figure8 } from './figure-8.ts';
import type { Figure } from './figure.ts';
import { headlessDocument } from './headless-document.ts';
import { allFigures, missingAblations } from './index.ts';
import { armColour } from './marks.ts';
import { overlay, runLabels } from './overlay.ts';
import { figureSvg } from './render.ts';
import { table1 } from './table-1.ts';

const curve = (end: number) => [0, end / 2, end];

const twoArms = (): RunSummary[] =>
  [1, 2, 3].flatMap((seed) => [
    knownRun({ seed, heldOut: curve(0.6 + seed / 10) }),
    knownRun({ arm: 'random', seed, heldOut: curve(0.2) }),
  ]);

const rowOf = (figure: Figure, wanted: Record<string, unknown>) =>
  figure.rows.find((row) => Object.entries(wanted).every(([name, value]) => row[name] === value));

describe('mean curves', () => {
  it('are over the runs of an arm, with their cost and their n', () => {
    const rows = armCurves({ summaries: twoArms() }, 'held-out success', 'rollouts');
    expect(rows.map(({ series, epoch, x, n }) => [series, epoch, x, n])).toEqual([
      ['genenv', 0, 0, 3],
      ['genenv', 1, 100, 3],
      ['genenv', 2, 200, 3],
      ['random', 0, 0, 3],
      ['random', 1, 100, 3],
      ['random', 2, 200, 3],
    ]);
    expect(rows[2].mean).toBeCloseTo(0.8, 12);
    expect(rows[2].low).toBeGreaterThan(0.699);
    expect(rows[2].high).toBeLessThan(0.901);
  });

  it('have no band of one run, and pass over what a run has not', () => {
    const one = knownRun({ heldOut: curve(0.5), epochs: (epoch) => ({ agentKl: epoch === 2 ? 0.1 : null }) });
    expect(armCurves({ summaries: [one] }, 'agentKl', 'epoch')).toMatchObject([
      { epoch: 2, n: 1, mean: 0.1, low: null, high: null },
    ]);
    expect(armCurves({ summaries: [one] }, 'reward', 'seconds')).toEqual([]);
  });
});

describe('table 1', () => {
  it('has every arm and the starting model, at the budget all have spent', () => {
    const summaries = [...twoArms(), knownRun({ arm: 'static', heldOut: [0, 0.1] })];
    const figure = table1({ summaries });
    // Static ends after 100 rollouts: so everyone is measured there. By level: success and half of it.
    expect(rowOf(figure, { arm: 'genenv' })).toMatchObject({ family: 'household', rollouts: 100, n: 3 });
    expect(rowOf(figure, { arm: 'genenv' })!.mean).toBeCloseTo(0.75 * 0.4, 12);
    expect(rowOf(figure, { arm: 'static' })).toMatchObject({ n: 1, low: null });
    // Three starting points, though seven runs: arms share them.
    expect(rowOf(figure, { arm: 'base' })).toMatchObject({ title: 'Base', mean: 0, n: 3, rollouts: 0 });
  });
});

describe('figure 4', () => {
  it('cuts a run into six parts', () => {
    const run = knownRun({
      heldOut: Array.from({ length: 13 }, () => 0),
      epochs: (epoch) => ({ successRate: Math.ceil(epoch / 2) / 10 }),
    });
    const parts = figure4({ summaries: [run] }).rows.filter(({ quantity }) => quantity === 'score by sixths');
    expect(parts.map(({ mean }) => mean)).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6]);
    expect(figure4({ summaries: twoArms() }).notes).toEqual(['The score by sixths needs runs of at least 6 epochs.']);
  });
});

describe('figure 6', () => {
  it('says which arms are missing, and finds a place for others', () => {
    expect(figure6({ summaries: twoArms() }).notes).toEqual([
      'Not among these runs: GenEnv-Static, Offline ×2, Offline ×4.',
    ]);
    const figure = figure6({ summaries: [...twoArms(), knownRun({ arm: 'base-data', heldOut: curve(0.3) })] });
    expect(figure.panels.map(({ title }) => title)).toContain('Against the others');
    expect(figure.caption).toContain('arms may rank otherwise');
  });
});

describe('figure 7', () => {
  it('counts the epochs within the band, borders included', () => {
    const rates = [0.1, 0.4, 0.6, 0.61];
    const run = knownRun({ heldOut: [0, 0, 0, 0, 0], epochs: (epoch) => ({ successRate: rates[epoch - 1] }) });
    expect(shareInBand(run)).toBe(0.5);
    expect(figure7({ summaries: [run] }).notes).toEqual([
      'GenEnv: 50% of epochs in the band (n = 1).',
      'Not among these runs: GenEnv-Random.',
    ]);
  });
});

describe('figure 8', () => {
  it('shows solved, unsolved and mixed groups of both arms', () => {
    const figure = figure8({ summaries: twoArms() });
    expect(figure.rows).toHaveLength(3 * 2 * 2);
    expect(rowOf(figure, { quantity: 'unsolvedShare', series: 'random', epoch: 2 })).toMatchObject({ mean: 1 });
  });
});

describe('ablations', () => {
  const vary = (name: keyof Settings, values: unknown[]) =>
    values.flatMap((value, i) =>
      [1, 2].map((seed) => knownRun({ seed, heldOut: curve(0.2 * (i + 1)), settings: { [name]: value } })),
    );

  it('measure every value at one budget, in order', () => {
    const summaries = vary('beta', [10, 2, 8]);
    const rows = ablationRows({ summaries }, 'beta').filter(({ measure }) => measure === 'At the end');
    expect(rows.map(({ value, n, budget }) => [value, n, budget])).toEqual([
      ['2', 2, 200],
      ['8', 2, 200],
      ['10', 2, 200],
    ]);
    expect(rows.map(({ mean }) => mean)).toEqual([0.4, expect.closeTo(0.6, 12), 0.2]);
    expect(ablation({ summaries }, 'beta').title).toContain('(β)');
  });

  it('take choices as they come, and warn of anything else that differs', () => {
    const summaries = vary('successScope', ['task', 'batch', 'epoch']);
    expect([...new Set(ablationRows({ summaries }, 'successScope').map(({ value }) => value))]).toEqual([
      'task',
      'batch',
      'epoch',
    ]);
    expect(ablation({ summaries }, 'successScope').notes).toEqual([]);
    const mixed = [...summaries, knownRun({ heldOut: curve(0.1), settings: { alpha: 0.3 } })];
    expect(ablation({ summaries: mixed }, 'successScope').notes[0]).toContain('alpha');
  });
});

describe('an overlay', () => {
  it('labels runs by what differs', () => {
    const summaries = [
      knownRun({ seed: 1, heldOut: curve(0.3) }),
      knownRun({ seed: 2, heldOut: curve(0.3), settings: { alpha: 0.3 } }),
      knownRun({ arm: 'random', seed: 1, heldOut: curve(0.3) }),
    ];
    expect(runLabels(summaries)).toEqual([
      'GenEnv, seed 1, alpha 0.5',
      'GenEnv, seed 2, alpha 0.3',
      'GenEnv-Random, seed 1, alpha 0.5',
    ]);
    expect(overlay({ summaries }, 'seconds').notes).toEqual(['None of these runs has recorded seconds.']);
    const telemetry = new Map([[summaries[0].id, { id: summaries[0].id, seconds: [1, 2, 3] }]]);
    expect(overlay({ summaries, telemetry }, 'seconds').notes).toEqual([expect.stringMatching(/^2 of 3 runs/)]);
  });

  it('gives repetitions one colour, and grid points of one arm different ones', () => {
    const arms = [1, 2].flatMap((seed) => [
      knownRun({ seed, heldOut: curve(0.3) }),
      knownRun({ arm: 'random', seed, heldOut: curve(0.2) }),
    ]);
    expect(overlay({ summaries: arms }).legend.map(({ name, colour }) => [name, colour])).toEqual([
      ['GenEnv', armColour('genenv')],
      ['GenEnv-Random', armColour('random')],
    ]);
    const grid = [0.3, 0.7].flatMap((alpha) =>
      [1, 2].map((seed) => knownRun({ seed, heldOut: curve(0.3), settings: { alpha } })),
    );
    const { legend } = overlay({ summaries: grid });
    expect(legend.map(({ name }) => name)).toEqual(['GenEnv, alpha 0.3', 'GenEnv, alpha 0.7']);
    expect(new Set(legend.map(({ colour }) => colour)).size).toBe(2);
  });
});

describe('names of a hostile file', () => {
  it('stay text in a drawing', () => {
    const hostile = '"><img src=x onerror=alert(1)></title></metadata><script>alert(2)</script>';
    const summaries = [
      { ...knownRun({ models: hostile, seed: 1, heldOut: curve(0.3) }), arm: hostile },
      { ...knownRun({ models: hostile, seed: 2, heldOut: curve(0.3) }), arm: hostile, id: hostile },
    ];
    for (const figure of allFigures({ summaries })) {
      const svg = figureSvg(figure, headlessDocument());
      expect(svg).not.toMatch(/<img|<script/);
      const document = headlessDocument();
      document.body.innerHTML = svg;
      expect(document.querySelectorAll('img, script')).toHaveLength(0);
    }
  });
});

describe('ablations that cannot be shown', () => {
  it('are named', () => {
    const summaries = [0.3, 0.7].map((alpha) => knownRun({ heldOut: curve(0.3), settings: { alpha } }));
    expect(missingAblations({ summaries })).toMatch(/no ablation of beta, .*: run a sweep/);
    expect(missingAblations({ summaries })).not.toMatch(/alpha/);
  });
});

describe('figures from the output of a sweep', () => {
  let text: string;

  beforeAll(async () => {
    const runs = await sweepRuns(parseSweep(JSON.stringify({ ...smallSweep, grid: { alpha: [0.4, 0.5] } })));
    const runOne = summarisingRunner(openTableRun);
    const lines: string[] = [];
    for (const run of runs) {
      const { summary } = await runOne(run, () => {}, new AbortController().signal);
      lines.push(summaryLine(summary));
    }
    text = lines.join('\n');
  });

  const drawn = () =>
    allFigures({ summaries: parseSummaries(text) }).map((figure) => ({
      figure,
      svg: figureSvg(figure, headlessDocument()),
      csv: figureCsv(figure),
    }));

  it('are the same bytes every time', () => {
    const [first, again] = [drawn(), drawn()];
    const ofPaper = ['table-1', 'figure-1', 'figure-4', 'figure-5', 'figure-6', 'figure-7', 'figure-8'];
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
