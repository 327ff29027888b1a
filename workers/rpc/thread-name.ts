/**
 * @file The parts of the page that its threads follow: the switches in its address, and its language. A thread has
 * neither of its own, so each gets them with its name, and hands them on to the threads it starts.
 */
import { DEFAULT_LANGUAGE, language, LANGUAGE_SWITCH } from '../../src/text/language.ts';

/** `?tune=off`: kernels keep their default variant, so that times can be compared exactly. */
export const TUNE = 'tune';
/** `?features=off`: kernels do without the features that not every graphics processor has. */
const FEATURES = 'features';
const OFF = 'off';
/** `?onnx=webgpu`: ONNX Runtime takes WebGPU on a software adapter too, where its WebAssembly is much faster. */
const ONNX = 'onnx';
const WEBGPU = 'webgpu';

/** The switches of the page's address; in the page and in its threads. */
const switches = (): URLSearchParams =>
  new URLSearchParams(typeof document === 'undefined' ? (self.name.split('?')[1] ?? '') : location.search);

/** True if the page's address switches the tuning of kernels off. */
export const isTuningOff = (): boolean => switches().get(TUNE) === OFF;

/** True if the page's address switches subgroups, their matrices and f16 off. */
export const areFeaturesOff = (): boolean => switches().get(FEATURES) === OFF;

/** True if the page's address asks for WebGPU on a software adapter. */
export const isSoftwareGpuWanted = (): boolean => switches().get(ONNX) === WEBGPU;

/** The name for a thread to start: what it does, the switches, and a language other than the default. */
export function threadName(does: string): string {
  const set = new URLSearchParams();
  if (isTuningOff()) set.set(TUNE, OFF);
  if (areFeaturesOff()) set.set(FEATURES, OFF);
  if (isSoftwareGpuWanted()) set.set(ONNX, WEBGPU);
  if (language() !== DEFAULT_LANGUAGE) set.set(LANGUAGE_SWITCH, language());
  return set.size > 0 ? `${does}?${set}` : does;
}
