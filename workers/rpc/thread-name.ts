/**
 * @file The parts of the page that its threads follow: the switches in its address, and its language. A thread has
 * neither of its own, so each gets them with its name, and hands them on to the threads it starts.
 */
import { DEFAULT_LANGUAGE, language, LANGUAGE_SWITCH } from '../../src/text/language.ts';

/** `?onnx=webgpu`: ONNX Runtime takes WebGPU on a software adapter too, where its WebAssembly is much faster. */
const ONNX = 'onnx';
const WEBGPU = 'webgpu';

/** The switches of the page's address; in the page and in its threads. */
const switches = (): URLSearchParams =>
  new URLSearchParams(typeof document === 'undefined' ? (self.name.split('?')[1] ?? '') : location.search);

/** True if the page's address asks for WebGPU on a software adapter. */
export const isSoftwareGpuWanted = (): boolean => switches().get(ONNX) === WEBGPU;

/** The name for a thread to start: what it does, the switches, and a language other than the default. */
export function threadName(does: string): string {
  const set = new URLSearchParams();
  if (isSoftwareGpuWanted()) set.set(ONNX, WEBGPU);
  if (language() !== DEFAULT_LANGUAGE) set.set(LANGUAGE_SWITCH, language());
  return set.size > 0 ? `${does}?${set}` : does;
}

/** Returns the worker's task: its name without the switches. */
export const threadTask = (): string => self.name.split('?')[0];
