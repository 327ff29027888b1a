/** @file Finds numbers that are none: NaN and the infinities, which JSON would turn into null. */

/** Finds a number that is not finite in plain data, e.g. `steps[2].loss`; null if all are finite. */
export function nonFinitePlace(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : '';
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const item: unknown = value[i];
      // Lists are long: a call for each number would take most of the time.
      if (typeof item === 'string' || Number.isFinite(item)) continue;
      const place = nonFinitePlace(item);
      if (place !== null) return join(`[${i}]`, place);
    }
    return null;
  }
  // Plain data has no inherited names. `in` makes no list of them.
  for (const name in value) {
    const item = (value as Record<string, unknown>)[name];
    if (typeof item === 'string' || item === null || Number.isFinite(item)) continue;
    const place = nonFinitePlace(item);
    if (place !== null) return join(name, place);
  }
  return null;
}

const join = (outer: string, inner: string): string =>
  inner === '' || inner.startsWith('[') ? outer + inner : `${outer}.${inner}`;
