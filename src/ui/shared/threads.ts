/** @file Workers that the whole page shares. They start when first needed and keep working in every view. */
import { JobThread } from '../../../workers/jobs/job-thread.ts';
import { startCoordinator } from '../../../workers/run/start-coordinator.ts';
import { once } from '../../common/once.ts';

export const sweepsThread = new JobThread('sweeps', 'the sweeps');

export const figuresThread = new JobThread('figures', 'the figures');

export const modelsThread = new JobThread('models', 'the models');

/** Holds the runs of the side-by-side view, so that the page's own run stays open. */
export const runsThread = once(startCoordinator);
