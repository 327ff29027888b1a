/** @file Messages to the person at the terminal: on stderr, so that stdout holds results alone. */

export const warn = (sentence: string): void => console.error(`genenv: ${sentence}`);
