/** @file The worker that keeps model folders, as the page sees it: one typed object. */
import { spawn } from '../rpc/spawn.ts';
import type { ModelsWorker } from './contract.ts';

export function startModels(): ModelsWorker {
  const worker = new Worker(new URL('./models.worker.ts', import.meta.url), { type: 'module', name: 'models' });
  return spawn<ModelsWorker>(worker, 'the models').proxy;
}
