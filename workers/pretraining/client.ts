/** @file The thread that makes pairs for worlds, as the page sees it: one typed object, and an end. */
import { spawn, type WorkerHandle } from '../rpc/spawn.ts';
import { threadName } from '../rpc/thread-name.ts';
import type { PairMaker } from './contract.ts';

export function startPretraining(): WorkerHandle<PairMaker> {
  const worker = new Worker(new URL('./pretraining.worker.ts', import.meta.url), {
    type: 'module',
    name: threadName('pretraining'),
  });
  return spawn<PairMaker>(worker, 'pre-training');
}
