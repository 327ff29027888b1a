import { expect, it } from 'vitest';
import { highlightWgsl } from './highlight.ts';

it('cuts WGSL into pieces of a kind and loses nothing', () => {
  const source =
    '// a <b>\n@group(0) @binding(0) var<storage, read> x: array<f32>;\nfn main() { let y = max(x[0], 1.5); }\n';
  const pieces = highlightWgsl(source);
  expect(pieces.map(({ text }) => text).join('')).toBe(source);
  const kindOf = (text: string) => pieces.find((piece) => piece.text === text)?.kind;
  expect(kindOf('// a <b>')).toBe('comment');
  expect(kindOf('fn')).toBe('keyword');
  expect(kindOf('f32')).toBe('type');
  expect(kindOf('main')).toBe('function');
  expect(kindOf('1.5')).toBe('number');
  expect(kindOf('binding')).toBe('attribute');
});
