/**
 * @file Colours figures: each arm has one colour in all figures, with a partner for dark pages.
 *
 * A figure's file is black on white. The page pairs each colour with its partner (CSS Color Adjust 1, `light-dark()`),
 * so that the drawing follows the theme without being redrawn.
 */
import type { ComparedArm } from '../analysis/comparison.ts';

export const INK = '#1b1b1f';
export const MUTED = '#5c5c66';
export const BAND = '#f0e442';
export const PAPER = '#8a8a94';

/** Name of the starting model in lists of arms. */
export const BASE = 'base';

/**
 * Colours on white, and on `DARK.white`. Most are from the palettes of Okabe and Ito and of Tol, for readers with
 * red-green colour blindness. The dark colour has the same hue and a contrast of at least 3 (WCAG 2.2, 1.4.11).
 */
const ARM_COLOURS: Readonly<Record<ComparedArm | typeof BASE, readonly [light: string, dark: string]>> = {
  genenv: ['#0072b2', '#4ba3dc'],
  random: ['#d55e00', '#f0813a'],
  static: ['#009e73', '#2cc496'],
  'offline-2x': ['#cc79a7', '#dd93bb'],
  'offline-4x': ['#e69f00', '#efb43a'],
  'base-data': ['#56b4e9', '#8fd0f5'],
  offline: ['#7a7a00', '#b5b544'],
  [BASE]: ['#444444', '#bdbdbd'],
  'r-zero': ['#882255', '#c95f95'],
  'absolute-zero': ['#332288', '#8f80e8'],
  'level-rule': ['#117733', '#4fb16f'],
  mopps: ['#a0522d', '#d08a62'],
  sec: ['#8b1a1a', '#dd6b6b'],
  sqlm: ['#8b4789', '#c287c0'],
  'genenv-plus': ['#005f43', '#2fbf93'],
};
/** Colours on white, for arms of other programs and for curves that are not arms. */
export const PALETTE = Object.values(ARM_COLOURS).map(([light]) => light);

/** Partner of each colour on a dark page. Text colours have a contrast of at least 4.5 (WCAG 2.2, 1.4.3). */
export const DARK: Readonly<Record<string, string>> = {
  white: '#1a1d22',
  [INK]: '#e9e7e2',
  [MUTED]: '#a0a3ab',
  [PAPER]: '#9a9aa6',
  [BAND]: '#cfc23a',
  ...Object.fromEntries(Object.values(ARM_COLOURS)),
};

const isKnown = (arm: string): arm is keyof typeof ARM_COLOURS => Object.hasOwn(ARM_COLOURS, arm);

/** Returns an arm's colour: fixed for this program's arms, else a colour that no such arm in `beside` has. */
export function armColour(arm: string, beside: readonly string[] = []): string {
  if (isKnown(arm)) return ARM_COLOURS[arm][0];
  const taken = new Set(beside.filter(isKnown).map((known) => ARM_COLOURS[known][0]));
  const free = PALETTE.filter((colour) => !taken.has(colour));
  return free[beside.filter((other) => !isKnown(other)).indexOf(arm) % free.length];
}

/** Returns a colour for something that is not an arm, by its index in a list. */
export const paletteColour = (place: number): string => PALETTE[place % PALETTE.length];

const COLOUR = /(?<==")(?:white|#[0-9a-f]{6})(?=")/g;

/** Returns CSS that shows a figure's colour in both themes. Other colours are returned unchanged. */
export const onEitherTheme = (colour: string): string =>
  Object.hasOwn(DARK, colour) ? `light-dark(${colour}, ${DARK[colour]})` : colour;

export const withDarkColours = (svg: string): string => svg.replace(COLOUR, onEitherTheme);
