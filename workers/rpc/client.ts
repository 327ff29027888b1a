/**
 * @file What the page imports: each thread as one typed object.
 */
import type { Coordinator } from '../coordinator/contract.ts';
import type { FiguresWorker } from '../figures/contract.ts';
import type { ScoringWorker } from '../scoring/contract.ts';
import { spawn } from './spawn.ts';
import type { SweepWorker } from '../sweep/contract.ts';

export interface CoordinatorClient {
  coordinator: Coordinator;
  /** Ends all threads at once, even in the middle of a stage. Finished epochs are stored. */
  terminate(): void;
}

/** Starts the threads; the first call to the coordinator tells whether they run. */
export function startCoordinator(): CoordinatorClient {
  const worker = new Worker(new URL('../coordinator/coordinator.worker.ts', import.meta.url), {
    type: 'module',
    name: 'coordinator',
  });
  const { proxy: coordinator, terminate } = spawn<Coordinator>(worker, 'the coordinator');
  return { coordinator, terminate };
}

/** Starts the thread that scores benchmarks. */
export function startScoring(): ScoringWorker {
  const worker = new Worker(new URL('../scoring/scoring.worker.ts', import.meta.url), { type: 'module', name: 'scoring' });
  return spawn<ScoringWorker>(worker, 'the scoring').proxy;
}

/** Starts the thread that makes sweeps. */
export function startSweeps(): SweepWorker {
  const worker = new Worker(new URL('../sweep/sweep.worker.ts', import.meta.url), { type: 'module', name: 'sweeps' });
  return spawn<SweepWorker>(worker, 'the sweeps').proxy;
}

/** Starts the thread that draws figures. */
export function startFigures(): FiguresWorker {
  const worker = new Worker(new URL('../figures/figures.worker.ts', import.meta.url), { type: 'module', name: 'figures' });
  return spawn<FiguresWorker>(worker, 'the figures').proxy;
}
