/**
 * @file Version 5: an outline of each epoch beside its events, so that a long run opens without its details. The outlines of
 * runs that were stored before are made when they are first asked for, since they may take a while.
 */
import type { Migration } from './migration.ts';

export const outlines: Migration = (database) => {
  database.createObjectStore('outlines');
};
