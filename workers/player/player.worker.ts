/** @file A thread that runs models: our own on a GPU device of its own, or those on ONNX Runtime. Its name says which. */
import { serve } from '../rpc/serve.ts';
import { threadTask } from '../rpc/thread-name.ts';

serve(async () =>
  threadTask() === 'onnx'
    ? (await import('./onnx/open.ts')).openOnnx()
    : new (await import('./policy/host.ts')).PolicyHost(),
);
