/**
 * @file Version 3: sweeps, and the results of their finished runs.
 */
import type { Migration } from './migration.ts';

export const sweeps: Migration = (database) => {
  database.createObjectStore('sweeps', { keyPath: 'name' });
  database.createObjectStore('sweepResults');
};
