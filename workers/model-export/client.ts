/** @file The thread that exports models, as the page sees it: one typed object, and an end. */
import { spawn, type WorkerHandle } from '../rpc/spawn.ts';
import { threadName } from '../rpc/thread-name.ts';
import type { ModelExporter } from './contract.ts';

export function startModelExport(): WorkerHandle<ModelExporter> {
  const worker = new Worker(new URL('./model-export.worker.ts', import.meta.url), {
    type: 'module',
    name: threadName('model-export'),
  });
  return spawn<ModelExporter>(worker, 'the export');
}
