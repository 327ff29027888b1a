/** @file The cost of a run of the round loop, as a table of Markdown. */
import type { LargeGpu, LargeModels, RunCost } from '../../interop/loop/run-cost.ts';

const count = (value: number): string => value.toLocaleString('en-US', { maximumSignificantDigits: 3 });
const millions = (value: number): string => `${count(value / 1e6)} million`;

export interface CostColumn {
  models: LargeModels;
  cost: RunCost;
}

/** One column a case. */
export function costTable(gpu: LargeGpu, columns: readonly CostColumn[]): string {
  const rows: [string, (column: CostColumn) => string][] = [
    [`GPUs (${gpu.name})`, ({ cost }) => String(cost.gpus)],
    ['tokens that the environment writes', ({ cost }) => millions(cost.environmentTokens)],
    ['tokens that the agent writes', ({ cost }) => millions(cost.agentTokens)],
    ['tokens learned from, with their prompts', ({ cost }) => millions(cost.learnedTokens)],
    ['operations', ({ cost }) => `${count(cost.flops / 1e18)} · 10¹⁸`],
    ['hours: sampling', ({ cost }) => count(cost.hours.sampling)],
    ['hours: learning', ({ cost }) => count(cost.hours.learning)],
    ['hours: starting commands', ({ cost }) => count(cost.hours.starting)],
    ['hours in all', ({ cost }) => count(cost.hours.total)],
    ['GPU hours', ({ cost }) => count(cost.gpuHours)],
    ['disk, a round with weights and optimizer states', ({ cost }) => `${count(cost.diskPerRound / 1e9)} GB`],
  ];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['', ...columns.map(({ models }) => `tasks of ${count(models.taskTokens)} tokens`)]),
    line(['', ...columns].map(() => '---')),
    ...rows.map(([name, cell]) => line([name, ...columns.map(cell)])),
  ].join('\n');
}
