/**
 * @file Decodes a model's raw output as a list of calls, as BFCL does. CPython itself reads the Python form with the
 * official decoder (decode_calls.py). Our copy computes expressions from their syntax tree and never runs them.
 *
 * The decoder's quirks decide verdicts. It ignores positional arguments, takes a bare name for a string, and computes
 * arithmetic. Every sign before a constant negates the constant, even `+`.
 */
import { z } from 'zod';
import { parseJson } from '../files.ts';
import { nodePython } from '../node.ts';
import { parsedOrError, parseTypedJson, PyError, pyFromJson, type PyParsed, type Python } from '../python/python.ts';
import { PyDict, PyOther, PyTuple, type PyValue } from '../../common/python-value.ts';
import { bracketed, type Call } from '../../tasks/calls/call.ts';

/** Schema of a Python value as decode_calls.py writes it. */
const written: z.ZodType<PyValue> = z.lazy(() =>
  z.union([
    z.string(),
    z.boolean(),
    z.null(),
    z.array(written),
    z
      .strictObject({ int: z.string().regex(/^-?0x[0-9a-f]+$/) })
      .transform(({ int }) => (int.startsWith('-') ? -BigInt(int.slice(1)) : BigInt(int))),
    z
      .strictObject({ float: z.string().regex(/^(?:nan|-?(?:inf|\d+(?:\.\d+)?(?:e[+-]\d+)?))$/) })
      .transform(({ float }) => Number(float.replace('inf', 'Infinity'))),
    z.strictObject({ tuple: z.array(written) }).transform(({ tuple }) => new PyTuple(tuple)),
    z.strictObject({ dict: z.array(z.tuple([written, written])) }).transform(({ dict }) => new PyDict(dict)),
    z.strictObject({ other: z.string(), text: z.string() }).transform(({ other, text }) => new PyOther(other, text)),
  ]),
);

const argumentsSchema = z.strictObject({ dict: z.array(z.tuple([z.string().nullable(), written])) });
const call = z
  .strictObject({ dict: z.tuple([z.tuple([z.string(), argumentsSchema])]) })
  .transform(({ dict: [[name, { dict }]] }): Call => {
    return { name, arguments: new Map(dict.map(([key, value]) => [key ?? '**', value])) };
  });

const answerSchema = z.union([
  z.strictObject({ calls: z.array(call) }),
  z.strictObject({ not_evaluated: z.strictObject({ does: z.enum(['calls', 'uses', 'too-large']), what: z.string() }) }),
  z.strictObject({ error: z.string() }),
]);

const readAnswer = (text: string) => answerSchema.safeParse(parseJson(text).value).data ?? null;

/** Decodes the Python form, `[f(a=1), g(b='x')]`. Never throws on any output. */
export async function decodePythonCalls(
  output: string,
  python: Pick<Python, 'ask'> = nodePython,
): Promise<PyParsed<Call[]>> {
  const answer = await python.ask(output, readAnswer);
  return parsedOrError(() => {
    if (answer === null) throw new PyError('python-no-end');
    if ('not_evaluated' in answer) throw new PyError('not-evaluated', answer.not_evaluated);
    if ('error' in answer) throw new PyError('python-refuses', { error: answer.error });
    return answer.calls;
  });
}

/**
 * Decodes the JSON form, `[{"function": "f", "parameters": {"a": 1}}]`, anywhere in the text. As in the official code,
 * text that is not JSON has no calls, and elements that are not objects are skipped. Never throws.
 */
export function decodeJsonCalls(output: string): PyParsed<Call[]> {
  return parsedOrError(() => {
    const parsed = parseTypedJson(jsonList(bracketed(output)));
    if (parsed.error !== null) return [];
    if (!Array.isArray(parsed.value)) throw new PyError('not-a-list-of-calls');
    return parsed.value.flatMap((element: unknown) => {
      const call = pyFromJson(element);
      if (!(call instanceof PyDict)) return [];
      const name = call.get('function');
      const parameters = call.get('parameters');
      if (typeof name !== 'string' || !(parameters instanceof PyDict)) {
        throw new PyError('incomplete-call');
      }
      return [{ name, arguments: new Map(parameters.entries() as [string, PyValue][]) }];
    });
  });
}

/**
 * Cuts the list of objects out of a text. The list goes from the first `[{` to the nearest `}]`, or else from the first
 * `[` to the last `]`. Like the official pattern, the first rule cuts off a list that holds a list of objects.
 */
function jsonList(text: string): string {
  const start = /\[\s*\{/.exec(text);
  if (start !== null) {
    const afterBrace = start.index + start[0].length;
    const end = /\}\s*\]/.exec(text.slice(afterBrace));
    if (end !== null) return text.slice(start.index, afterBrace + end.index + end[0].length);
  }
  return text.slice(text.indexOf('['), text.lastIndexOf(']') + 1);
}
