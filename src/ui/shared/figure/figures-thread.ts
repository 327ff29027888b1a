/** @file The workers that draw figures, one in each language, since a thread keeps the one it was started in. */
import { startFigures } from '../../../../workers/figures/client.ts';
import { inLanguage } from '../../../text/language.ts';

export const figuresThread = inLanguage(startFigures);
