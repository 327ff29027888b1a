/**
 * @file The worker that draws figures, started when the first one is asked for: one in each language, because a thread
 * keeps the one it was started in.
 */
import { startFigures } from '../../../../workers/figures/client.ts';
import { inLanguage } from '../../../text/language.ts';

export const figuresThread = inLanguage(startFigures);
