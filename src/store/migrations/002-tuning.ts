/**
 * @file Version 2: what the autotuner chose on each adapter.
 */
import type { Migration } from './migration.ts';

export const tuning: Migration = (database) => {
  database.createObjectStore('tuning');
};
