/** @file The results page of runs whose numbers are known: verdicts follow the intervals, whichever way they lie. */
import { csvParse } from 'd3-dsv';
import { expect, it } from 'vitest';
import { presetSettings } from '../../genenv/settings/presets.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import type { Runs } from '../../analysis/axes.ts';
import { fourArms, knownRun, presetRun } from '../../analysis/testing/summaries.ts';
import { paperClaims } from './paper-claims.ts';
import { pageFigures } from '../../figures/page-figures.ts';
import { figureWords } from './figure-words.ts';
import { resultsPage } from './results-page.ts';
import { resultsTables } from './results-tables.ts';

const summaries = fourArms();
const runs = { summaries };
const pageOfAll = (named: Readonly<Record<string, Runs>>): string => {
  const sweeps = Object.entries(named).map(([name, runs]) => ({ name, path: `results/${name}.json`, runs }));
  return resultsPage(sweeps, pageFigures(sweeps, figureWords), 'npx genenv results …');
};
const pageOf = (name: string, shown: Runs): string => pageOfAll({ [name]: shown });
const page = pageOf('arms', runs);
const tableOf = (table: string, shown: Runs = runs) =>
  csvParse(resultsTables([{ name: 'arms', path: '', runs: shown }]).get(`${table}.csv`)!);

/** The verdict in the only column of a sweep. */
const verdictOf = (claim: string, shown = page): string => {
  const row = shown.split('\n').find((line) => line.startsWith(`| ${claim}`))!;
  return row.split(' | ').at(-1)!.replace(' |', '');
};
const claimOn = (words: string): string => Object.values(paperClaims).find(({ claim }) => claim.includes(words))!.claim;

it('names what was run', () => {
  expect(page).toContain('48 runs of 4 arms from [`results/arms.json`](results/arms.json)');
  expect(page).toContain('seeds 1, 2, 3, 4, 5, 6');
  expect(page).toContain('npx genenv results …');
  expect(page).not.toContain('Too few runs');
});

it('says what holds, what the opposite of holds, what is not shown and what nobody tested', () => {
  expect(verdictOf(claimOn('improves the agent'))).toBe('holds');
  // Ahead at equal rollouts; at equal operations GenEnv is an epoch behind on the way there.
  expect(verdictOf(claimOn('GenEnv-Random'))).toBe('depends on what is measured');
  // Level at equal rollouts, an epoch behind at equal operations.
  expect(verdictOf(claimOn('GenEnv-Static'))).toBe('the opposite in part');
  expect(verdictOf(claimOn('band around α'))).toBe('holds');
  expect(verdictOf(claimOn('longer tasks'))).toMatch(/^the opposite/);
  expect(verdictOf(claimOn('×2'))).toBe('–');
  expect(verdictOf('Against a rule that raises')).toMatch(/^the opposite/);
  expect(tableOf('findings').find(({ claim }) => claim === 'beats-offline-2x')!.finding).toBe(
    'Not among these runs: Offline ×2.',
  );
});

it('says what holds in part: at equal operations GenEnv is ahead on the way there, and level at the end', () => {
  const shown = [1, 2, 3, 4, 5, 6].flatMap((seed) => [
    knownRun({ seed, heldOut: [0.1, 0.2, 0.6], environmentFlops: 100 }),
    knownRun({ arm: 'random', seed, heldOut: [0.1, 0.1, 0.2] }),
  ]);
  expect(verdictOf(claimOn('GenEnv-Random'), pageOf('dear', { summaries: shown }))).toBe('holds in part');
});

it('gives every claim its interval and n', () => {
  const findings = tableOf('findings').filter(({ verdict }) => /^(holds|the opposite holds|not shown)$/.test(verdict));
  expect(findings.length).toBeGreaterThan(10);
  for (const { finding } of findings)
    expect(finding).toMatch(/\[[+-]?[\d.]+, [+-]?[\d.]+\] \(95% bootstrap interval.*n = \d+/);
});

it('shows a figure for each it names, and the same page of the same runs', () => {
  const figures = pageFigures([{ name: 'arms', path: 'results/arms.json', runs }], figureWords).get('arms')!;
  expect(new Set(figures.map(({ id }) => id)).size).toBe(figures.length);
  for (const { id } of figures) expect(page).toContain(`(results/figures/arms-${id}.svg)`);
  expect(pageOf('arms', runs)).toBe(page);
});

it('shows how different the tasks were where the summaries tell', () => {
  expect(tableOf('courses')[0].different_goals_in_window).toBe('');
  const told = summaries.map((run) => ({
    ...run,
    epochs: Array.from({ length: 12 }, (_, i) => ({
      ...run.epochs[0],
      epoch: i + 1,
      // Only the windows that end with the epochs 10 to 12 are whole.
      windowTasks: i < 9 ? 1 : 90 + i,
      windowGoals: 7,
      levelCoverage: 0.25,
    })),
  }));
  const [genenv] = tableOf('courses', { summaries: told }).filter(({ arm }) => arm === 'genenv');
  expect(genenv).toMatchObject({
    attempted_in_window: '100',
    different_tasks_in_window: '100',
    different_goals_in_window: '7',
    share_of_levels_in_window: '0.25',
  });
});

it('says how long each arm stays in the band, by settings where they differ', () => {
  // p̂ of GenEnv is .5 in both epochs.
  const inBand = { arm: 'genenv', runs: '12', inside_after: '1', inside_after_low: '1', inside_after_high: '1' };
  expect(tableOf('band')).toContainEqual(expect.objectContaining(inBand));
  const few = summaries.filter(({ arm }) => arm === 'genenv').slice(0, 2);
  const tuned = few.map((run) => ({ ...run, settings: { ...run.settings, alpha: 0.3 } }));
  const conditions = tableOf('band', { summaries: [...few, ...tuned] }).map(({ condition }) => condition);
  expect(conditions).toContain('alpha 0.3');
  const never = summaries.filter(({ arm }) => arm === 'random').slice(0, 2);
  expect(tableOf('band', { summaries: never })).toHaveLength(0);
});

/** GenEnv, which ends as told, and Random, at .4: function calling alone. */
const bothArms = (seed: number, last: number) =>
  (['genenv', 'random'] as const).map((arm) =>
    knownRun({
      arm,
      seed,
      heldOut: [0.1, arm === 'genenv' ? last : 0.4],
      settings: { ...presetSettings('function-calling'), seed },
    }),
  );

it('begins with Table 1 where runs stand in it', () => {
  expect(page).not.toContain('## Table 1');
  const calls = [1, 2, 3, 4, 5].flatMap((seed) => bothArms(seed, 0.6));
  const shown = pageOf('calls', { summaries: calls });
  const [row] = shown.split('\n').filter((line) => line.startsWith('| [Function calling](function-calling.md)'));
  expect(row).toContain('| 0.100 [0.100, 0.100], n = 5 | 0.400 [0.400, 0.400], n = 5 | – | – | – | – | 0.600');
  expect(row).toContain('| +0.2 [0.200, 0.200] | holds | BFCL: 7 → 41.8% |');
  expect(shown).toContain('No runs here of the families after ALFWorld, API-Bank, Bamboogle, TravelPlanner.');
  expect(shown).toContain('(results/figures/families-table-1.svg)');
});

it('has a table of the seeds alone that nothing was chosen on', () => {
  const seen = [1, 2, 3, 4, 5].flatMap((seed) => bothArms(seed, 0.9));
  expect(pageOf('calls', { summaries: seen })).not.toContain('**On fresh seeds alone.**');
  const fresh = [511, 512, 513, 514, 515].flatMap((seed) => bothArms(seed, 0.5));
  const shown = pageOf('calls', { summaries: [...seen, ...fresh] });
  const rows = shown.slice(shown.indexOf('**On fresh seeds alone.**')).split('\n');
  expect(rows.find((row) => row.startsWith('| Function calling |'))).toMatch(
    /0\.400 \[.+\], n = 5 \| 0\.500 \[.+\], n = 5 \| \+0\.1 \[.+\] \| holds \|$/,
  );
});

it('shows all arms of all sweeps, at equal rollouts and at equal operations, each column at its own budget', () => {
  const calls = (seed: number, arm: 'genenv' | 'spice', last: number) => {
    const settings = { ...presetSettings('function-calling'), seed };
    return knownRun({ arm, seed, heldOut: [0.1, 0.2, last], settings });
  };
  const first = { summaries: [calls(1, 'genenv', 0.5), calls(2, 'genenv', 0.7)] };
  const second = { summaries: [calls(3, 'spice', 0.9)] };
  expect(pageOf('first', first)).not.toContain('## All arms');
  const shown = pageOfAll({ arms: runs, first, second });
  const rows = shown.slice(shown.indexOf('## All arms, all families')).split('\n');
  expect(rows.filter((row) => row.startsWith('| arm |')).slice(0, 2)).toEqual(
    Array(2).fill('| arm | `discovery` | `function-calling` |'),
  );
  expect(rows).toContain('| *agent rollouts* | 200 | 200 |');
  // At equal operations GenEnv, whose environment costs 100 beside 100, is where it was after its first epoch.
  expect(rows).toContain('| *floating-point operations of both models* | 200 | 200 |');
  const genenv = rows.filter((row) => row.startsWith('| GenEnv |'));
  expect(genenv[0]).toMatch(/n = 12 \| 0\.600 \[.+\], n = 2 \|$/);
  expect(genenv[1]).toMatch(/^\| GenEnv \| 0\.200 .+ n = 12 \| 0\.600/);
  expect(rows.find((row) => row.startsWith('| SPICE'))).toMatch(/\| – \| 0\.900 –, n = 1 \|$/);
});

it('puts GenEnv+ to each arm that was run beside it, over the seeds that both have', () => {
  const runOf = (arm: string, seed: number, last: number) => presetRun({ arm, seed, heldOut: [0, last] });
  const shown = pageOf('plus', {
    summaries: [1, 2, 3].flatMap((seed) => [
      runOf('genenv-plus', seed, 0.6),
      runOf('random', seed, 0.2),
      ...(seed < 3 ? [runOf('genenv', seed, 0.5)] : []),
    ]),
  });
  const section = shown.split('\n## ').find((one) => one.startsWith('GenEnv+ against each arm'))!;
  expect(section.match(/^\| GenEnv \| .*$/gm)).toEqual(
    // At equal rollouts, then at equal operations.
    Array.from({ length: 2 }, () => '| GenEnv | +0.1 [0.100, 0.100], n = 2 | +0.05 [0.050, 0.050] |'),
  );
  expect(section).toContain('| GenEnv-Random | +0.4 [0.400, 0.400], n = 3 | +0.2 [0.200, 0.200] |');
  expect(page).not.toContain('GenEnv+ against');
});

it('shows all families at once beside each alone where there are runs of both', () => {
  const runs = (preset: 'function-calling' | 'five-families', heldOut: number[], changes: Partial<Settings> = {}) =>
    [1, 2, 3].map((seed) => {
      const settings = { ...presetSettings(preset), ...changes, seed };
      return {
        ...knownRun({ seed, heldOut, settings, models: preset }),
        id: `${preset}, ${JSON.stringify(changes)}, ${seed}`,
      };
    });
  // Evaluated after each 100 rollouts: of five families, 20 of each.
  const together = runs('five-families', [0.2, 0.2, 0.2, 0.2, 0.2, 0.4]);
  const alone = runs('function-calling', [0.2, 0.8]);
  const shown = pageOf('both', { summaries: [...alone, ...together] });
  expect(page).not.toContain('## All families at once');
  const ofTogether = '0.300 [0.300, 0.300], n = 3';
  expect(shown).toContain(
    `| Function calling | 100 | 0.150 [0.150, 0.150], n = 3 | ${ofTogether} | +0.15 [0.150, 0.150] |`,
  );
  expect(shown).toContain('| Function calling | – | – | – | – |');
  expect(shown).toContain(
    `| Function calling | 100 | ${ofTogether} | 0.600 [0.600, 0.600], n = 3 | -0.3 [-0.300, -0.300] |`,
  );
  const controls = runs('five-families', [0.2, 0.6], { families: ['function-calling'] });
  const withControls = pageOfAll({ both: { summaries: [...alone, ...together] }, controls: { summaries: controls } });
  expect(withControls).toContain(
    `| Function calling | 100 | ${ofTogether} | 0.450 [0.450, 0.450], n = 3 | -0.15 [-0.150, -0.150] |`,
  );
  // Controls are named where they are used, and compare no arms.
  expect(withControls).toContain('3 runs of 1 arms from [`results/controls.json`]');
  expect(withControls).not.toContain('## controls');
  expect(shown).toContain('With n = 3, no interval');
});

it('warns of few runs', () => {
  const few = { summaries: summaries.filter(({ settings }) => settings.seed === 1) };
  const page = pageOf('few', few);
  expect(page).toContain('**Too few runs.** An arm with n = 2');
  for (const { verdict } of tableOf('findings', few)) expect(['too few runs', '–', '']).toContain(verdict);
});
