/**
 * @file Runs API-Bank's official call evaluation: find the call, run it, and let the API compare the result with the
 * gold one. It follows `evaluator_by_json.py` and `tool_manager.py` (github.com/AlibabaResearch/DAMO-ConvAI, api-bank).
 */
import { serviceApis } from './apis/services.ts';
import {
  type Api,
  ApiExceptionSignal,
  type Arguments,
  type CallError,
  NotRightSignal,
  type World,
} from './apis/api.ts';
import { calendarApis } from './apis/calendar.ts';
import { recordedApis } from './apis/recorded.ts';
import { asciiDigits } from '../python/python.ts';
import { type ApiResult, type ApiTurn, findCall, type Json, sameJson, type TextCall } from './call-text.ts';
import type { BenchmarkReason } from '../benchmark.ts';

export const APIS: Readonly<Record<string, Api>> = {
  ...calendarApis,
  ...serviceApis,
  ...recordedApis,
};

export interface CallVerdict {
  correct: boolean;
  error: CallError | null;
  reason: BenchmarkReason;
}

/** Converts an argument to its type. A list stays text, as in the official tool manager. */
function convert(parameter: string, value: string, type: Api['parameters'][string]): Json {
  switch (type) {
    case 'str':
    case 'list':
      return value;
    case 'bool':
      return value === 'True';
    case 'int':
      if (!/^\p{Nd}+$/u.test(value)) {
        throw new NotRightSignal('INVALID_INPUT_PARAMETER', { code: 'parameter-is-not-a-whole-number', parameter });
      }
      return Number(asciiDigits(value));
  }
}

/**
 * Returns the call's arguments in the types of the API.
 * @throws NotRightSignal if the tool manager refuses them
 */
function convertArguments({ name, parameters }: TextCall, api: Api): Arguments {
  const given: Record<string, Json> = {};
  for (const [parameter, value] of parameters) {
    if (!Object.hasOwn(api.parameters, parameter)) {
      throw new NotRightSignal('INVALID_INPUT_PARAMETER', { code: 'unknown-parameter', api: name, parameter });
    }
    given[parameter] = convert(parameter, value, api.parameters[parameter]);
  }
  for (const parameter of Object.keys(api.parameters)) {
    if (!Object.hasOwn(given, parameter) && !api.optional.includes(parameter)) {
      throw new NotRightSignal('MISS_INPUT_ARGUMENT', { code: 'argument-missing', parameter });
    }
  }
  return given;
}

function execute(api: Api, given: Arguments, world: World): ApiResult {
  const input = api.input
    ? api.input(given)
    : Object.fromEntries(Object.keys(api.parameters).map((name) => [name, given[name] ?? null]));
  try {
    return { input, output: api.run(given, world), exception: null };
  } catch (error) {
    if (error instanceof ApiExceptionSignal) return { input, output: null, exception: error.message };
    throw error;
  }
}

const wrong = (error: CallError, reason: BenchmarkReason): CallVerdict => ({ correct: false, error, reason });

/** Names the first part in which two results differ, in the official order. */
function difference(response: ApiResult, gold: ApiResult): CallVerdict {
  const { exception } = response;
  if (exception !== null) return wrong('HAS_EXCEPTION', { code: 'call-fails', exception });
  if (!sameJson(response.output, gold.output)) return wrong('OUTPUT_MISMATCH', { code: 'other-output' });
  return wrong('INPUT_MISMATCH', { code: 'other-input' });
}

/** Judges one output against a gold call. Never throws on any text. */
export function evaluateCall(output: string, gold: ApiTurn, world: World): CallVerdict {
  const call = findCall(output);
  if (call === null) return wrong('NO_API_CALL', { code: 'no-api-call' });
  if (call.name !== gold.api_name) {
    return wrong('API_NAME_MISMATCH', { code: 'other-api', called: call.name, expected: gold.api_name });
  }
  if (!Object.hasOwn(APIS, call.name)) return wrong('UNSCORABLE', { code: 'unknown-api', api: call.name });
  const api = APIS[call.name];
  try {
    const response = execute(api, convertArguments(call, api), world);
    if (!api.isCorrect(response, gold.result)) return difference(response, gold.result);
    return { correct: true, error: null, reason: { code: 'expected-result', api: call.name } };
  } catch (error) {
    if (error instanceof NotRightSignal) return wrong(error.error, error.reason);
    throw error;
  }
}
