/** @file Names this program in the files that it writes. */
export const PROGRAM = 'GenEnv Playground';

/** The version of the npm package, and of the Python package that works with it (python/). */
export const VERSION = '0.1.0';
