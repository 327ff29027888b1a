import { afterEach, expect, it, vi } from 'vitest';
import { areFeaturesOff, isSoftwareGpuWanted, isTuningOff, threadName } from './thread-name.ts';

afterEach(() => vi.unstubAllGlobals());

it('hands the page’s switch on from thread to thread', () => {
  vi.stubGlobal('document', {});
  vi.stubGlobal('location', { search: '?v=3&tune=off' });
  expect(isTuningOff()).toBe(true);
  const name = threadName('coordinator');
  vi.unstubAllGlobals();
  vi.stubGlobal('self', { name });
  expect(isTuningOff()).toBe(true);
  expect(threadName('agent')).toBe('agent?tune=off');
});

it('is the plain name without the switch', () => {
  vi.stubGlobal('document', {});
  vi.stubGlobal('location', { search: '?tune=on' });
  expect(threadName('coordinator')).toBe('coordinator');
  vi.unstubAllGlobals();
  vi.stubGlobal('self', { name: 'coordinator' });
  expect(isTuningOff()).toBe(false);
});

it('hands on that kernels shall do without features', () => {
  vi.stubGlobal('document', {});
  vi.stubGlobal('location', { search: '?features=off' });
  const name = threadName('agent');
  vi.unstubAllGlobals();
  vi.stubGlobal('self', { name });
  expect(areFeaturesOff()).toBe(true);
});

it('hands on that ONNX Runtime shall take WebGPU on a software adapter', () => {
  vi.stubGlobal('document', {});
  vi.stubGlobal('location', { search: '?onnx=webgpu&tune=off' });
  expect(isSoftwareGpuWanted()).toBe(true);
  const name = threadName('coordinator');
  expect(name).toBe('coordinator?tune=off&onnx=webgpu');
  vi.unstubAllGlobals();
  vi.stubGlobal('self', { name });
  expect([isSoftwareGpuWanted(), isTuningOff()]).toEqual([true, true]);
});
