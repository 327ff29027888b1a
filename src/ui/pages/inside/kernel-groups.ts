/** @file The kernels that ran, by what they are for: those of the method first, in the order in which an epoch uses them. */
import type { PlayerName } from '../../../runs/look-inside.ts';
import type { SessionKernels } from '../../../runs/session-contract.ts';
import type { KernelReport } from '../../../policy/inspection.ts';

export const KERNEL_GROUPS = ['method', 'losses', 'learning', 'model'] as const;
export type KernelGroup = (typeof KERNEL_GROUPS)[number];

/** A kernel, and on whose device it ran; null: both players share one. */
export interface RanKernel {
  /** Unique among the kernels of a report: kernels of one name and player differ in their source. */
  key: string;
  player: PlayerName | null;
  report: KernelReport;
}

/** Names that belong to a group; within `method` and `losses` in this order. What fits none belongs to the model. */
const NAMES: Record<Exclude<KernelGroup, 'model'>, readonly RegExp[]> = {
  method: [
    /agent reward/,
    /success counts/,
    /environment reward/,
    /difficulty filter/,
    /group advantages/,
    /regression weights/,
  ],
  losses: [/^log-probabilities$/, /GRPO/, /RWR/, /token weight/, /sequence value/],
  learning: [/backward/, /adamw/, /backtrack/],
};

const ruleOf = (group: KernelGroup, name: string): number =>
  group === 'model' ? 0 : NAMES[group].findIndex((pattern) => pattern.test(name));

const groupOf = (name: string): KernelGroup => KERNEL_GROUPS.find((group) => ruleOf(group, name) >= 0)!;

/** @param shared both players run on one device, whose kernels each of them reports */
export function kernelGroups(kernels: SessionKernels, shared: boolean): Record<KernelGroup, RanKernel[]> {
  const of = (player: PlayerName, shownAs: PlayerName | null): RanKernel[] =>
    kernels[player].map((report, i) => ({ key: `${player} ${i}`, player: shownAs, report }));
  const all = shared ? of('agent', null) : [...of('agent', 'agent'), ...of('environment', 'environment')];
  const groups: Record<KernelGroup, RanKernel[]> = { method: [], losses: [], learning: [], model: [] };
  for (const kernel of all) groups[groupOf(kernel.report.name)].push(kernel);
  for (const group of KERNEL_GROUPS)
    groups[group].sort((a, b) => ruleOf(group, a.report.name) - ruleOf(group, b.report.name));
  return groups;
}
