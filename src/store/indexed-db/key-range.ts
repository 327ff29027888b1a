/** @file Key ranges of the database. */

/** All keys that begin with this part, in any object store keyed by [part, …]. (An array sorts after every number.) */
export const keysOf = (part: string): IDBKeyRange => IDBKeyRange.bound([part], [part, []]);
