import { describe, expect, it } from 'vitest';
import { knownRun } from '../analysis/testing/summaries.ts';
import { allFigures } from './index.ts';
import { figureSvg, headlessDocument, NARROW, renderFigure, WIDE, wrapped } from './render.ts';
import { curve } from './testing/known-figures.ts';
import { proposition1, theorem1 } from './theory-figures.ts';
import { defaultTheorem1 } from '../analysis/theory.ts';

it('a drawing for a phone is as narrow as it, and its letters are those of the wide one', () => {
  const [, figure1] = allFigures([knownRun({ heldOut: curve(0.3) })]);
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
  for (const figure of allFigures(summaries)) {
    const svg = figureSvg(figure, headlessDocument());
    expect(svg).not.toMatch(/<img|<script/);
    const document = headlessDocument();
    document.body.innerHTML = svg;
    expect(document.querySelectorAll('img, script')).toHaveLength(0);
  }
});

describe('text in lines', () => {
  it('breaks English at spaces, and loses nothing of it', () => {
    const text = 'Mean of n = 5 runs per arm (“one” model pair) with the 95% bootstrap interval.';
    const lines = wrapped(text, 20);
    expect(lines.every((line) => line.length <= 20)).toBe(true);
    expect(lines.join(' ')).toBe(text);
  });

  it('breaks Chinese between characters, but never before a mark that closes nor after one that opens', () => {
    const text =
      '每个实验组 n = 5 次运行的平均（5 个随机种子，1 对模型），附 95% 自助法区间。“在区间内”的时间，说明不了学习。';
    const lines = wrapped(text, 22);
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    for (const line of lines) {
      expect(line).not.toMatch(/^[、。，；：！？）》」”]/u);
      expect(line).not.toMatch(/[（《「“]$/u);
    }
  });

  it('breaks Korean at spaces, and counts its syllables as wide', () => {
    const text = '환경 모델이 과제를 쓰고 에이전트가 그것을 푼다.';
    const lines = wrapped(text, 12);
    expect(lines).toEqual(['환경 모델이', '과제를 쓰고', '에이전트가', '그것을 푼다.']);
  });
});

it('are drawn from the numbers above', () => {
  const rows = theorem1().rows;
  expect(rows.find(({ n }) => n === 16)).toMatchObject({
    exact: expect.closeTo(0.013, 3),
    bound: expect.closeTo(2.26, 2),
  });
  expect(() => theorem1({ ...defaultTheorem1, closer: 0.1, farther: 0.5 })).toThrow('batches-in-wrong-order');
  const half = proposition1(8).rows.find(({ p }) => p === 0.5);
  expect(half).toMatchObject({ centred: expect.closeTo(7 / 32, 12), mixed: expect.closeTo(1 - 2 / 256, 12) });
});

it('are the same bytes every time, with their parameters inside', () => {
  for (const figure of [theorem1(), proposition1(8)]) {
    const svg = figureSvg(figure, headlessDocument());
    expect(figureSvg(figure, headlessDocument())).toBe(svg);
    expect(svg).not.toContain('NaN');
    expect(svg).toContain(figure.id === 'theorem-1' ? '"rollouts":8' : '"groupSize":8');
  }
});
