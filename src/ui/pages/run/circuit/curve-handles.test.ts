import { describe, expect, it } from 'vitest';
import { withEpochAlpha } from '../../../../genenv/epoch-settings.ts';
import { defaultSettings, setting } from '../../../../genenv/settings/settings.ts';
import {
  CURVE_HANDLES,
  type CurveHandle,
  type CurveSettings,
  handlePoint,
  handleValues,
  type Side,
  valueAt,
} from './curve-handles.ts';
import { filterScale } from './filter-scale.ts';

const scale = filterScale({ width: 432, height: 180 }, false);
const curve: CurveSettings = { alpha: 0.5, beta: 8, kMin: 0.26 };

/** Drags a handle `by` some pixels, and returns the new value of the handle's setting. */
function dragged(
  name: CurveHandle,
  by: { x?: number; y?: number },
  { from = curve, side = 1 as Side, epoch = (s: CurveSettings) => s } = {},
) {
  const pointOf = (value: number) => handlePoint(name, epoch({ ...from, [name]: value }), side, scale);
  const start = pointOf(from[name]);
  return valueAt({ x: start.x + (by.x ?? 0), y: start.y + (by.y ?? 0) }, handleValues(name), pointOf, from[name]);
}

describe('the handles of the curve', () => {
  it('take values within the ranges and steps of the settings', () => {
    expect(handleValues('alpha')).toHaveLength(21);
    expect(handleValues('alpha')[3]).toBe(0.15);
    expect([handleValues('kMin')[0], handleValues('kMin').at(-1)]).toEqual([0, 1]);
    expect([handleValues('beta')[1], handleValues('beta').at(-1)]).toEqual([0.5, 40]);
    for (const name of CURVE_HANDLES) expect(handleValues(name), name).toContain(setting(name).default);
  });

  it("stand on the peak, at the edges of the band, and at half the curve's height", () => {
    expect(handlePoint('alpha', curve, 1, scale)).toEqual({ x: scale.x(0.5), y: scale.y(1) });
    expect(handlePoint('kMin', curve, -1, scale)).toEqual({ x: scale.x(0.24), y: scale.floor });
    const shoulder = handlePoint('beta', curve, 1, scale);
    expect(shoulder.y).toBeCloseTo(scale.y(0.5), 9);
    expect(shoulder.x).toBeCloseTo(scale.x(0.5 + Math.sqrt(Math.LN2 / 8)), 9);
  });

  it('puts the handle of a flat curve at the end of the plot', () => {
    expect(handlePoint('beta', { ...curve, beta: 0 }, 1, scale)).toEqual({ x: scale.x(1), y: scale.y(1) });
  });
});

describe('a dragged handle', () => {
  it('goes to the nearest step, and stays if the pointer has hardly moved', () => {
    // The curve is 400 pixels wide, so a step of α is 20 pixels wide, and a step of k_min is 4.
    expect(dragged('alpha', { x: 41, y: 70 })).toBe(0.6);
    expect(dragged('alpha', { x: -9 })).toBe(0.5);
    expect(dragged('kMin', { x: 21 })).toBe(0.31);
    expect(dragged('kMin', { x: 21 }, { side: -1 })).toBe(0.21);
  });

  it('stops at the ends of the range', () => {
    expect(dragged('alpha', { x: 5000 })).toBe(1);
    expect(dragged('alpha', { x: -5000 })).toBe(0);
    expect(dragged('kMin', { x: 5000 })).toBe(1);
    expect(dragged('kMin', { x: -5000 })).toBe(0);
    expect(dragged('beta', { x: -5000 })).toBe(40);
    expect(dragged('beta', { x: 5000, y: -5000 })).toBe(0);
  });

  it('makes the curve steeper towards the peak, on either side of it', () => {
    expect(dragged('beta', { x: -30 })).toBeGreaterThan(8);
    expect(dragged('beta', { x: -30 }, { side: -1 })).toBeLessThan(8);
  });

  it('sets the base α whose α in this epoch is under the pointer if α follows success', () => {
    const rule = { ...defaultSettings, alphaRule: 'follows', alphaGain: 1 } as const;
    const epoch = (settings: CurveSettings) => withEpochAlpha({ ...rule, ...settings }, { household: 0.8 });
    // For α < .8, α_t = 2α − .8, so a step of α is 40 pixels wide. α_t is at least .05, so α ≤ .4 gives .05.
    expect(dragged('alpha', { x: 41 }, { epoch })).toBe(0.55);
    const low = { ...curve, alpha: 0.3 };
    expect(epoch(low).alpha).toBe(0.05);
    expect(dragged('alpha', { x: 1 }, { from: low, epoch })).toBe(0.3);
  });
});
