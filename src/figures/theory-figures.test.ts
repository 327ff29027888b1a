import { expect, it } from 'vitest';
import { figureWords } from '../text/figure-words.ts';
import { figureSvg, headlessDocument } from './render.ts';
import { proposition1, theorem1 } from './theory-figures.ts';
import { defaultTheorem1 } from './words.ts';

it('are drawn from the numbers above', () => {
  const rows = theorem1(figureWords, { ...defaultTheorem1, trials: 500 }).rows;
  expect(rows.find(({ n }) => n === 16)).toMatchObject({
    exact: expect.closeTo(0.013, 3),
    bound: expect.closeTo(2.26, 2),
  });
  expect(() => theorem1(figureWords, { ...defaultTheorem1, closer: 0.1, farther: 0.5 })).toThrow(
    'batches-in-wrong-order',
  );
  const half = proposition1(8, figureWords).rows.find(({ p }) => p === 0.5);
  expect(half).toMatchObject({ centred: expect.closeTo(7 / 32, 12), mixed: expect.closeTo(1 - 2 / 256, 12) });
});

it('are the same bytes every time, with their parameters inside', () => {
  for (const figure of [theorem1(figureWords, { ...defaultTheorem1, trials: 500 }), proposition1(8, figureWords)]) {
    const svg = figureSvg(figure, headlessDocument());
    expect(figureSvg(figure, headlessDocument())).toBe(svg);
    expect(svg).not.toContain('NaN');
    expect(svg).toContain(figure.id === 'theorem-1' ? '"trials":500' : '"groupSize":8');
  }
});
