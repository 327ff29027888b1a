/**
 * @file Compares one argument with its allowed values as BFCL does: first the type, strictly (`True` and `5.0` are not
 * ints), then the value. It follows the `type_checker` and the `*_checker` functions of the official `ast_checker.py`.
 */
import { isPyList, PyDict, pyEquals, pyIn, pyRepr, pyTypeName, type PyValue } from '../../common/python-value.ts';
import type { CheckReason } from './call.ts';

/** Signals that the official checker would raise an error. `checkCalls` turns this signal into a result. */
export class UnscorableSignal extends Error {
  constructor(readonly reason: CheckReason) {
    super(reason.code);
  }
}

export interface CheckResult {
  valid: boolean;
  /** Official `error_type`, or `null` if the value is valid. */
  errorType: string | null;
  reason: CheckReason;
}

export const VALID: CheckResult = { valid: true, errorType: null, reason: { code: 'calls-match' } };
export const invalid = (errorType: string, reason: CheckReason): CheckResult => ({ valid: false, errorType, reason });

/** Drops spaces and `,./-_*^`, lower-cases, and turns single quotes into double quotes. */
const standardizeString = (text: string): string =>
  text
    .replace(/[ ,./\-_*^]/g, '')
    .toLowerCase()
    .replaceAll("'", '"');

const standardize = (value: PyValue): PyValue => (typeof value === 'string' ? standardizeString(value) : value);

const show = (values: readonly PyValue[]) => values.map(pyRepr).join(', ');

export const notAllowed = (parameter: string, value: PyValue, allowed: readonly PyValue[]): CheckReason => ({
  code: 'value-not-allowed',
  parameter,
  value: pyRepr(value),
  allowed: show(allowed),
});

/** Returns the items of a list or the characters of a string, as Python iterates over them. */
function iterate(value: PyValue): readonly PyValue[] {
  if (isPyList(value)) return value;
  if (typeof value === 'string') return [...value];
  throw new UnscorableSignal({ code: 'gold-is-not-a-list', value: pyRepr(value) });
}

/** Returns the type of the first allowed value that is not `""`, the mark of an optional parameter. */
function answerType(allowed: readonly PyValue[]): string | null {
  const answer = allowed.find((value) => value !== '');
  return answer === undefined ? null : pyTypeName(answer);
}

export interface TypeCheck extends CheckResult {
  /** True if the gold answer's type differs from the schema's. Values are then compared by plain equality. */
  isVariable: boolean;
}

/**
 * Accepts a value of the expected type, or else of the gold answer's type. Elements of an array are checked one level
 * deep: for at least one allowed list, all elements must have the right type.
 */
export function checkType(
  parameter: string,
  value: PyValue,
  allowed: readonly PyValue[],
  expected: string,
  expectedElement: string | null,
): TypeCheck {
  const fromAnswer = answerType(allowed);
  const isVariable = fromAnswer !== null && fromAnswer !== expected;
  const actual = pyTypeName(value);
  let nestedFailure = false;

  if (actual === expected) {
    const elementsFit = (answer: PyValue) =>
      !isPyList(answer) ||
      iterate(value).every((element) => checkType(parameter, element, answer, expectedElement!, null).valid);
    if (expectedElement === null || allowed.some(elementsFit)) return { ...VALID, isVariable };
    nestedFailure = true;
  }
  if (fromAnswer !== null && actual === fromAnswer) {
    if (!nestedFailure) return { ...VALID, isVariable: true };
    const reason: CheckReason = {
      code: 'wrong-element-type',
      parameter,
      expected: expectedElement!,
      value: pyRepr(value),
    };
    return { ...invalid('type_error:nested', reason), isVariable: true };
  }
  const reason: CheckReason = { code: 'wrong-type', parameter, expected, actual, value: pyRepr(value) };
  return { ...invalid('type_error:simple', reason), isVariable: false };
}

export function checkString(parameter: string, value: string, allowed: readonly PyValue[]): CheckResult {
  const standardized = standardizeString(value);
  const matches = allowed.some((answer) => typeof answer === 'string' && standardizeString(answer) === standardized);
  if (matches) return VALID;
  return invalid('value_error:string', notAllowed(parameter, value, allowed));
}

export function checkList(parameter: string, value: readonly PyValue[], allowed: readonly PyValue[]): CheckResult {
  const standardized = value.map(standardize);
  const matches = allowed
    .map((answer) => iterate(answer).map(standardize))
    .some((answer) => pyEquals(standardized, answer));
  if (matches) return VALID;
  return invalid('value_error:list/tuple', notAllowed(parameter, value, allowed));
}

/** Compares a dictionary with each allowed one, key by key. A key may be missing if `""` is allowed for it. */
export function checkDict(parameter: string, value: PyDict, allowed: readonly PyValue[]): CheckResult {
  let result: CheckResult = invalid('dict_checker:unclear', { code: 'no-dictionary-allowed', parameter });
  for (const answer of allowed) {
    if (answer === '') continue;
    if (!(answer instanceof PyDict)) {
      throw new UnscorableSignal({ code: 'gold-is-not-a-dictionary', parameter, value: pyRepr(answer) });
    }
    result = checkOneDict(parameter, value, answer);
    if (result.valid) return result;
  }
  return result;
}

function checkOneDict(parameter: string, value: PyDict, answer: PyDict): CheckResult {
  // Missing keys are checked first, because the official code prefers to report them over wrong keys.
  for (const [key, allowed] of answer.entries()) {
    if (!value.has(key) && !pyIn('', iterate(allowed))) {
      return invalid('value_error:dict_key', { code: 'key-missing', parameter, key: pyRepr(key) });
    }
  }
  for (const [key, item] of value.entries()) {
    const allowed = answer.get(key);
    if (allowed === undefined) {
      return invalid('value_error:dict_key', { code: 'key-not-expected', parameter, key: pyRepr(key) });
    }
    if (!pyIn(standardize(item), iterate(allowed).map(standardize))) {
      return invalid('value_error:dict_value', {
        code: 'value-of-key-not-allowed',
        parameter,
        key: pyRepr(key),
        value: pyRepr(item),
        allowed: show(iterate(allowed)),
      });
    }
  }
  return VALID;
}

/** Compares a list of dictionaries, item by item, with each allowed list. */
export function checkDictList(parameter: string, value: readonly PyValue[], allowed: readonly PyValue[]): CheckResult {
  let result: CheckResult = invalid('list_dict_checker:unclear', {
    code: 'no-list-of-dictionaries-allowed',
    parameter,
  });
  for (const answer of allowed) {
    const golds = iterate(answer);
    if (golds.length !== value.length) {
      result = invalid('value_error:list_dict_count', {
        code: 'wrong-dictionary-count',
        parameter,
        count: value.length,
        expected: golds.length,
      });
      continue;
    }
    let failure: CheckResult | null = null;
    for (const [index, item] of value.entries()) {
      if (!(item instanceof PyDict)) {
        throw new UnscorableSignal({ code: 'element-is-not-a-dictionary', parameter, index });
      }
      const checked = checkDict(`${parameter}[${index}]`, item, [golds[index]]);
      if (!checked.valid) {
        failure = checked;
        break;
      }
    }
    if (failure === null) return VALID;
    result = failure;
  }
  return result;
}
