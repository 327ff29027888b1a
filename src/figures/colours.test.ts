import { expect, it } from 'vitest';
import { BAND, DARK, INK, MUTED, PALETTE, PAPER, withDarkColours } from './colours.ts';
import { figureSvg, headlessDocument } from './render.ts';
import { proposition1 } from './theory-figures.ts';

/** Computes the contrast of two colours `#rrggbb` (WCAG 2.2, “contrast ratio”). */
function contrast(a: string, b: string): number {
  const luminance = (colour: string) => {
    const channels = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
    const [red, green, blue] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

it('every colour of a mark has a partner of contrast 3, text of 4.5', () => {
  for (const colour of [...PALETTE, BAND, PAPER] as const) {
    expect(contrast(DARK[colour], DARK.white), colour).toBeGreaterThan(3);
  }
  for (const colour of [INK, MUTED] as const) expect(contrast(DARK[colour], DARK.white), colour).toBeGreaterThan(4.5);
});

it('every arm has a colour of its own, and so on a dark page', () => {
  const all = ['white', INK, MUTED, PAPER, BAND, ...PALETTE];
  expect(new Set(all).size).toBe(all.length);
  expect(new Set(Object.values(DARK)).size).toBe(all.length);
});

it('changes the attributes of a drawing and none of its words or data', () => {
  const svg = figureSvg(proposition1(8), headlessDocument());
  const themed = withDarkColours(svg);
  expect(themed).toContain(`fill="light-dark(white, ${DARK.white})"`);
  expect(themed).toContain(`light-dark(${INK}, ${DARK[INK]})`);
  expect(themed.replace(/light-dark\((white|#[0-9a-f]{6}), #[0-9a-f]{6}\)/g, '$1')).toBe(svg);
  const rest = [...themed.matchAll(/="(white|black|#[0-9a-f]{3,6}|rgb[^"]*)"/g)].map(([, colour]) => colour);
  expect(rest).toEqual([]);
});
