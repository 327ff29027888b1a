/**
 * @file Version 2: the autotuner's choice for each adapter.
 */
import type { Migration } from './migration.ts';

export const tuning: Migration = (database) => {
  database.createObjectStore('tuning');
};
