/**
 * @file The task language of function calling.
 *
 * The environment writes, function by function, the parameters (two required ones, then perhaps `maybe` and an optional
 * one) and after a colon the values a request for it gives; functions without values are distractors:
 *
 *     weather city date : rome tue & mail guest count maybe dish : amy 3 & hotel place food
 *
 * A final `none` says that the requested functions are missing from the list: then the right answer is no call.
 */
import { AND } from '../common-words.ts';
import type { Parsed } from '../family.ts';
import { notATask } from '../family-parts.ts';
import { splitWords, wordsOf } from '../text.ts';
import { FUNCTIONS, KIND_OF_PARAMETER, KIND_OF_VALUE, type ParameterKind } from './world.ts';

export const COLON = ':';
export const MAYBE = 'maybe';
export const NONE = 'none';
export const REQUIRED = 2;
export const MAX_CALLS = 4;
export const MAX_DISTRACTORS = 2;

export interface ListedFunction {
  name: string;
  required: readonly string[];
  /** At most one. */
  optional: readonly string[];
}

export interface FunctionRequest extends ListedFunction {
  values: readonly string[];
}

export interface FunctionCallingTask {
  text: string;
  requests: readonly FunctionRequest[];
  distractors: readonly ListedFunction[];
  /** Whether the list lacks the requested functions. */
  irrelevant: boolean;
}

export const parametersOf = ({ required, optional }: ListedFunction): string[] => [...required, ...optional];

/** `weather city date maybe food`. */
export const writeSchema = ({ name, required, optional }: ListedFunction): string =>
  [name, ...required, ...optional.flatMap((parameter) => [MAYBE, parameter])].join(' ');

export function writeTask({ requests, distractors, irrelevant }: Omit<FunctionCallingTask, 'text'>): string {
  const segments = [
    ...requests.map((request) => `${writeSchema(request)} ${COLON} ${request.values.join(' ')}`),
    ...distractors.map(writeSchema),
    ...(irrelevant ? [NONE] : []),
  ];
  return segments.join(` ${AND} `);
}

const LONGEST_SIGNATURE = REQUIRED + 2;

/** Reads the parameters after a function's name; a string says what is wrong. */
function readSchema(name: string, signature: readonly string[]): ListedFunction | string {
  const optional = signature.length > REQUIRED;
  const wellFormed =
    signature.length === REQUIRED || (signature.length === LONGEST_SIGNATURE && signature[REQUIRED] === MAYBE);
  if (!wellFormed) return `The function ${name} does not have two parameters, and perhaps “maybe” and a third.`;
  const parameters = signature.filter((_, index) => index !== REQUIRED);
  const kinds = new Set<ParameterKind>();
  for (const parameter of parameters) {
    const kind = KIND_OF_PARAMETER.get(parameter);
    if (!kind) return `“${parameter}” is not a parameter.`;
    if (kinds.has(kind)) return `The function ${name} has two parameters of one kind.`;
    kinds.add(kind);
  }
  return {
    name,
    required: parameters.slice(0, REQUIRED),
    optional: optional ? parameters.slice(REQUIRED) : [],
  };
}

export function parseTask(text: string): Parsed<FunctionCallingTask> {
  const segments = splitWords(wordsOf(text), AND);
  const irrelevant = segments.length > 1 && segments.at(-1)!.join(' ') === NONE;
  if (irrelevant) segments.pop();
  const requests: FunctionRequest[] = [];
  const distractors: ListedFunction[] = [];
  const names = new Set<string>();
  for (const [name, ...rest] of segments) {
    if (!FUNCTIONS.includes(name)) return notATask(name ? `“${name}” is not a function.` : 'A function is missing.');
    if (names.has(name)) return notATask(`The function ${name} stands twice.`);
    names.add(name);
    const colon = rest.indexOf(COLON);
    const schema = readSchema(name, colon < 0 ? rest : rest.slice(0, colon));
    if (typeof schema === 'string') return notATask(schema);
    if (colon < 0) {
      distractors.push(schema);
      continue;
    }
    const values = rest.slice(colon + 1);
    const stranger = values.find((value) => !KIND_OF_VALUE.has(value));
    if (stranger !== undefined) return notATask(`“${stranger}” is not a value.`);
    if (values.length === 0 || values.length > REQUIRED + 1 || new Set(values).size < values.length) {
      return notATask(`The request for ${name} does not have one to three different values.`);
    }
    requests.push({ ...schema, values });
  }
  if (requests.length === 0) return notATask('No function is requested.');
  if (requests.length > MAX_CALLS) return notATask(`More than ${MAX_CALLS} functions are requested.`);
  if (distractors.length > MAX_DISTRACTORS)
    return notATask(`More than ${MAX_DISTRACTORS} functions are not requested.`);
  if (irrelevant && distractors.length === 0) return notATask('Without the requested functions the list is empty.');
  const content = { requests, distractors, irrelevant };
  return { ok: true, task: { text: writeTask(content), ...content } };
}

/** The values of a request that fit a parameter. */
export const valuesFor = (request: FunctionRequest, parameter: string): string[] =>
  request.values.filter((value) => KIND_OF_VALUE.get(value) === KIND_OF_PARAMETER.get(parameter));

function requestProblem(request: FunctionRequest): string | null {
  const missing = request.required.find((parameter) => valuesFor(request, parameter).length === 0);
  if (missing) return `The request gives no value for the required parameter ${missing} of ${request.name}.`;
  const kinds = new Set(parametersOf(request).map((parameter) => KIND_OF_PARAMETER.get(parameter)));
  const idle = request.values.find((value) => !kinds.has(KIND_OF_VALUE.get(value)));
  return idle ? `No parameter of ${request.name} takes the value ${idle}.` : null;
}

/** Why the requests cannot be turned into calls, in a sentence; null where they can. */
export function taskProblem({ requests, irrelevant }: FunctionCallingTask): string | null {
  if (irrelevant) return null;
  return requests.map(requestProblem).find((problem) => problem !== null) ?? null;
}
