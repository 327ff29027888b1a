/** @file Configurations as YAML 1.1 readers take them. */
import { expect, it } from 'vitest';
import { toYaml } from './yaml.ts';

it('writes numbers that every YAML reader takes for numbers', () => {
  expect(toYaml({ a: 1e-7, b: { c: 1e21, d: 1.5e-9 }, e: ['x', 1], f: [], g: null, h: true })).toBe(
    'a: 1.0e-7\nb:\n  c: 1.0e+21\n  d: 1.5e-9\ne:\n  - "x"\n  - 1\nf: []\ng: null\nh: true\n',
  );
});
