/** @file The thread of the loop, as the page sees it: one typed object. */
import { spawn } from '../rpc/spawn.ts';
import { threadName } from '../rpc/thread-name.ts';
import type { Coordinator } from './contract.ts';

/** Starts the threads of the loop and its models; the first call tells whether they run. */
export function startCoordinator(): Coordinator {
  const worker = new Worker(new URL('./coordinator.worker.ts', import.meta.url), {
    type: 'module',
    name: threadName('coordinator'),
  });
  return spawn<Coordinator>(worker, 'the coordinator').proxy;
}
