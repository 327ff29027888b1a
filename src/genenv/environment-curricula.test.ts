import { expect, it } from 'vitest';
import { inBand, rewardOf } from '../curriculum/environment-reward.ts';
import { defaultSettings } from './settings/settings.ts';
import {
  alphaCurriculum,
  failureRateCurriculum,
  sometimesCurriculum,
  rZeroCurriculum,
} from './environment-curricula.ts';

const count = (k: number) => ({ k, n: 10 });
const kept = (curriculum: typeof alphaCurriculum) =>
  Array.from({ length: 11 }, (_, k) => k).filter((k) => inBand(count(k), curriculum.band.of(defaultSettings)));

const rewards = ({ reward }: typeof alphaCurriculum, rates: readonly number[]) =>
  rates.map((rate) => rewardOf(rate, reward.of(defaultSettings)));

it('R-Zero: certainty earns nothing, .3 to .8 stay', () => {
  expect(rewards(rZeroCurriculum, [0, 0.25, 0.5, 0.75, 1])).toEqual([0, 0.5, 1, 0.5, 0]);
  expect(kept(rZeroCurriculum)).toEqual([3, 4, 5, 6, 7, 8]);
  expect(rZeroCurriculum.band.reason(count(2), false, defaultSettings)).toEqual({
    code: 'outside-fixed-band',
    k: 2,
    n: 10,
    low: 0.3,
    high: 0.8,
  });
});

it('Absolute Zero: the harder the better, but not impossible', () => {
  expect(rewards(failureRateCurriculum, [0, 0.1, 0.5, 1])).toEqual([0, 0.9, 0.5, 0]);
  expect(kept(failureRateCurriculum)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(failureRateCurriculum.band.reason(count(10), false, defaultSettings)).toEqual({
    code: 'solved-never-or-always',
    k: 10,
    n: 10,
  });
});

it('SQLM: all that is solved sometimes is worth the same', () => {
  expect(rewards(sometimesCurriculum, [0, 0.1, 0.5, 0.9, 1])).toEqual([0, 1, 1, 1, 0]);
  expect(kept(sometimesCurriculum)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

it('GenEnv: as its settings say', () => {
  expect(kept(alphaCurriculum)).toEqual([3, 4, 5, 6, 7]);
  expect(alphaCurriculum.band.of(defaultSettings)).toEqual({ low: 0.5 - 0.26, high: 0.5 + 0.26 });
});

it('says why with the numbers of the task', () => {
  expect(alphaCurriculum.band.reason({ k: 1, n: 8 }, false, { alpha: 0.5, beta: 8, kMin: 0.26 })).toEqual({
    code: 'outside-band',
    k: 1,
    n: 8,
    distance: 0.375,
    kMin: 0.26,
  });
  expect(alphaCurriculum.band.reason({ k: 4, n: 8 }, true, { alpha: 0.5, beta: 8, kMin: 0.1 })).toEqual({
    code: 'within-band',
    k: 4,
    n: 8,
    distance: 0,
    kMin: 0.1,
  });
});
