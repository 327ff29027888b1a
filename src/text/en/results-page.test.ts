/** @file The results page of runs whose numbers are known: verdicts follow the intervals, whichever way they lie. */
import { describe, expect, it } from 'vitest';
import { knownRun } from '../../analysis/testing/summaries.ts';
import { armResults } from '../../analysis/results/arm-results.ts';
import { pageFigures, resultsPage } from './results-page.ts';
import { PAPER_CLAIMS } from '../../analysis/results/paper-claims.ts';

const SEEDS = [1, 2, 3, 4, 5, 6];
const spread = (seed: number) => seed / 200;

/** GenEnv ahead of Random, level with Static, behind the level rule. */
const summaries = SEEDS.flatMap((seed) =>
  ['first', 'second'].flatMap((models) => {
    const arm = (name: string, last: number, environmentFlops = 0) =>
      knownRun({
        arm: name,
        seed,
        models,
        heldOut: [0.02, 0.2, last],
        environmentFlops,
        epochs: (epoch) => ({
          mixedShare: name === 'genenv' ? 0.5 : 0.1,
          successRate: name === 'genenv' ? 0.5 : 0.9,
          taskLength: 10 - epoch,
          meanLevel: 3 - epoch,
        }),
      });
    const sign = seed % 2 === 0 ? 1 : -1;
    return [
      arm('genenv', 0.6 + spread(seed), 40),
      arm('random', 0.2),
      arm('static', 0.6 + spread(seed) + 0.05 * sign),
      arm('level-rule', 0.9),
    ];
  }),
);
const runs = { summaries };
const page = resultsPage([{ name: 'arms', path: 'results/arms.json', runs }], 'npx genenv results …');

const verdictOf = (claim: string): string => {
  const [, after] = page.split(`**${claim}`);
  return /\*([^*]+)\.\*/.exec(after.slice(after.indexOf('\n')))![1];
};
const claimOn = (words: string): string => PAPER_CLAIMS.find(({ claim }) => claim.includes(words))!.claim;

describe('results of arms', () => {
  it('are means with error, differences to the control and ways to thresholds, at a common budget', () => {
    const { budget, arms } = armResults(runs, 'rollouts', { control: 'random', thresholds: [0.25, 0.95] })!;
    expect(budget).toBe(200);
    const [genenv, random] = arms;
    expect(genenv.final.n).toBe(12);
    expect(genenv.final.mean).toBeCloseTo(0.6 + spread(3.5), 12);
    expect(genenv.difference!.mean).toBeCloseTo(0.4 + spread(3.5), 12);
    expect(genenv.area.mean).toBeCloseTo((0.11 + (0.8 + spread(3.5)) / 2) / 2, 12);
    expect(genenv.reached).toEqual([
      { runs: 12, of: 12, median: 2 },
      { runs: 0, of: 12, median: null },
    ]);
    expect(random.difference).toBeNull();
  });

  it('change with the axis: at equal operations GenEnv has made fewer epochs', () => {
    const { budget, arms } = armResults(runs, 'flops', { control: 'random', thresholds: [] })!;
    expect(budget).toBe(200);
    expect(arms[0].final.mean).toBeCloseTo(0.2, 12);
  });
});

describe('the results page', () => {
  it('names what was run', () => {
    expect(page).toContain('48 runs of 4 arms from [`results/arms.json`](results/arms.json)');
    expect(page).toContain('seeds 1, 2, 3, 4, 5, 6');
    expect(page).toContain('npx genenv results …');
    expect(page).not.toContain('Too few runs');
  });

  it('says what holds, what the opposite of holds, what is not shown and what nobody tested', () => {
    expect(verdictOf(claimOn('improves the agent'))).toBe('Holds here');
    // Ahead at equal rollouts; at equal operations GenEnv is two epochs behind.
    expect(verdictOf(claimOn('GenEnv-Random'))).toBe('Holds in part');
    expect(verdictOf(claimOn('band around α'))).toBe('Holds here');
    expect(verdictOf(claimOn('longer tasks'))).toMatch(/^The opposite/);
    expect(verdictOf(claimOn('×2'))).toBe('Not tested here');
    expect(verdictOf('Against a rule that raises')).toMatch(/^The opposite/);
    expect(page).toContain('Not among these runs: Offline ×2.');
  });

  it('gives every claim its interval and n', () => {
    const findings = page.split('\n').filter((line) => /^- (Holds|The opposite|Not shown) here\./.test(line));
    expect(findings.length).toBeGreaterThan(10);
    for (const line of findings) expect(line).toMatch(/\[[+-]?[\d.]+, [+-]?[\d.]+\] \(95% bootstrap interval.*n = \d+/);
  });

  it('shows a figure for each it names, and the same page of the same runs', () => {
    const figures = pageFigures({ name: 'arms', path: '', runs });
    expect(new Set(figures.map(({ id }) => id)).size).toBe(figures.length);
    for (const { id } of figures) expect(page).toContain(`(results/figures/arms-${id}.svg)`);
    expect(resultsPage([{ name: 'arms', path: 'results/arms.json', runs }], 'npx genenv results …')).toBe(page);
  });

  it('warns of few runs', () => {
    const few = { summaries: summaries.filter(({ settings }) => settings.seed === 1) };
    const page = resultsPage([{ name: 'few', path: 'x', runs: few }], '');
    expect(page).toContain('**Too few runs.** An arm with n = 2');
    expect(page).not.toMatch(/^- (Holds|The opposite|Not shown)/m);
  });
});
