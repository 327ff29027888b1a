/** @file Names this program in the files that it writes. */
export const PROGRAM = 'GenEnv Playground';

/** Version of the npm package and of the Python package (python/). */
export const VERSION = '0.1.0';
