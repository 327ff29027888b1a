import katex from 'katex';
import { parseHTML } from 'linkedom';
import { expect, it } from 'vitest';
import { FORMULAS } from './article-data.ts';

/** Number of children that MathML Core requires. Firefox reports any other number as an error. */
const CHILDREN: Record<string, number> = { msub: 2, msup: 2, msubsup: 3, munder: 2, mover: 2, munderover: 3, mfrac: 2 };

it.each(Object.entries(FORMULAS))('sets the formula %s as valid MathML', (_, tex) => {
  const { document } = parseHTML(`<html>${katex.renderToString(tex, { output: 'mathml' })}</html>`);
  const scripts = [...document.querySelectorAll(Object.keys(CHILDREN).join())];
  expect(scripts).not.toEqual([]);
  expect(scripts.filter(({ localName, children }) => children.length !== CHILDREN[localName])).toEqual([]);
});
