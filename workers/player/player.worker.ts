/** @file Runs models: our own on a GPU device, or others on ONNX Runtime. `part` says which. */
import { serve } from '../rpc/serve.ts';

serve(async (part) =>
  part === 'onnx'
    ? new (await import('./onnx-host.ts')).OnnxHost()
    : new (await import('./policy-host.ts')).PolicyHost(),
);
