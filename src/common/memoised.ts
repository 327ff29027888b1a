/** @file `make`, which gives for arguments of plain data what it gave for equal ones before: a kernel is made once. */
export function memoised<Arguments extends unknown[], Made>(
  make: (...values: Arguments) => Made,
): (...values: Arguments) => Made {
  const made = new Map<string, Made>();
  return (...values) => {
    const key = JSON.stringify(values);
    const known = made.get(key) ?? make(...values);
    made.set(key, known);
    return known;
  };
}
