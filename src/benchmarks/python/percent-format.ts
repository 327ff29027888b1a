/**
 * @file Python's `text % values` (Python library reference, "printf-style String Formatting").
 */
import { fixedText } from './float-text.ts';
import { PySyntaxError } from './parsed.ts';
import { asNumber, isPyList, PyDict, pyRepr, PyTuple, type PyValue } from './value.ts';

/** Python itself has no such limit; an expression must not be able to fill the memory. */
const MAX_WIDTH = 10_000;

const SPECIFIER = /%(?:\(([^()]*)\))?([-#0 +]*)(\*|\d+)?(?:(\.)(\*|\d+)?)?[hlL]?([^])?/gu;

const refuse = (message: string) => new PySyntaxError('undefined-operation', message);

/** The flags, width and precision of one specifier. */
interface Layout {
  flags: string;
  width: number;
  /** `null` if none is given. */
  precision: number | null;
}

/** `str(value)` */
export const pyStr = (value: PyValue): string => (typeof value === 'string' ? value : pyRepr(value));

const toAscii = (text: string) =>
  text.replace(/[^\0-\x7f]/gu, (character) => {
    const code = character.codePointAt(0)!;
    const hex = code.toString(16);
    return code < 0x100
      ? `\\x${hex.padStart(2, '0')}`
      : code < 0x10000
        ? `\\u${hex.padStart(4, '0')}`
        : `\\U${hex.padStart(8, '0')}`;
  });

/** Pads to the width: with zeros after the sign and prefix, or with spaces. */
function pad(lead: string, body: string, { flags, width }: Layout, zeros: boolean): string {
  const missing = Math.max(0, width - [...lead, ...body].length);
  if (flags.includes('-')) return lead + body + ' '.repeat(missing);
  if (zeros && flags.includes('0')) return lead + '0'.repeat(missing) + body;
  return ' '.repeat(missing) + lead + body;
}

const signOf = (negative: boolean, flags: string) =>
  negative ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';

function formatInteger(value: PyValue, code: string, layout: Layout): string {
  let number = asNumber(value);
  if (typeof number === 'number') {
    if (!'diu'.includes(code) || !Number.isFinite(number)) throw refuse(`%${code} takes an integer.`);
    number = BigInt(Math.trunc(number));
  }
  if (number === null) throw refuse(`%${code} takes a number.`);
  const radix = code === 'o' ? 8 : code === 'x' || code === 'X' ? 16 : 10;
  const digits = (number < 0n ? -number : number).toString(radix).padStart(layout.precision ?? 0, '0');
  const prefix = radix === 10 || !layout.flags.includes('#') ? '' : `0${code}`;
  const body = code === 'X' ? digits.toUpperCase() : digits;
  return pad(signOf(number < 0n, layout.flags) + prefix, body, layout, true);
}

/** A float's exponent with at least two digits. */
const exponentText = (text: string) =>
  text.replace(/e([+-])(\d+)$/, (_, sign: string, digits: string) => `e${sign}${digits.padStart(2, '0')}`);

function generalText(value: number, precision: number, keepZeros: boolean): string {
  const digits = Math.max(precision, 1);
  const scientific = value.toExponential(Math.min(digits - 1, 100));
  const exponent = Number(scientific.split('e')[1]);
  const isFixed = exponent >= -4 && exponent < digits;
  const [mantissa, power] = isFixed ? [fixedText(value, digits - 1 - exponent), ''] : scientific.split('e');
  const trimmed = keepZeros || !mantissa.includes('.') ? mantissa : mantissa.replace(/\.?0+$/, '');
  return isFixed ? trimmed : exponentText(`${trimmed}e${power}`);
}

function formatFloat(value: PyValue, code: string, layout: Layout): string {
  const number = asNumber(value);
  if (number === null) throw refuse(`%${code} takes a number.`);
  const float = Number(number);
  if (typeof number === 'bigint' && !Number.isFinite(float)) {
    throw new PySyntaxError('result-too-large', 'The integer is too large for a float.');
  }
  const { flags, precision } = layout;
  const size = Math.abs(float);
  const lower = code.toLowerCase();
  const digits = precision ?? 6;
  let body: string;
  if (Number.isNaN(size)) body = 'nan';
  else if (size === Infinity) body = 'inf';
  else if (lower === 'f') body = fixedText(size, digits);
  else if (lower === 'e') body = exponentText(size.toExponential(Math.min(digits, 100)));
  else body = generalText(size, digits, flags.includes('#'));
  if (code !== lower) body = body.toUpperCase();
  return pad(signOf(float < 0 || Object.is(float, -0), flags), body, layout, true);
}

function formatCharacter(value: PyValue, layout: Layout): string {
  if (typeof value === 'string' && [...value].length === 1) return pad('', value, layout, false);
  const code = asNumber(value);
  if (typeof code !== 'bigint' || code < 0n || code > 0x10ffffn) throw refuse('%c takes one character.');
  return pad('', String.fromCodePoint(Number(code)), layout, false);
}

function formatOne(value: PyValue, code: string, layout: Layout): string {
  if ('diuoxX'.includes(code)) return formatInteger(value, code, layout);
  if ('eEfFgG'.includes(code)) return formatFloat(value, code, layout);
  if (code === 'c') return formatCharacter(value, layout);
  if (!'sra'.includes(code)) throw refuse(`%${code} is no format.`);
  const text = code === 's' ? pyStr(value) : code === 'r' ? pyRepr(value) : toAscii(pyRepr(value));
  const cut = layout.precision === null ? text : [...text].slice(0, layout.precision).join('');
  return pad('', cut, layout, false);
}

/**
 * `text % given`: a tuple holds the values in order, a dict holds them by name, anything else is the only value.
 * @throws PySyntaxError when a value is missing, left over, or of the wrong type.
 */
export function percentFormat(text: string, given: PyValue): string {
  const values = given instanceof PyTuple ? given.items : [given];
  // To Python a list is a mapping too, so that one that is not used is no error.
  const isMapping = given instanceof PyDict || isPyList(given);
  let used = 0;
  const next = (): PyValue => {
    if (used >= values.length) throw refuse('There are not enough values for the format.');
    return values[used++];
  };
  const size = (written: string | undefined): number | null => {
    if (written === undefined) return null;
    const number = written === '*' ? asNumber(next()) : BigInt(written);
    if (typeof number !== 'bigint') throw refuse('* takes an integer.');
    if (number > BigInt(MAX_WIDTH) || number < -BigInt(MAX_WIDTH)) {
      throw new PySyntaxError('result-too-large', 'The width or precision is too large.');
    }
    return Number(number);
  };
  const result = text.replace(
    SPECIFIER,
    (_, key?: string, flags = '', width?: string, point?: string, precision?: string, code?: string) => {
      if (code === undefined) throw refuse('The format is incomplete.');
      let named: PyValue | undefined;
      if (key !== undefined) {
        if (!(given instanceof PyDict)) throw refuse('The format requires a dictionary.');
        named = given.get(key);
        if (named === undefined) throw refuse(`The dictionary lacks ${key}.`);
      }
      const columns = size(width) ?? 0;
      const layout: Layout = {
        flags: columns < 0 ? `${flags}-` : flags,
        width: Math.abs(columns),
        precision: point === undefined ? null : Math.max(0, size(precision) ?? 0),
      };
      if (code === '%') return '%';
      return formatOne(named ?? next(), code, layout);
    },
  );
  if (used < values.length && !isMapping) throw refuse('Not all values are used by the format.');
  return result;
}
