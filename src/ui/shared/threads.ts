/**
 * @file Declares the workers that the whole page shares. A worker starts with its first job, and goes on while the user
 * changes the view.
 */
import { JobThread } from '../../../workers/jobs/job-thread.ts';
import { connect } from '../../../workers/rpc/connect.ts';
import type { Coordinator } from '../../../workers/run/coordinator.ts';
import { once } from '../../common/once.ts';

export const figuresThread = new JobThread('figures', 'the figures');

export const modelsThread = new JobThread('models', 'the models');

/** Holds the runs of the side-by-side view, so that the page's own run stays open. */
export const runsThread = once(startCoordinator);

/** Starts the worker of the loop. Its first call rejects if it cannot run. */
export function startCoordinator(): Coordinator {
  const worker = new Worker(new URL('../../../workers/run/run.worker.ts', import.meta.url), {
    type: 'module',
    name: 'run',
  });
  return connect<Coordinator>(worker, 'the coordinator').proxy;
}
