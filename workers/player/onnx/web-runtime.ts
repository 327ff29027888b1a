/** @file ONNX Runtime Web in the page's thread for it: files of our own build, fetched for the first model. */
import loader from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url';
import wasm from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url';
import { type RuntimeSource, webDevices } from '../../../src/onnx/runtime.ts';
import { isSoftwareGpuWanted } from '../../rpc/thread-name.ts';

const absolute = (path: string): string => new URL(path, location.href).href;

export const webRuntime: RuntimeSource = {
  load: () => import('onnxruntime-web/webgpu'),
  files: { mjs: absolute(loader), wasm: absolute(wasm) },
  devices: () => webDevices(navigator.gpu, isSoftwareGpuWanted()),
};
