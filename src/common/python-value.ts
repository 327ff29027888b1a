/** @file Represents Python values in JavaScript, with Python's types, equality and `repr`. */

/**
 * An int is a `bigint`, because Python's ints are unbounded. A float is a `number`, because both are IEEE 754 doubles.
 * Benchmark rules need the difference: in Python `5 == 5.0`, but only `5` passes `type(v) == int`.
 */
export type PyValue = null | boolean | bigint | number | string | readonly PyValue[] | PyTuple | PyDict | PyOther;

export class PyTuple {
  constructor(readonly items: readonly PyValue[]) {}
}

/** Value of any other Python type, such as bytes, a set or a range. Equal types and texts make two values equal. */
export class PyOther {
  constructor(
    readonly type: string,
    readonly text: string,
  ) {}
}

/** A dict that keeps insertion order and compares keys like Python. `1`, `1.0` and `True` are one key. */
export class PyDict {
  private readonly entriesByHash = new Map<string, readonly [PyValue, PyValue]>();

  constructor(entries: Iterable<readonly [PyValue, PyValue]> = []) {
    for (const [key, value] of entries) this.set(key, value);
  }

  set(key: PyValue, value: PyValue): void {
    const hash = hashKey(key);
    const present = this.entriesByHash.get(hash);
    this.entriesByHash.set(hash, [present ? present[0] : key, value]);
  }

  get(key: PyValue): PyValue | undefined {
    return this.entriesByHash.get(hashKey(key))?.[1];
  }

  has(key: PyValue): boolean {
    return this.entriesByHash.has(hashKey(key));
  }

  get size(): number {
    return this.entriesByHash.size;
  }

  entries(): (readonly [PyValue, PyValue])[] {
    return [...this.entriesByHash.values()];
  }
}

function hashKey(key: PyValue): string {
  if (typeof key === 'string') return `s${key}`;
  if (typeof key === 'boolean') return `n${key ? 1 : 0}`;
  if (typeof key === 'bigint') return `n${key}`;
  if (typeof key === 'number') return Number.isInteger(key) ? `n${BigInt(key)}` : `n${key}`;
  if (key === null) return 'None';
  if (key instanceof PyTuple) return `(${key.items.map((item) => JSON.stringify(hashKey(item))).join()})`;
  // Only PyOther is left, because Python allows no list or dict as a key.
  return `o${pyRepr(key)}`;
}

/** Computes Python's `type(value).__name__`. */
export function pyTypeName(value: PyValue): string {
  if (value === null) return 'NoneType';
  if (value instanceof PyTuple) return 'tuple';
  if (value instanceof PyDict) return 'dict';
  if (value instanceof PyOther) return value.type;
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return 'float';
    case 'string':
      return 'str';
    default:
      return 'list';
  }
}

export const isPyList = (value: PyValue): value is readonly PyValue[] => Array.isArray(value);

export type PyNumber = bigint | number;

/** Converts a bool, int or float to a number (`True` is 1). Returns null for any other type. */
export function asNumber(value: PyValue): PyNumber | null {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  return typeof value === 'bigint' || typeof value === 'number' ? value : null;
}

const sameItems = (a: readonly PyValue[], b: readonly PyValue[]) =>
  a.length === b.length && a.every((item, index) => pyEquals(item, b[index]));

/** Computes Python's `a == b`. Numbers of different types may be equal, but a list never equals a tuple. */
export function pyEquals(a: PyValue, b: PyValue): boolean {
  const numberA = asNumber(a);
  const numberB = asNumber(b);
  // JavaScript compares bigint with number by exact mathematical value, as Python does int with float.
  if (numberA !== null && numberB !== null) return numberA == numberB;
  if (isPyList(a)) return isPyList(b) && sameItems(a, b);
  if (a instanceof PyTuple) return b instanceof PyTuple && sameItems(a.items, b.items);
  if (a instanceof PyOther) return b instanceof PyOther && a.type === b.type && a.text === b.text;
  if (a instanceof PyDict) {
    if (!(b instanceof PyDict) || a.size !== b.size) return false;
    return a.entries().every(([key, value]) => {
      const other = b.get(key);
      return other !== undefined && pyEquals(value, other);
    });
  }
  return a === b;
}

export const pyIn = (value: PyValue, values: readonly PyValue[]) => values.some((other) => pyEquals(value, other));

/** Computes `repr(float)`: the fewest digits that read back exactly, in fixed notation for exponents −4 to 15. */
function floatRepr(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const [mantissa, exponentText] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  if (exponent >= -4 && exponent < 16) {
    if (Object.is(value, -0)) return '-0.0';
    const fixed = String(value);
    return fixed.includes('.') ? fixed : `${fixed}.0`;
  }
  return `${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Computes `repr(str)`. It uses double quotes only around texts with single quotes and no double quotes. */
export function stringRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(/[\\\n\r\t]|\p{Cc}|\p{Zl}|\p{Zp}|\p{Cs}/gu, (character) => {
    const code = character.codePointAt(0)!;
    const hex = code.toString(16);
    return ESCAPES[character] ?? (code < 0x100 ? `\\x${hex.padStart(2, '0')}` : `\\u${hex.padStart(4, '0')}`);
  });
  return `${quote}${quote === "'" ? escaped.replaceAll("'", "\\'") : escaped}${quote}`;
}

/** Computes Python's `repr(value)`. */
export function pyRepr(value: PyValue): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return floatRepr(value);
  if (typeof value === 'string') return stringRepr(value);
  if (value instanceof PyOther) return value.text;
  if (value instanceof PyTuple) return `(${value.items.map(pyRepr).join(', ')}${value.items.length === 1 ? ',' : ''})`;
  if (value instanceof PyDict) {
    return `{${value
      .entries()
      .map(([key, item]) => `${pyRepr(key)}: ${pyRepr(item)}`)
      .join(', ')}}`;
  }
  return `[${value.map(pyRepr).join(', ')}]`;
}
