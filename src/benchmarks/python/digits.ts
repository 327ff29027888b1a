/** @file Decimal digits of any script, which Python's `int`, `isdigit` and `\d` take: `٣` is 3. */

const DIGIT = /\p{Nd}/u;

/** The digit's value: Unicode has the digits of a script in tens, in order, from a zero that follows no digit. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0)!;
  let zero = code;
  while (zero > 0 && DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}

/** The text with every decimal digit as its ASCII one. */
export const asciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => (digit <= '9' ? digit : String(digitValue(digit))));
