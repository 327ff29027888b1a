/** @file Claims and their cautions in sentences: none without interval and n. */
import { expect, it } from 'vitest';
import { compareArms } from '../../analysis/claims.ts';
import type { RunSummary } from '../../analysis/run-summary.ts';
import { knownRun, twoArms } from '../../analysis/testing/summaries.ts';
import { claimSentence } from './claims.ts';

const sentenceOf = (summaries: readonly RunSummary[], request: Partial<Parameters<typeof compareArms>[1]> = {}) => {
  const [claim] = compareArms({ summaries }, { treatment: 'genenv', control: 'random', ...request });
  return claimSentence(claim);
};
const seeds = [1, 2, 3, 4, 5];
const few = (count: number) => twoArms().filter(({ settings }) => settings.seed <= count);

it('says the difference with interval, n and budget', () => {
  expect(sentenceOf(twoArms())).toMatch(
    /^GenEnv − GenEnv-Random, held-out success after 200 agent rollouts: \+0\.43 \[\+0\.414, \+0\.446\] \(95% bootstrap interval of paired differences, n = 5: 5 seeds of one model pair\)\. The interval leaves out 0\.$/,
  );
  const costly = seeds.flatMap((seed) => [
    knownRun({ seed, heldOut: [0, 0.25, 0.5, 0.75], environmentFlops: 100 }),
    knownRun({ arm: 'random', seed, heldOut: [0, 0.2 + seed / 100, 0.4 + seed / 100] }),
  ]);
  expect(sentenceOf(costly, { axis: 'flops' })).toContain('after 200 floating-point operations of both models');
  const twice = [...twoArms(), ...twoArms().map((run) => ({ ...run, models: 'other' }))];
  expect(sentenceOf(twice)).toContain('n = 10: 5 seeds and 2 model pairs');
});

it('names the condition', () => {
  const summaries = [0.3, 0.5].flatMap((alpha) =>
    twoArms().map((run) => ({ ...run, settings: { ...run.settings, alpha } })),
  );
  const claims = compareArms({ summaries }, { treatment: 'genenv', control: 'random' });
  expect(claims.map((claim) => claimSentence(claim).slice(0, 16))).toEqual(['With alpha 0.3: ', 'With alpha 0.5: ']);
});

it('warns of few runs, and shows nothing of them though they agree', () => {
  const agreeing = [1, 2].flatMap((seed) => [
    knownRun({ seed, heldOut: [0, 0.6] }),
    knownRun({ arm: 'random', seed, heldOut: [0, 0.5] }),
  ]);
  expect(sentenceOf(agreeing)).toContain('So few runs make the true coverage at most 0.50: no difference is shown.');
  expect(sentenceOf(few(3))).toContain('So few runs make the true coverage at most 0.75');
});

it('says that no difference is shown where the interval holds 0', () => {
  const level = seeds.flatMap((seed) => [
    knownRun({ seed, heldOut: [0, 0.5 + (seed - 3) / 10] }),
    knownRun({ arm: 'random', seed, heldOut: [0, 0.5] }),
  ]);
  expect(sentenceOf(level)).toContain('The interval holds 0: no difference is shown.');
});

it('says why nothing is claimed', () => {
  expect(sentenceOf(few(1))).toBe(
    'nothing is claimed of GenEnv against GenEnv-Random: only one seed has both of them on the same models, and an ' +
      'interval needs at least two. Run more seeds.',
  );
  const apart = seeds.flatMap((seed) => [
    knownRun({ seed, models: 'first', heldOut: [0, 0.6] }),
    knownRun({ arm: 'random', seed, models: 'second', heldOut: [0, 0.2] }),
  ]);
  expect(sentenceOf(apart)).toContain('no seed has both of them');
  expect(sentenceOf(twoArms(), { axis: 'seconds' })).toContain('not all of their runs have recorded seconds');
});
