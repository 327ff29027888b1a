/**
 * @file What a worker knows of the page: its language and the switches of its address. A worker has no document, so whoever
 * starts it sends these options as its first message; a worker hands them on to the workers it starts.
 */
import { language, useLanguage } from '../../src/text/language.ts';
import type { Language } from '../../src/text/languages.ts';

export interface WorkerOptions {
  language: Language;
  /** `?onnx=webgpu`: ONNX Runtime takes WebGPU on a software adapter too, where its WebAssembly is much faster. */
  softwareGpu: boolean;
}

/** The first message to a worker. */
export interface InitMessage {
  init: WorkerOptions;
  /** Which part of its program the worker runs, if it has several. */
  part: string;
}

let received: WorkerOptions | undefined;

export const workerOptions = (): WorkerOptions =>
  received ?? {
    language: language(),
    softwareGpu: typeof document !== 'undefined' && new URLSearchParams(location.search).get('onnx') === 'webgpu',
  };

/** Call it before any module with messages is loaded. */
export function initWorker(options: WorkerOptions): void {
  received = options;
  useLanguage(options.language);
}
