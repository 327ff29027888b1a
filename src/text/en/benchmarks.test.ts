import { expect, it } from 'vitest';
import { nodePython } from '../../benchmarks/node-python.ts';
import { benchmarks } from '../../benchmarks/registry.ts';
import { benchmarkText } from './benchmarks.ts';

it('describes every file that a benchmark reads', () => {
  const paths = benchmarks(nodePython).flatMap(({ files }) => files.map(({ path }) => path));
  expect(paths.filter((path) => benchmarkText.fileDescription(path) === '')).toEqual([]);
});
