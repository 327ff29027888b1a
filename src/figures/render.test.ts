/** @file A drawing has the width that it is given; names of a hostile file stay text in it. */
import { expect, it } from 'vitest';
import { knownRun } from '../analysis/testing/summaries.ts';
import { figureWords } from '../text/figure-words.ts';
import { headlessDocument } from './files.ts';
import { allFigures } from './index.ts';
import { figureSvg, NARROW, renderFigure, WIDE } from './render.ts';
import { curve } from './testing/known-figures.ts';

it('a drawing for a phone is as narrow as it, and its letters are those of the wide one', () => {
  const [, figure1] = allFigures({ summaries: [knownRun({ heldOut: curve(0.3) })] }, figureWords);
  const [wide, narrow] = [WIDE, NARROW].map((room) => renderFigure(figure1, headlessDocument(), room));
  expect(narrow.getAttribute('width')).toBe(String(NARROW));
  const sizes = (drawing: Element) => [...drawing.children].map((part) => part.getAttribute('font-size'));
  expect(new Set(sizes(narrow))).toEqual(new Set(sizes(wide)));
});

it('names of a hostile file stay text in a drawing', () => {
  const hostile = '"><img src=x onerror=alert(1)></title></metadata><script>alert(2)</script>';
  const summaries = [
    { ...knownRun({ models: hostile, seed: 1, heldOut: curve(0.3) }), arm: hostile },
    { ...knownRun({ models: hostile, seed: 2, heldOut: curve(0.3) }), arm: hostile, id: hostile },
  ];
  for (const figure of allFigures({ summaries }, figureWords)) {
    const svg = figureSvg(figure, headlessDocument());
    expect(svg).not.toMatch(/<img|<script/);
    const document = headlessDocument();
    document.body.innerHTML = svg;
    expect(document.querySelectorAll('img, script')).toHaveLength(0);
  }
});
