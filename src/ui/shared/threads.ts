/** @file Starts workers that the whole page shares. They start when first needed and keep working in every view. */
import { startJob } from '../../../workers/jobs/jobs.ts';
import { startCoordinator } from '../../../workers/run/start-coordinator.ts';
import { once } from '../../common/once.ts';

export const sweepsThread = once(() => startJob('sweeps').proxy);

export const figuresThread = once(() => startJob('figures').proxy);

/** Holds the runs of the side-by-side view, so that the page's own run stays open. */
export const runsThread = once(startCoordinator);
