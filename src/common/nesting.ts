/** @file Limits the nesting of plain data: JSON.parse reads any depth, but most code that follows recurses. */

/** True if lists and objects are nested more than so many levels deep. Goes no deeper itself. */
export const isNestedDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, levels - 1)));
