/** @file How surprising a token was to the model that wrote it, for its colour. */

/** Log-probability of full surprise: p = 1 %. */
const FULL_SURPRISE = Math.log(0.01);

/**
 * @param logprob natural logarithm of the token's probability
 * @returns 0 for a certain token, 1 from p = 1 % down
 */
export const surprise = (logprob: number): number => Math.min(1, Math.max(0, logprob / FULL_SURPRISE));
