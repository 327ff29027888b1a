/** @file The worker that scores benchmarks, as the page sees it: one typed object. */
import { spawn } from '../rpc/spawn.ts';
import type { ScoringWorker } from './contract.ts';

export function startScoring(): ScoringWorker {
  const worker = new Worker(new URL('./scoring.worker.ts', import.meta.url), { type: 'module', name: 'scoring' });
  return spawn<ScoringWorker>(worker, 'the scoring').proxy;
}
