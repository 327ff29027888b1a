/**
 * @file Version 6: outlines hold digests of tasks in another form (genenv/attempted-digest.ts). They follow from the events,
 * and are made again when they are first asked for.
 */
import type { Migration } from './migration.ts';

export const outlinesAgain: Migration = (_, transaction) => transaction.objectStore('outlines').clear();
