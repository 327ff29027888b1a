/** @file Messages to the person at the terminal: on stderr, so that stdout holds results alone. */

/** @param problem a sentence, or an error or a problem whose message is one */
export const warn = (problem: string | { message: string }): void =>
  console.error(`genenv: ${typeof problem === 'string' ? problem : problem.message}`);
