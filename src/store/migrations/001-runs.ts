/**
 * @file Version 1: runs with their events, pools and checkpoints.
 */
import type { Migration } from './migration.ts';

export const runs: Migration = (database) => {
  database.createObjectStore('runs', { keyPath: 'id' });
  for (const store of ['events', 'trainPool', 'environmentPool', 'checkpoints']) database.createObjectStore(store);
};
