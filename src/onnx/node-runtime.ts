/** @file Opens ONNX Runtime Web's WebAssembly build from the installed package, on one thread. Node only. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { RuntimeSource } from './runtime.ts';

const { resolve } = createRequire(import.meta.url);
const installed = (file: string): string => pathToFileURL(resolve(`onnxruntime-web/${file}`)).href;

export const nodeRuntime: RuntimeSource = {
  load: () => import('onnxruntime-web'),
  files: {
    mjs: installed('ort-wasm-simd-threaded.mjs'),
    wasm: installed('ort-wasm-simd-threaded.wasm'),
  },
  devices: async () => ({ order: ['wasm'], withoutWebGpu: 'Node', halfPrecision: false }),
};
