/**
 * @file Checks by BFCL's AST rule whether decoded calls match the possible answer. The code follows the Python
 * categories in `ast_checker.py` of the Berkeley Function-Calling Leaderboard (github.com/ShishirPatil/gorilla,
 * bfcl_eval/eval_checker/ast_eval).
 *
 * A call is right if its name is exact and every required parameter is present. Each of the call's parameters must
 * be in the schema and in the possible answer. Each value must have the right type and be allowed.
 */
import { isPyList, PyDict, pyIn, PyTuple, type PyValue } from '../../common/python-value.ts';
import type { Call, FunctionSchema, GoldCall } from './call.ts';
import {
  checkDict,
  checkDictList,
  checkList,
  type CheckResult,
  checkString,
  checkType,
  invalid,
  notAllowed,
  UnscorableSignal,
  VALID,
} from './compare-values.ts';

/**
 * `parallel` expects one call per gold call, in any order. `simple` and `multiple` expect one call. `simple` checks
 * the call against the first function, `multiple` against the function of the gold call.
 */
export type Matching = 'simple' | 'multiple' | 'parallel';

const PYTHON_TYPES: Record<string, string> = {
  string: 'str',
  integer: 'int',
  float: 'float',
  boolean: 'bool',
  array: 'list',
  tuple: 'list',
  dict: 'dict',
  // A value of type `any` is a string in gold answers.
  any: 'str',
};

function pythonType(type: string | undefined, parameter: string, of: 'value' | 'elements'): string {
  const known = type !== undefined && Object.hasOwn(PYTHON_TYPES, type) ? PYTHON_TYPES[type] : undefined;
  if (known !== undefined) return known;
  throw new UnscorableSignal({ code: 'unknown-schema-type', parameter, of, type: type ?? null });
}

function findFunction(functions: readonly FunctionSchema[], name: string): FunctionSchema {
  const found = functions.find((candidate) => candidate.name === name);
  if (found === undefined) throw new UnscorableSignal({ code: 'gold-function-not-listed', function: name });
  return found;
}

/** Checks the value of one argument. */
export function checkValue(
  name: string,
  written: PyValue,
  schema: FunctionSchema,
  allowed: readonly PyValue[],
): CheckResult {
  const { type, items } = schema.parameters.properties[name];
  const expected = pythonType(type, name, 'value');
  const expectedElement = type === 'array' || type === 'tuple' ? pythonType(items?.type, name, 'elements') : null;
  let value = written;
  if (type === 'tuple' && value instanceof PyTuple) value = value.items;
  // If a float is expected, the rule converts an int to a float, at the top level only.
  if (type === 'float' && typeof value === 'bigint') value = Number(value);

  const typed = checkType(name, value, allowed, expected, expectedElement);
  if (!typed.valid) return typed;
  if (!typed.isVariable) {
    if (expected === 'dict' && value instanceof PyDict) return checkDict(name, value, allowed);
    if (expected === 'list' && isPyList(value)) {
      return expectedElement === 'dict' ? checkDictList(name, value, allowed) : checkList(name, value, allowed);
    }
    if (expected === 'str' && typeof value === 'string') return checkString(name, value, allowed);
  }
  if (pyIn(value, allowed)) return VALID;
  return invalid('value_error:others', notAllowed(name, value, allowed));
}

function checkCall(schema: FunctionSchema, call: Call, gold: GoldCall): CheckResult {
  const kind = (error: string) => `simple_function_checker:${error}`;
  if (call.name !== schema.name) {
    return invalid(kind('wrong_func_name'), { code: 'wrong-function', called: call.name, expected: schema.name });
  }
  for (const name of schema.parameters.required) {
    if (!call.arguments.has(name)) {
      return invalid(kind('missing_required'), { code: 'required-parameter-missing', parameter: name });
    }
  }
  for (const [name, value] of call.arguments) {
    const allowed = gold.allowed.get(name);
    if (allowed === undefined || !Object.hasOwn(schema.parameters.properties, name)) {
      return invalid(kind('unexpected_param'), { code: 'parameter-not-expected', parameter: name });
    }
    const checked = checkValue(name, value, schema, allowed);
    if (!checked.valid) return checked;
  }
  for (const [name, allowed] of gold.allowed) {
    if (!call.arguments.has(name) && !pyIn('', allowed)) {
      return invalid(kind('missing_optional'), { code: 'parameter-not-optional', parameter: name });
    }
  }
  return VALID;
}

/** Pairs each gold call with the first remaining call that matches, so the order of calls does not count. */
function checkParallel(
  functions: readonly FunctionSchema[],
  calls: readonly Call[],
  golds: readonly GoldCall[],
): CheckResult {
  if (calls.length !== golds.length) {
    return invalid('parallel_function_checker_no_order:wrong_count', {
      code: 'wrong-call-count',
      calls: calls.length,
      expected: golds.length,
    });
  }
  const remaining = new Set(calls);
  for (const gold of golds) {
    const schema = findFunction(functions, gold.name);
    let lastFailure: CheckResult = VALID;
    const match = [...remaining].find((call) => {
      lastFailure = checkCall(schema, call, gold);
      return lastFailure.valid;
    });
    if (match === undefined) {
      return invalid('parallel_function_checker_no_order:cannot_find_match', {
        code: 'no-call-matches',
        function: gold.name,
        last: lastFailure.reason,
      });
    }
    remaining.delete(match);
  }
  return VALID;
}

/**
 * Checks decoded calls against the possible answer. If the official checker would raise (on an unknown schema type or a
 * wrong form of gold answer), the error type is `checker:unscorable`.
 * @param golds at least one
 */
export function checkCalls(
  matching: Matching,
  functions: readonly FunctionSchema[],
  calls: readonly Call[],
  golds: readonly GoldCall[],
): CheckResult {
  try {
    if (matching === 'parallel') return checkParallel(functions, calls, golds);
    if (calls.length !== 1) {
      const reason = { code: 'wrong-call-count', calls: calls.length, expected: 1 } as const;
      return invalid(`${matching}_function_checker:wrong_count`, reason);
    }
    const schema = matching === 'simple' ? functions[0] : findFunction(functions, golds[0].name);
    if (schema === undefined) throw new UnscorableSignal({ code: 'item-without-function' });
    return checkCall(schema, calls[0], golds[0]);
  } catch (error) {
    if (error instanceof UnscorableSignal) return invalid('checker:unscorable', error.reason);
    throw error;
  }
}
