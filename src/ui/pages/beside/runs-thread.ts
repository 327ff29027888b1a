/**
 * @file The thread of runs side by side, started when the first ones are made. It is not the page's own: the run that is open
 * there stays open.
 */
import { startCoordinator } from '../../../../workers/coordinator/client.ts';
import type { RunThread } from '../../state/side-by-side.svelte.ts';

let thread: RunThread | undefined;

export const runsThread = (): RunThread => (thread ??= startCoordinator());
