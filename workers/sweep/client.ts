/** @file The thread that makes sweeps, as the page sees it: one typed object. */
import { spawn } from '../rpc/spawn.ts';
import { threadName } from '../rpc/thread-name.ts';
import type { SweepWorker } from './contract.ts';

export function startSweeps(): SweepWorker {
  const worker = new Worker(new URL('./sweep.worker.ts', import.meta.url), {
    type: 'module',
    name: threadName('sweeps'),
  });
  return spawn<SweepWorker>(worker, 'the sweeps').proxy;
}
