/** @file Threads of which the whole page has one, started when they are first needed; they go on while another part is shown. */
import { startJob } from '../../../workers/jobs/jobs.ts';
import { startCoordinator } from '../../../workers/run/start-coordinator.ts';
import { once } from '../../common/once.ts';
import { inLanguage } from '../../text/language.ts';

export const sweepsThread = once(() => startJob('sweeps').proxy);

/** One in each language, since a thread keeps the one it was started in. */
export const figuresThread = inLanguage(() => startJob('figures').proxy);

/** Reads runs that stand side by side, apart from the page's own thread, whose open run stays open. */
export const runsThread = once(startCoordinator);
