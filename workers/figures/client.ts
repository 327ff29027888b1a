/** @file The thread that draws figures, as the page sees it: one typed object. */
import { spawn } from '../rpc/spawn.ts';
import { threadName } from '../rpc/thread-name.ts';
import type { FiguresWorker } from './contract.ts';

export function startFigures(): FiguresWorker {
  const worker = new Worker(new URL('./figures.worker.ts', import.meta.url), {
    type: 'module',
    name: threadName('figures'),
  });
  return spawn<FiguresWorker>(worker, 'the figures').proxy;
}
