/** @file Key ranges of the database. */

/** Every key that begins with this part, in any object store keyed by [part, …]: an array sorts after every number. */
export const keysOf = (part: string): IDBKeyRange => IDBKeyRange.bound([part], [part, []]);
