/** @file JSON whose numbers stay as they are written: 18446744073709551616 and 0.10 are no numbers of JavaScript. */

const MARK = '\u0001';
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** The text of a number that {@link jsonWithNumbersAsWritten} read; undefined of any other value. */
export const writtenNumber = (value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith(MARK) ? value.slice(1) : undefined;

/**
 * A value in which each number is its text behind a mark, for {@link withNumbers}.
 * @throws SyntaxError if it is not JSON
 */
export function jsonWithNumbersAsWritten(json: string): unknown {
  const value: unknown = JSON.parse(json);
  // A text that holds the mark is one that no reader here takes.
  if (json.includes('\\u0001')) return value;
  return JSON.parse(json.replace(TOKEN, (token) => (token.startsWith('"') ? token : JSON.stringify(MARK + token))));
}

/** The numbers of a value: `Number` gives those of JavaScript, `String` their text, and the JSON of a list or an object. */
export function withNumbers(value: unknown, as: typeof Number | typeof String): unknown {
  const written = writtenNumber(value);
  if (written !== undefined) return as(written);
  if (typeof value !== 'object' || value === null) return value;
  const json = JSON.stringify(value).replace(/"\\u0001([^"]*)"/g, '$1');
  return as === String ? json : (JSON.parse(json) as unknown);
}
