/** @file The name of this program, as its files carry it. */
export const PROGRAM = 'GenEnv Playground';
