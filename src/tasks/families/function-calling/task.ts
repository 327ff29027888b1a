/**
 * @file Reads and writes the task language of function calling.
 *
 * For each function the environment writes the parameters: one or two required ones, then perhaps `maybe` and an
 * optional one. After a colon come the values that the request names. Functions without values are distractors:
 *
 *     weather city day : rome tue & mail person maybe food : amy 3 & hotel city food
 *
 * A value that no parameter of the function takes (`3`) must be left out of the call. A final `none` means that the
 * agent's list lacks the requested functions, so the right answer is no call.
 */
import { AND, COLOURS, DAYS, numberWords, PEOPLE, splitWords, wordsOf } from '../../text.ts';
import { refuse } from '../../family-parts.ts';
import type { FamilyReason } from '../../family.ts';

interface Parameter {
  name: string;
  values: readonly string[];
  /** Type in a BFCL function schema. */
  type: 'string' | 'integer';
}

export const PARAMETERS: readonly Parameter[] = [
  { name: 'city', values: ['rome', 'oslo', 'lima', 'cairo'], type: 'string' },
  { name: 'day', values: DAYS, type: 'string' },
  { name: 'food', values: ['soup', 'rice', 'taco', 'cake'], type: 'string' },
  { name: 'person', values: PEOPLE.slice(0, 5), type: 'string' },
  { name: 'count', values: numberWords(2, 6), type: 'integer' },
  { name: 'color', values: COLOURS, type: 'string' },
];

export const FUNCTIONS: readonly string[] = ['weather', 'flight', 'hotel', 'order', 'table', 'mail', 'call', 'remind'];

export const PARAMETER_BY_NAME: ReadonlyMap<string, Parameter> = new Map(
  PARAMETERS.map((parameter) => [parameter.name, parameter]),
);
export const PARAMETER_OF_VALUE: ReadonlyMap<string, Parameter> = new Map(
  PARAMETERS.flatMap((parameter) => parameter.values.map((value) => [value, parameter] as const)),
);

export const COLON = ':';
export const MAYBE = 'maybe';
export const NONE = 'none';
export const MOST_REQUIRED = 2;
export const MOST_VALUES = 3;
export const MAX_CALLS = 4;
export const MAX_VALUES = 8;
export const MAX_DISTRACTORS = 2;

export interface ListedFunction {
  name: string;
  required: readonly string[];
  /** Optional parameters, at most one. */
  optional: readonly string[];
}

export interface FunctionRequest extends ListedFunction {
  values: readonly string[];
}

export interface FunctionCallingTask {
  text: string;
  requests: readonly FunctionRequest[];
  distractors: readonly ListedFunction[];
  /** True if the list that the agent reads lacks the requested functions. */
  irrelevant: boolean;
}

export const parametersOf = ({ required, optional }: ListedFunction): string[] => [...required, ...optional];

/** Writes a schema, e.g. `weather city day maybe food`. */
export const writeSchema = ({ name, required, optional }: ListedFunction): string =>
  [name, ...required, ...optional.flatMap((parameter) => [MAYBE, parameter])].join(' ');

/** Writes a request, e.g. `weather city day : rome tue`. */
export const writeRequest = (request: FunctionRequest): string =>
  `${writeSchema(request)} ${COLON} ${request.values.join(' ')}`;

export function writeTask({ requests, distractors, irrelevant }: Omit<FunctionCallingTask, 'text'>): string {
  const segments = [...requests.map(writeRequest), ...distractors.map(writeSchema), ...(irrelevant ? [NONE] : [])];
  return segments.join(` ${AND} `);
}

function readSchema(name: string, signature: readonly string[]): ListedFunction {
  const maybe = signature.indexOf(MAYBE);
  const required = maybe < 0 ? signature : signature.slice(0, maybe);
  const optional = maybe < 0 ? [] : signature.slice(maybe + 1);
  const countsFit = required.length >= 1 && required.length <= MOST_REQUIRED && optional.length === (maybe < 0 ? 0 : 1);
  if (!countsFit) refuse({ code: 'function-calling/parameter-count', name });
  const parameters = [...required, ...optional];
  const unknown = parameters.find((parameter) => !PARAMETER_BY_NAME.has(parameter));
  if (unknown !== undefined) refuse({ code: 'function-calling/unknown-parameter', word: unknown });
  if (new Set(parameters).size < parameters.length) {
    refuse({ code: 'function-calling/repeated-parameter', name });
  }
  return { name, required, optional };
}

export function parseTask(text: string): FunctionCallingTask {
  const segments = splitWords(wordsOf(text), AND);
  const irrelevant = segments.length > 1 && segments.at(-1)!.join(' ') === NONE;
  if (irrelevant) segments.pop();
  const requests: FunctionRequest[] = [];
  const distractors: ListedFunction[] = [];
  const names = new Set<string>();
  for (const [name, ...rest] of segments) {
    if (!name) refuse({ code: 'function-calling/missing-function' });
    if (!FUNCTIONS.includes(name)) refuse({ code: 'function-calling/unknown-function', word: name });
    if (names.has(name)) refuse({ code: 'function-calling/repeated-function', name });
    names.add(name);
    const colon = rest.indexOf(COLON);
    const schema = readSchema(name, colon < 0 ? rest : rest.slice(0, colon));
    if (colon < 0) {
      distractors.push(schema);
      continue;
    }
    const values = rest.slice(colon + 1);
    const unknown = values.find((value) => !PARAMETER_OF_VALUE.has(value));
    if (unknown !== undefined) refuse({ code: 'function-calling/unknown-value', word: unknown });
    if (values.length === 0 || values.length > MOST_VALUES || new Set(values).size < values.length) {
      refuse({ code: 'function-calling/value-count', name, most: MOST_VALUES });
    }
    requests.push({ ...schema, values });
  }
  const valueCount = requests.reduce((sum, { values }) => sum + values.length, 0);
  if (requests.length === 0) refuse({ code: 'function-calling/no-request' });
  if (requests.length > MAX_CALLS) refuse({ code: 'function-calling/too-many-requests', most: MAX_CALLS });
  if (valueCount > MAX_VALUES) {
    refuse({ code: 'function-calling/too-many-values', values: valueCount, most: MAX_VALUES });
  }
  if (distractors.length > MAX_DISTRACTORS) {
    refuse({ code: 'function-calling/too-many-distractors', most: MAX_DISTRACTORS });
  }
  if (irrelevant && distractors.length === 0) refuse({ code: 'function-calling/empty-list' });
  const content = { requests, distractors, irrelevant };
  return { text: writeTask(content), ...content };
}

export const valuesFor = (request: FunctionRequest, parameter: string): string[] =>
  request.values.filter((value) => PARAMETER_OF_VALUE.get(value)!.name === parameter);

/** Returns why the requests cannot be turned into calls, or null if they can. */
export function taskProblem({ requests, irrelevant }: FunctionCallingTask): FamilyReason | null {
  if (irrelevant) return null;
  for (const request of requests) {
    const missing = request.required.find((parameter) => valuesFor(request, parameter).length === 0);
    if (missing) return { code: 'function-calling/missing-value', name: request.name, parameter: missing };
  }
  return null;
}
