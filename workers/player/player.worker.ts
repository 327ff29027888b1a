/** @file Runs our own models on a GPU device, or a model on ONNX Runtime if `part` is `onnx`. */
import { serve } from '../rpc/serve.ts';

serve(async (part) =>
  part === 'onnx'
    ? new (await import('./onnx-host.ts')).OnnxHost()
    : new (await import('./policy-host.ts')).PolicyHost(),
);
