/** @file The strength of a token's colour, 0 to 1: by its probability, or by a number beside the largest shown. */

/** Log-probability of full surprise: p = 1 %. */
const FULL_SURPRISE = Math.log(0.01);

/** 0 for a certain token, 1 from p = 1 % down. */
export const surprise = (logprob: number): number => Math.min(1, Math.max(0, logprob / FULL_SURPRISE));

/** The size of a number beside the largest one; 0 where all are 0. */
export const shareOf = (value: number, largest: number): number => (largest > 0 ? Math.abs(value) / largest : 0);
