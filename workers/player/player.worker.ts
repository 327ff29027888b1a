/** @file Runs models, ours on their own GPU device or others on ONNX Runtime. The worker's name says which. */
import { serve } from '../rpc/serve.ts';
import { threadTask } from '../rpc/thread-name.ts';

serve(async () =>
  threadTask() === 'onnx'
    ? (await import('./onnx/open.ts')).openOnnx()
    : new (await import('./policy/host.ts')).PolicyHost(),
);
