/**
 * @file A figure on a dark page. Its file is black on white; the page shows the same drawing with each colour paired with
 * one for dark pages (CSS Color Adjust 1, `light-dark()`), so that it follows the page's theme without being drawn again.
 */
import type { FigureColour } from './marks.ts';

/**
 * The colours of figures, each with its partner on `DARK.white`. Hue stays, so that an arm is known in both; lightness
 * rises to a contrast of 3 for marks (WCAG 2.2, 1.4.11) and of 4.5 for text.
 */
export const DARK: Readonly<Record<FigureColour | 'white', string>> = {
  // Paper, ink and muted text.
  white: '#1a1d22',
  '#1b1b1f': '#e9e7e2',
  '#5c5c66': '#a0a3ab',
  // The paper's own numbers, and the band.
  '#8a8a94': '#9a9aa6',
  '#f0e442': '#cfc23a',
  // The palette of arms (marks.ts).
  '#0072b2': '#4ba3dc',
  '#d55e00': '#f0813a',
  '#009e73': '#2cc496',
  '#cc79a7': '#dd93bb',
  '#e69f00': '#efb43a',
  '#56b4e9': '#8fd0f5',
  '#7a7a00': '#b5b544',
  '#444444': '#bdbdbd',
  '#882255': '#c95f95',
  '#332288': '#8f80e8',
  '#117733': '#4fb16f',
  '#aa4499': '#cf7bc2',
  '#a0522d': '#d08a62',
  '#5f6f00': '#a2b23a',
};

const COLOUR = /(?<==")(?:white|#[0-9a-f]{6})(?=")/g;

const isPaired = (colour: string): colour is keyof typeof DARK => Object.hasOwn(DARK, colour);

/** A colour of figures for a page of either theme, as CSS; other colours stay. */
export const onEitherTheme = (colour: string): string =>
  isPaired(colour) ? `light-dark(${colour}, ${DARK[colour]})` : colour;

/** @param svg of render.ts */
export const withDarkColours = (svg: string): string => svg.replace(COLOUR, onEitherTheme);
