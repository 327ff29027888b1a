/** @file The worker of sweeps, one for the whole page, so that a sweep goes on while another part is shown. */
import { startSweeps } from '../../../workers/sweep/client.ts';
import type { SweepWorker } from '../../../workers/sweep/contract.ts';

let thread: SweepWorker | undefined;

export const sweepsThread = (): SweepWorker => (thread ??= startSweeps());
