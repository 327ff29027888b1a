/** @file Reads a number as people type it. */

/** A decimal comma counts as a point. Any other text is returned unchanged, and the check of the setting refuses it. */
export function numberTyped(typed: string): number | string {
  const plain = typed.trim().replace(/^([+-]?\d*),(\d+)$/, '$1.$2');
  return plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : typed;
}
