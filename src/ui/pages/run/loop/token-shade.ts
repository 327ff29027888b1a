/**
 * @file The colour of a token: how surprised its writer was, as the strength of a background.
 */

/** Log-probability that gets the full colour: p = 1 %. */
const FULL_SURPRISE = Math.log(0.01);

/** A CSS percentage: 0 for a certain token, 100 from p = 1 % down. */
export const surprise = (logprob: number): string =>
  `${Math.round(100 * Math.min(1, Math.max(0, logprob / FULL_SURPRISE)))}%`;
