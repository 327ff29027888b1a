/** @file Floats as decimal text with a number of digits, rounded as Python does: an exact tie goes to the even digit. */

/** `toFixed` takes no larger number, and no more digits. */
const FIXED_LIMIT = 1e21;
const MAX_DIGITS = 100;

/** `format(value, '.{digits}f')` of a finite value that is not negative. */
export function fixedText(value: number, digits: number): string {
  const exactDigits = Math.min(digits, MAX_DIGITS);
  const padding = '0'.repeat(digits - exactDigits);
  if (value >= FIXED_LIMIT) {
    const whole = String(BigInt(value));
    return digits === 0 ? whole : `${whole}.${'0'.repeat(exactDigits)}${padding}`;
  }
  // `toFixed` rounds the exact value, and rounds a tie up.
  const rounded = value.toFixed(exactDigits);
  const exact = value.toFixed(MAX_DIGITS);
  const end = exact.length - MAX_DIGITS + exactDigits;
  const isTie = /^50*$/.test(exact.slice(end));
  const isOdd = '13579'.includes(rounded[rounded.length - 1]);
  const text = isTie && isOdd ? exact.slice(0, exactDigits === 0 ? end - 1 : end) : rounded;
  return text + padding;
}

/** The integer nearest to a finite value; of two, the even one. */
export function roundHalfEven(value: number): bigint {
  const below = Math.floor(value);
  const rest = value - below;
  const up = rest > 0.5 || (rest === 0.5 && below % 2 !== 0);
  return BigInt(up ? below + 1 : below);
}
