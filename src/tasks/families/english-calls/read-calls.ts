/**
 * @file Reads an answer as BFCL's decoder does, as far as requests of this family need it: calls whose values are texts,
 * numbers and names. CPython itself judges BFCL's items (src/benchmarks/bfcl); this reader answers at once, because a run
 * scores every attempt.
 */
import type { PyValue } from '../../calls/python-value.ts';
import { bracketed, type Call } from '../../calls/call.ts';

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

const CONSTANTS = new Map<string, PyValue>([
  ['True', true],
  ['False', false],
  ['None', null],
]);

/** The calls of an answer, none for `[]`; null where it is not a list of such calls. */
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
      // The decoder passes over values without a name; Python takes none after one with a name.
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
