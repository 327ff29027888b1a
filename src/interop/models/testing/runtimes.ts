/** @file The runtimes of an export for the tests of a file, or of the `describe` in which they are asked for. */
import { nodeRuntime } from '../../../onnx/node-runtime.ts';
import { Transformers } from '../../../onnx/transformers.ts';
import { testDevice } from '../../../tensor/testing/check-op.ts';
import type { Runtimes } from '../formats.ts';

export function testRuntimes(): () => Runtimes {
  const device = testDevice();
  return () => ({ device: device(), transformers: () => Transformers.open(nodeRuntime) });
}
