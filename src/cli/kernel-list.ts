/** @file The output of `genenv kernels`: the kernels that ran as a table, or the WGSL of one. */
import Table from 'cli-table3';
import { CodedError } from '../common/coded-error.ts';
import type { KernelReport } from '../policy/inspection.ts';

/** A row per kernel: its name, its dispatches, and the grid and the tensors of the last one. */
export function kernelTable(reports: readonly KernelReport[]): string {
  const table = new Table({
    head: ['Kernel', 'Dispatches', 'Workgroups', 'Tensors'],
    colAligns: ['left', 'right', 'right', 'left'],
    style: { head: [], border: [] },
  });
  for (const { name, dispatches, grid, bindings } of reports) {
    const tensors = bindings.map((binding) => `${binding.name} ${binding.dtype} [${binding.shape.join(', ')}]`);
    table.push([name, dispatches, grid.join(' × '), tensors.join('\n')]);
  }
  return table.toString();
}

/** @throws CodedError where no kernel with this name ran */
export function kernelSource(reports: readonly KernelReport[], name: string): string {
  const found = reports.filter((report) => report.name === name);
  if (found.length === 0) {
    const names = [...new Set(reports.map((report) => report.name))].join('; ');
    throw new CodedError('no-such-kernel', { name, names });
  }
  return found.map(({ wgsl }) => wgsl.trimEnd()).join('\n\n');
}
