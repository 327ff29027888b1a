import { expect, it } from 'vitest';
import { ruleNames } from '../text/reports.ts';
import { memoryFiles } from './files.ts';
import { benchmarkByName, BENCHMARKS } from './registry.ts';

it('have different names, and the error for an unknown name lists them', () => {
  const names = BENCHMARKS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(ruleNames[benchmarkByName('bfcl').rule]).toBe('BFCL-AST rule');
  expect(() => benchmarkByName('nope')).toThrow('unknown-benchmark {"name":"nope","names":"bfcl, ');
});

it.each(BENCHMARKS.map((benchmark) => [benchmark.name, benchmark] as const))(
  '%s says what is wrong with an empty folder and with one of noise',
  async (_, benchmark) => {
    const noise = benchmark.files.map(({ path }) => [path.replaceAll('*', 'x'), 'x\0\n{"id": 1}\n'] as const);
    for (const source of [memoryFiles([]), memoryFiles(noise)]) {
      const { items, problems } = await benchmark.load(source);
      expect(items).toEqual([]);
      expect(problems.length).toBeGreaterThan(0);
    }
  },
);
