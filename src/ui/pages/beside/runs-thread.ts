/** @file The thread of runs side by side, apart from the page's own, whose open run stays open. */
import { startCoordinator } from '../../../../workers/coordinator/client.ts';
import type { RunThread } from '../../state/side-by-side.svelte.ts';

let thread: RunThread | undefined;

export const runsThread = (): RunThread => (thread ??= startCoordinator());
