/**
 * @file API-Bank's official call evaluation: find the call, run it on a fresh world, and let the API compare the
 * result with the gold one. After `evaluator_by_json.py` and `tool_manager.py`
 * (github.com/AlibabaResearch/DAMO-ConvAI, api-bank).
 */
import { accountApis } from './apis/account.ts';
import { ApiError, CheckFailed, NotRecorded, type Api, type Arguments, type World } from './apis/api.ts';
import { calendarApis } from './apis/calendar.ts';
import { healthApis } from './apis/health.ts';
import { homeApis } from './apis/home.ts';
import { recordedApis } from './apis/recorded.ts';
import { serviceApis } from './apis/services.ts';
import { findCall, type TextCall } from './call-text.ts';
import { sameJson, type ApiResult, type ApiTurn, type Databases, type Json } from './schema.ts';

export const APIS: Readonly<Record<string, Api>> = {
  ...accountApis,
  ...calendarApis,
  ...healthApis,
  ...homeApis,
  ...serviceApis,
  ...recordedApis,
};

/** The official error statistic's names; `UNSCORABLE` is ours: the official answer needs data not at hand. */
export type CallError =
  | 'NO_API_CALL'
  | 'API_NAME_MISMATCH'
  | 'INVALID_INPUT_PARAMETER'
  | 'MISS_INPUT_ARGUMENT'
  | 'HAS_EXCEPTION'
  | 'OUTPUT_MISMATCH'
  | 'INPUT_MISMATCH'
  | 'KEY_ERROR'
  | 'UNSCORABLE';

export interface CallVerdict {
  correct: boolean;
  error: CallError | null;
  reason: string;
}

/** What every evaluation starts from. */
export interface Start {
  databases: Databases;
  /** Gold results by API, from every dialogue read. */
  records: ReadonlyMap<string, readonly ApiResult[]>;
}

/** The call as the tool manager refuses it. */
class CallRefused extends Error {
  constructor(
    readonly error: CallError,
    message: string,
  ) {
    super(message);
  }
}

function convert(name: string, value: string, type: Api['parameters'][string]): Json {
  const refuse = (why: string) => new CallRefused('INVALID_INPUT_PARAMETER', `the parameter ${name} ${why}.`);
  switch (type) {
    case 'str':
      return value;
    case 'bool':
      return value === 'True';
    case 'int':
      if (!/^\d+$/.test(value)) throw refuse('is not a whole number');
      return Number(value);
    case 'list':
      try {
        return JSON.parse(value.replaceAll("'", '"')) as Json;
      } catch {
        throw refuse('is not a list');
      }
  }
}

/** The call's arguments as the API takes them. @throws CallRefused */
function convertArguments({ name, parameters }: TextCall, api: Api): Arguments {
  const given: Record<string, Json> = {};
  for (const [parameter, value] of parameters) {
    if (!Object.hasOwn(api.parameters, parameter)) {
      throw new CallRefused('INVALID_INPUT_PARAMETER', `${name} has no parameter ${parameter}.`);
    }
    given[parameter] = convert(parameter, value, api.parameters[parameter]);
  }
  for (const parameter of Object.keys(api.parameters)) {
    if (!Object.hasOwn(given, parameter) && !api.optional?.includes(parameter)) {
      throw new CallRefused('MISS_INPUT_ARGUMENT', `the argument ${parameter} is missing.`);
    }
  }
  return given;
}

function execute(api: Api, given: Arguments, { databases, records }: Start): ApiResult {
  const world: World = {
    databases: structuredClone(databases),
    recorded: (name, isSame) => records.get(name)?.find(({ input }) => isSame(input)) ?? null,
  };
  const everyParameter = () =>
    Object.fromEntries(Object.keys(api.parameters).map((name) => [name, given[name] ?? null]));
  const input = api.input ? api.input(given) : everyParameter();
  try {
    return { input, output: api.run(given, world), exception: null };
  } catch (error) {
    if (error instanceof ApiError) return { input, output: null, exception: error.message };
    throw error;
  }
}

/** Which part of two results differs, in the official order. */
function difference(response: ApiResult, gold: ApiResult): CallVerdict {
  const wrong = (error: CallError, reason: string): CallVerdict => ({ correct: false, error, reason });
  if (response.exception !== null) return wrong('HAS_EXCEPTION', `the call fails: ${response.exception}`);
  if (!sameJson(response.output, gold.output)) return wrong('OUTPUT_MISMATCH', 'the call gives another output.');
  return wrong('INPUT_MISMATCH', 'the call gives the output, from another input.');
}

/** Judges one output against a gold call. Never throws on any text. */
export function evaluateCall(output: string, gold: ApiTurn, start: Start): CallVerdict {
  const wrong = (error: CallError, reason: string): CallVerdict => ({ correct: false, error, reason });
  const call = findCall(output);
  if (call === null) return wrong('NO_API_CALL', 'there is no [Name(arguments)] in the output.');
  if (call.name !== gold.api_name) {
    return wrong('API_NAME_MISMATCH', `the call is ${call.name}, not ${gold.api_name}.`);
  }
  if (!Object.hasOwn(APIS, call.name)) return wrong('UNSCORABLE', `the API ${call.name} is not known.`);
  const api = APIS[call.name];
  try {
    const response = execute(api, convertArguments(call, api), start);
    if (!api.isCorrect(response, gold.result)) return difference(response, gold.result);
    return { correct: true, error: null, reason: `${call.name} gives the expected result.` };
  } catch (error) {
    if (error instanceof CallRefused) return wrong(error.error, error.message);
    if (error instanceof CheckFailed) return wrong('KEY_ERROR', `the results cannot be compared: ${error.message}.`);
    if (error instanceof NotRecorded) return wrong('UNSCORABLE', `${error.message}.`);
    throw error;
  }
}
