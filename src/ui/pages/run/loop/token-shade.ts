/** @file The colour of a token: how surprising it was, as the strength of a background. */
import { surprise } from '../../../../analysis/surprise.ts';

/** A CSS percentage of the full colour, from the natural logarithm of the token's probability. */
export const surpriseShade = (logprob: number): string => `${Math.round(100 * surprise(logprob))}%`;
