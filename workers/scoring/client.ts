/** @file The worker that scores benchmarks, as the page sees it: one typed object. */
import { spawn } from '../rpc/spawn.ts';
import { threadName } from '../rpc/thread-name.ts';
import type { ScoringWorker } from './contract.ts';

export function startScoring(): ScoringWorker {
  const worker = new Worker(new URL('./scoring.worker.ts', import.meta.url), {
    type: 'module',
    name: threadName('scoring'),
  });
  return spawn<ScoringWorker>(worker, 'the scoring').proxy;
}
