/**
 * @file Draws a figure as one SVG: title, legend, panels and caption, with settings and seeds in the metadata. The
 * caller provides the document: the page's, or one without a browser. Equal runs give equal bytes.
 */
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { formatCsv } from '../common/csv.ts';
import { INK, MUTED } from './colours.ts';
import type { Figure } from './figure.ts';

/** Writes the figure's rows as CSV, with comment lines that begin with `#`: `pandas.read_csv(path, comment="#")`. */
export function figureCsv({ title, caption, notes, provenance, rows }: Figure): string {
  const comments = [
    title,
    caption,
    ...notes,
    ...Object.entries(provenance).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
  ];
  return `${comments.map((line) => `# ${line.replaceAll('\n', ' ')}\n`).join('')}${formatCsv(rows)}\n`;
}

export const headlessDocument = (): Document => parseHTML('<!doctype html><html><body></body></html>').document;

/** Range of Chinese and Japanese characters, beside which a line may break. Each is as wide as the font size. */
const UNSPACED = '\\u3000-\\u9fff\\uff00-\\uffef';
/** Matches characters of about double width: `UNSPACED`, and Korean syllables, which have spaces between words. */
const WIDE_LETTERS = new RegExp(`[${UNSPACED}\\uac00-\\ud7af]`, 'u');
/** Matches a piece that is never broken: a word with the space before it, or one character of `UNSPACED`. */
const PIECE = new RegExp(`\\s*[（《「“]*(?:[${UNSPACED}]|[^\\s${UNSPACED}]+)?[、。，；：！？）》」”]*`, 'gu');

/** Returns the width of a text in average Latin characters. */
const widthInCharacters = (text: string): number =>
  [...text].reduce((width, character) => width + (WIDE_LETTERS.test(character) ? 1.8 : 1), 0);

/**
 * Breaks a text into lines. A line may break at a space, and beside a Chinese or Japanese character. Closing marks stay
 * with the text before them, and opening marks with the text after them.
 * @param characters line width in average Latin characters
 */
export function wrapped(text: string, characters: number): string[] {
  const lines: string[] = [];
  for (const piece of text.match(PIECE) ?? []) {
    if (piece === '') continue;
    const longer = (lines.at(-1) ?? '') + piece;
    if (lines.length > 0 && widthInCharacters(longer) <= characters) lines[lines.length - 1] = longer;
    else lines.push(piece.trimStart());
  }
  return lines;
}

/** Widths of a whole figure in pixels: for files and wide screens, and for phones. */
export const WIDE = 860;
export const NARROW = 328;
const panelHeight = 280;
const NAMESPACE = 'http://www.w3.org/2000/svg';
const FONT = 'system-ui, sans-serif';
const GAP = 16;
const LINE = 16;
/** Average width of a character relative to the font size, precise enough for line breaks. */
const CHARACTER = 0.55;
/** Upper estimate of the same ratio, so that names in a legend do not touch even in a wide font. */
const WIDE_CHARACTER = 0.62;
const WIDEST_PANEL = 420;

const figureMetadata = ({ id, provenance }: Figure): string => JSON.stringify({ figure: id, ...provenance });

/** Draws a figure. @param room width for texts in pixels; panels are wider only if their labels would touch */
export function renderFigure(figure: Figure, document: Document, room = WIDE): SVGSVGElement {
  const width = Math.max(room, ...figure.panels.map(({ narrowest = 0 }) => narrowest));
  const columns = Math.max(1, Math.min(figure.panels.length, Math.floor(width / (WIDEST_PANEL - GAP))));
  const panelWidth = Math.floor((width - GAP * (columns - 1)) / columns);

  const element = (name: string, attributes: Record<string, string | number>, text?: string): Element => {
    const made = document.createElementNS(NAMESPACE, name);
    for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const parts: Element[] = [];
  let y = 0;
  const write = (text: string, size: number, colour: string, weight = 400) => {
    for (const line of wrapped(text, Math.floor(room / (size * CHARACTER)))) {
      y += Math.max(LINE, Math.ceil(size * 1.3));
      parts.push(
        element('text', { x: 0, y, 'font-size': size, 'font-weight': weight, fill: colour, 'font-family': FONT }, line),
      );
    }
  };

  write(figure.title, 18, INK, 600);
  if (figure.legend.length > 0) {
    y += GAP / 2;
    let x = 0;
    for (const { name, colour } of figure.legend) {
      const length = 14 + Math.ceil(widthInCharacters(name) * 12 * WIDE_CHARACTER) + GAP;
      if (x > 0 && x + length > room) {
        x = 0;
        y += LINE;
      }
      parts.push(
        element('rect', { x, y: y + 3, width: 10, height: 10, fill: colour }),
        element('text', { x: x + 14, y: y + 12, 'font-size': 12, fill: INK, 'font-family': FONT }, name),
      );
      x += length;
    }
    y += LINE;
  }
  y += GAP / 2;
  figure.panels.forEach(({ title, options: plot }, i) => {
    const column = i % columns;
    if (i > 0 && column === 0) y += panelHeight + LINE + GAP;
    const x = column * (panelWidth + GAP);
    parts.push(
      element('text', { x, y: y + 13, 'font-size': 13, 'font-weight': 600, fill: INK, 'font-family': FONT }, title),
    );
    const svg = Plot.plot({
      marginLeft: 48,
      marginBottom: 36,
      ...plot,
      document,
      width: panelWidth,
      height: panelHeight,
      figure: false,
    });
    for (const [attribute, value] of Object.entries({ x, y: y + LINE, color: INK, 'font-family': FONT }))
      svg.setAttribute(attribute, String(value));
    parts.push(svg);
  });
  if (figure.panels.length > 0) y += panelHeight + LINE + GAP / 2;
  for (const text of [figure.caption, ...figure.notes]) write(text, 12, MUTED);
  y += GAP / 2;

  const root = element('svg', {
    xmlns: NAMESPACE,
    width,
    height: y,
    viewBox: `0 0 ${width} ${y}`,
    role: 'img',
    'aria-label': figure.title,
  }) as SVGSVGElement;
  root.append(
    element('title', {}, figure.title),
    element('desc', {}, figure.caption),
    element('metadata', {}, figureMetadata(figure)),
    element('rect', { width, height: y, fill: 'white' }),
    ...parts,
  );
  return root;
}

export const figureSvg = (figure: Figure, document: Document, room?: number): string =>
  `${renderFigure(figure, document, room).outerHTML.replaceAll('&nbsp;', '&#160;')}\n`;
