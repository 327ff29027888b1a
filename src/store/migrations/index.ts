/**
 * @file The steps from an empty database to the present one. Step n leads from version n − 1 to version n.
 *
 * A step that has been released is never edited: a browser somewhere has run it. A change of schema is a new file.
 * All steps of one upgrade share the browser's version-change transaction: they all happen, or none does.
 */
import type { IDBPDatabase, IDBPTransaction } from 'idb';
import type { Migration } from './migration.ts';
import { runs } from './001-runs.ts';
import { tuning } from './002-tuning.ts';
import { sweeps } from './003-sweeps.ts';
import { pools } from './004-pools.ts';
import { outlines } from './005-outlines.ts';
import { outlinesAgain } from './006-outlines-again.ts';

export const migrations: readonly Migration[] = [runs, tuning, sweeps, pools, outlines, outlinesAgain];

/** Runs the steps from `oldVersion` (0: no database yet) to `newVersion`. */
export async function migrate(
  database: IDBPDatabase,
  transaction: IDBPTransaction<unknown, string[], 'versionchange'>,
  oldVersion: number,
  newVersion: number,
): Promise<void> {
  for (const step of migrations.slice(oldVersion, newVersion)) await step(database, transaction);
}
