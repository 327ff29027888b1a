/** @file One step of the database from one version to the next. */
import type { IDBPDatabase, IDBPTransaction } from 'idb';

/** Untyped on purpose: the typed schema describes the newest version, a step sees an older one. */
export type Migration = (
  database: IDBPDatabase,
  transaction: IDBPTransaction<unknown, string[], 'versionchange'>,
) => void | Promise<void>;
