/** @file The output of `genenv kernels`. */
import { expect, it } from 'vitest';
import type { KernelReport } from '../policy/inspection.ts';
import { kernelSource, kernelTable } from './kernel-list.ts';

const report = (name: string, wgsl: string): KernelReport => ({
  name,
  wgsl,
  dispatches: 12,
  grid: [3, 1, 1],
  bindings: [
    { name: 'x', shape: [8, 32], dtype: 'f32' },
    { name: 'ids', shape: [7], dtype: 'u32' },
  ],
});
const reports = [
  report('transpose', 'fn one() {}\n'),
  report('matmul', 'fn two() {}'),
  report('matmul', 'fn three() {}'),
];

it('lists each kernel with its dispatches, its grid and its tensors', () => {
  const [head, first, second] = kernelTable(reports)
    .split('\n')
    .filter((line) => line.includes('│'))
    .map((line) =>
      line
        .split('│')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(head).toEqual(['Kernel', 'Dispatches', 'Workgroups', 'Tensors']);
  expect(first).toEqual(['transpose', '12', '3 × 1 × 1', 'x f32 [8, 32]']);
  expect(second).toEqual(['', '', '', 'ids u32 [7]']);
});

it('prints the WGSL of one kernel, and of all that have its name', () => {
  expect(kernelSource(reports, 'transpose')).toBe('fn one() {}');
  expect(kernelSource(reports, 'matmul')).toBe('fn two() {}\n\nfn three() {}');
});

it('says which kernels there are where none has the name', () => {
  expect(() => kernelSource(reports, 'softmax')).toThrow(
    'no-such-kernel {"name":"softmax","names":"transpose; matmul"}',
  );
});
