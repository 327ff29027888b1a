/**
 * @file Scores calls by BFCL's AST rule. The task becomes function schemas and a possible answer as in BFCL's files.
 * The answer is read as calls (`[f(a='x', b=2)]`), and the benchmark's checker gives the verdict.
 */
import type { PyValue } from '../../../common/python-value.ts';
import { bracketed, type Call, type FunctionSchema, type GoldCall } from '../../calls/call.ts';
import { checkCalls, checkValue } from '../../calls/checker.ts';
import { exactScore } from '../../family-parts.ts';
import type { FamilyReason, Score } from '../../family.ts';
import { type EnglishCallsTask, type Sentence, taskProblem, valuesFor } from './task.ts';
import { KIND_BY_NAME, type KindName, type Tool } from './world.ts';

const NAME = String.raw`[\p{L}_][\p{L}\p{N}_]*`;
const pattern = (source: string) => new RegExp(source, 'uy');
const OPENING = pattern(String.raw`\[\s*`);
const CALL = pattern(String.raw`\s*(${NAME}(?:\s*\.\s*${NAME})*)\s*\(\s*`);
const ARGUMENT = pattern(
  String.raw`(?:(${NAME})\s*=\s*)?(?:'([^'\\\n]*)'|"([^"\\\n]*)"|(-?(?:\d+\.\d*|\.\d+))|(-?(?:0|[1-9]\d*))|(${NAME}))\s*(?:,\s*|(?=\)))`,
);
const CLOSING = pattern(String.raw`\)\s*`);
const NEXT = pattern(String.raw`,\s*`);
const END = pattern(String.raw`\]$`);

const CONSTANTS = new Map<string, PyValue>(Object.entries({ True: true, False: false, None: null }));

/**
 * Reads an answer as BFCL's decoder does, if it consists of calls whose values are texts, numbers and names. The BFCL
 * benchmark uses CPython instead (src/benchmarks/bfcl). A run scores every attempt, so it needs this faster reader.
 * @returns the calls, none for `[]`, or null if the answer is not a list of such calls
 */
export function readCalls(answer: string): Call[] | null {
  const text = bracketed(answer);
  let at = 0;
  const take = (expected: RegExp): RegExpExecArray | null => {
    expected.lastIndex = at;
    const found = expected.exec(text);
    if (found) at = expected.lastIndex;
    return found;
  };
  const calls: Call[] = [];
  take(OPENING);
  while (!take(END)) {
    const call = take(CALL);
    if (!call) return null;
    const given = new Map<string, PyValue>();
    while (!take(CLOSING)) {
      const argument = take(ARGUMENT);
      if (!argument) return null;
      const [, name, single, double, float, integer, word] = argument;
      // The decoder ignores values without a name. Python refuses them after a value with a name.
      if (name === undefined && given.size > 0) return null;
      if (name === undefined) continue;
      if (word !== undefined) given.set(name, CONSTANTS.has(word) ? CONSTANTS.get(word)! : word);
      else given.set(name, single ?? double ?? (float === undefined ? BigInt(integer) : Number(float)));
    }
    calls.push({ name: call[1].replace(/\s/g, ''), arguments: given });
    if (!take(NEXT) && text[at] !== ']') return null;
  }
  return calls;
}

const pyValue = (parameter: KindName, value: string): PyValue =>
  KIND_BY_NAME.get(parameter)!.type === 'integer' ? BigInt(value) : value;

const bfclSchema = ({ name, parameters }: Tool): FunctionSchema => ({
  name,
  description: '',
  parameters: {
    properties: Object.fromEntries(
      parameters.map((parameter) => [parameter, { type: KIND_BY_NAME.get(parameter)!.type }]),
    ),
    required: [parameters[0]],
  },
});

/** Makes the gold call. A parameter without a value in the sentence gets BFCL's mark `''` ("may be left out"). */
const goldCall = (sentence: Sentence): GoldCall => ({
  name: sentence.tool.name,
  allowed: new Map(
    sentence.tool.parameters.map((parameter) => {
      const values = valuesFor(sentence, parameter);
      return [parameter, values.length === 0 ? [''] : values.map((value) => pyValue(parameter, value))];
    }),
  ),
});

export function writeCall(tool: Tool, pairs: readonly (readonly [parameter: KindName, value: string])[]): string {
  const written = pairs.map(([parameter, value]) => {
    const integer = KIND_BY_NAME.get(parameter)!.type === 'integer' && /^\d+$/.test(value);
    return `${parameter}=${integer ? value : `'${value}'`}`;
  });
  return `${tool.name}(${written.join(', ')})`;
}

/** Writes the calls that the request asks for, with values in the order of the sentence. */
export const solution = ({ sentences, irrelevant }: EnglishCallsTask): string =>
  irrelevant ? '[]' : `[${sentences.map((sentence) => writeCall(sentence.tool, solutionPairs(sentence))).join(', ')}]`;

function solutionPairs({ tool, values }: Sentence): [KindName, string][] {
  const given = new Map<KindName, string>();
  for (const { kind, value } of values) {
    const parameter = tool.parameters.find((name) => name === kind.name);
    if (parameter !== undefined && !given.has(parameter)) given.set(parameter, value);
  }
  return [...given];
}

/** Returns a reason that names the first function or parameter that the task does not offer, or null. */
function unlisted({ tools }: EnglishCallsTask, calls: readonly Call[]): FamilyReason | null {
  for (const { name, arguments: given } of calls) {
    const tool = tools.find((candidate) => candidate.name === name);
    if (tool === undefined) return { code: 'english-calls/unlisted-function', name };
    const parameter = [...given.keys()].find((key) => !tool.parameters.some((known) => known === key));
    if (parameter !== undefined) return { code: 'english-calls/unexpected-argument', name, parameter };
  }
  return null;
}

/** Returns how a call differs from what its sentence asks for, or null if the rule accepts the call. */
function callProblem(schema: FunctionSchema, gold: GoldCall, call: Call): FamilyReason | null {
  const { name } = gold;
  if (checkCalls('simple', [schema], [call], [gold]).valid) return null;
  for (const [parameter, allowed] of gold.allowed) {
    const due = !allowed.includes('');
    if (due && !call.arguments.has(parameter)) return { code: 'english-calls/missing-argument', name, parameter };
    if (!due && call.arguments.has(parameter)) return { code: 'english-calls/unexpected-argument', name, parameter };
    if (due && !checkValue(parameter, call.arguments.get(parameter)!, schema, allowed).valid)
      return { code: 'english-calls/other-value', name, parameter };
  }
  return { code: 'english-calls/no-pairing' };
}

/** Returns how calls of offered functions first differ from what the request asks for. */
function mismatch({ sentences }: EnglishCallsTask, calls: readonly Call[]): FamilyReason {
  if (calls.length !== sentences.length)
    return { code: 'english-calls/call-count', calls: calls.length, due: sentences.length };
  for (const sentence of sentences) {
    const { name } = sentence.tool;
    const gold = goldCall(sentence);
    const problems = calls
      .filter((call) => call.name === name)
      .map((call) => callProblem(bfclSchema(sentence.tool), gold, call));
    if (problems.length === 0) return { code: 'english-calls/missing-call', name };
    const [problem] = problems;
    if (problem !== null && !problems.includes(null)) return problem;
  }
  return { code: 'english-calls/no-pairing' };
}

export function scoreCalls(task: EnglishCallsTask, answer: string): Score {
  const calls = readCalls(answer);
  const outside = calls === null ? null : unlisted(task, calls);
  const wellFormed = calls !== null && outside === null;
  const scored = (success: boolean, reason: FamilyReason) => exactScore(success, wellFormed, reason);
  const problem = taskProblem(task);
  if (problem !== null) return scored(false, problem);
  if (task.irrelevant) {
    // BFCL's irrelevance rule: right if and only if the output decodes to no call.
    return calls === null || calls.length === 0
      ? scored(true, { code: 'english-calls/no-call-due' })
      : scored(false, { code: 'english-calls/call-not-due' });
  }
  if (calls === null) return scored(false, { code: 'english-calls/malformed-answer' });
  const golds = task.sentences.map(goldCall);
  if (checkCalls('parallel', task.tools.map(bfclSchema), calls, golds).valid)
    return scored(true, { code: 'english-calls/solved' });
  return scored(false, outside ?? mismatch(task, calls));
}
