import { afterEach, expect, it, vi } from 'vitest';
import { isSoftwareGpuWanted, threadName } from './thread-name.ts';

afterEach(() => vi.unstubAllGlobals());

it('hands the page’s switch on from thread to thread', () => {
  vi.stubGlobal('document', {});
  vi.stubGlobal('location', { search: '?v=3&onnx=webgpu' });
  expect(isSoftwareGpuWanted()).toBe(true);
  const name = threadName('coordinator');
  vi.unstubAllGlobals();
  vi.stubGlobal('self', { name });
  expect(isSoftwareGpuWanted()).toBe(true);
  expect(threadName('agent')).toBe('agent?onnx=webgpu');
});

it('is the plain name without the switch', () => {
  vi.stubGlobal('document', {});
  vi.stubGlobal('location', { search: '?onnx=wasm' });
  expect(threadName('coordinator')).toBe('coordinator');
  vi.unstubAllGlobals();
  vi.stubGlobal('self', { name: 'coordinator' });
  expect(isSoftwareGpuWanted()).toBe(false);
});
