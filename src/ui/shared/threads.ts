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

/** Coordinator for the runs of the side-by-side view. The page's own run stays open in another worker. */
export const runsThread = once(startCoordinator);

/** Starts the worker that runs the loop. The first call to the coordinator rejects if the worker cannot run. */
export function startCoordinator(): Coordinator {
  const worker = new Worker(new URL('../../../workers/run/run.worker.ts', import.meta.url), {
    type: 'module',
    name: 'run',
  });
  return connect<Coordinator>(worker, 'the coordinator').proxy;
}
