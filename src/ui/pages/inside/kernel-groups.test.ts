import { expect, it } from 'vitest';
import type { KernelReport } from '../../../policy/inspection.ts';
import { kernelGroups } from './kernel-groups.ts';

const report = (name: string): KernelReport => ({
  name,
  wgsl: `// ${name}`,
  dispatches: 1,
  grid: [1, 1, 1],
  bindings: [],
});
const kernels = {
  agent: ['adamw', 'rotary', 'group advantages', 'map GRPO token loss', 'agent reward', 'rms norm backward'].map(
    report,
  ),
  environment: ['difficulty filter', 'environment reward', 'rotary', 'log-probabilities'].map(report),
};
const names = (list: { report: KernelReport }[]) => list.map(({ report: { name } }) => name);

it('puts the method first, in the order of an epoch', () => {
  const { method, losses, learning, model } = kernelGroups(kernels, false);
  expect(names(method)).toEqual(['agent reward', 'environment reward', 'difficulty filter', 'group advantages']);
  expect(names(losses)).toEqual(['log-probabilities', 'map GRPO token loss']);
  expect(names(learning)).toEqual(['rms norm backward', 'adamw']);
  expect(model.map(({ player, report: { name } }) => [player, name])).toEqual([
    ['agent', 'rotary'],
    ['environment', 'rotary'],
  ]);
  const keys = [method, losses, learning, model].flat().map(({ key }) => key);
  expect(new Set(keys).size).toBe(10);
});

it('shows the kernels of a shared device once', () => {
  const { model } = kernelGroups({ agent: kernels.agent, environment: kernels.agent }, true);
  expect(model.map(({ player }) => player)).toEqual([null]);
});
