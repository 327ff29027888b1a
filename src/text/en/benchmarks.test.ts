import { expect, it } from 'vitest';
import { BENCHMARKS } from '../../benchmarks/registry.ts';
import { benchmarkText } from './benchmarks.ts';

it('describes every file that a benchmark reads', () => {
  const paths = BENCHMARKS.flatMap(({ files }) => files.map(({ path }) => path));
  expect(paths.filter((path) => benchmarkText.fileDescription(path) === '')).toEqual([]);
});
