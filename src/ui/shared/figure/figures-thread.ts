/**
 * @file The thread that draws, started when a figure is first asked for.
 */
import { startFigures } from '../../../../workers/figures/client.ts';
import type { FiguresWorker } from '../../../../workers/figures/contract.ts';

let thread: FiguresWorker | undefined;

export const figuresThread = (): FiguresWorker => (thread ??= startFigures());
