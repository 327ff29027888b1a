/**
 * @file The worker that draws figures, started when the first one is asked for.
 */
import { startFigures } from '../../../../workers/figures/client.ts';
import type { FiguresWorker } from '../../../../workers/figures/contract.ts';

let thread: FiguresWorker | undefined;

export const figuresThread = (): FiguresWorker => (thread ??= startFigures());
