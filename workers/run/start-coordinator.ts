/** @file The thread of the loop, as the page sees it: one typed object. */
import { connect } from '../rpc/connect.ts';
import type { Coordinator } from './coordinator.ts';

/** Starts the worker of the loop. Its first call rejects if it cannot run. */
export function startCoordinator(): Coordinator {
  const worker = new Worker(new URL('./run.worker.ts', import.meta.url), { type: 'module', name: 'run' });
  return connect<Coordinator>(worker, 'the coordinator').proxy;
}
