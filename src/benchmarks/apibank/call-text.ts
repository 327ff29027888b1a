/**
 * @file Reads API-Bank's published dialogues and databases, and the calls in a model's output: `[Name(args)]`.
 */
import { z } from 'zod';
import { recordOf } from '../../common/record-schema.ts';
import { WHITE_SPACE_HERE } from '../../common/plain-text.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const json = z.json() as z.ZodType<Json>;

const result = z.object({ input: json, output: json, exception: z.string().nullable() });

const turn = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['User', 'AI']), text: z.string() }),
  z.object({ role: z.literal('API'), api_name: z.string(), param_dict: recordOf(json), result }),
]);

/** Schema of a line with one dialogue. `file` names the file in which the dialogue was published. */
export const dialogueSchema = z.object({ file: z.string(), turns: z.array(turn) });

export type Turn = z.infer<typeof turn>;
export type ApiTurn = Extract<Turn, { role: 'API' }>;

/** Result of a call. For a gold call, this is the recorded result. */
export type ApiResult = z.infer<typeof result>;

const dated = { content: z.string(), time: z.string(), username: z.string() };

/** Schemas of the databases by file name. `looseObject` keeps a row's other columns, which results contain. */
export const databaseSchemas = {
  Account: recordOf(z.looseObject({ password: z.string(), token: z.string(), email: z.string() })),
  Agenda: recordOf(z.looseObject({ ...dated, location: z.string() })),
  Alarm: recordOf(z.looseObject({ time: z.string(), username: z.string() })),
  Appointments: recordOf(z.looseObject({ patient_name: z.string(), date: z.string(), doctor_name: z.string() })),
  Bank: recordOf(z.looseObject({ balance: z.number() })),
  HealthData: recordOf(z.array(z.looseObject({ time: z.string() }).catchall(json))),
  Hotel: recordOf(z.looseObject({ hotel_name: z.string(), check_in_time: z.string(), check_out_time: z.string() })),
  Meeting: recordOf(
    z.looseObject({
      meeting_topic: z.string(),
      start_time: z.string(),
      end_time: z.string(),
      location: z.string(),
      attendees: json,
      username: z.string(),
    }),
  ),
  Reminder: recordOf(z.looseObject(dated)),
  Scenes: recordOf(z.array(json)),
  Stock: recordOf(recordOf(z.number())),
  Symptom: recordOf(z.array(z.looseObject({ name: z.string(), description: z.string(), aid: z.string() }))),
  TimeSwitch: recordOf(z.array(z.looseObject({ time: z.string(), on: z.boolean() }))),
};

type DatabaseName = keyof typeof databaseSchemas;
export type Databases = { [Name in DatabaseName]: z.infer<(typeof databaseSchemas)[Name]> };

/** Compares JSON values. The order of an object's names does not count. Unlike in Python, `true` does not equal 1. */
export function sameJson(a: Json, b: Json): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [ours, theirs] = [Object.entries(a), new Map<string, Json>(Object.entries(b))];
  return (
    Array.isArray(a) === Array.isArray(b) &&
    ours.length === theirs.size &&
    ours.every(([key, value]) => theirs.has(key) && sameJson(value, theirs.get(key)!))
  );
}

export interface TextCall {
  name: string;
  /** Arguments by name. Every value is text. */
  parameters: Map<string, string>;
}

const OPENING = /\[([\p{L}\p{N}_]+)\(/gu;
const WORD = /[\p{L}\p{N}_]+/uy;

/**
 * Finds the first call in a text as `\[(\w+)\((.*)\)\]` does. The call begins at the first `[name(` with a `)]` later
 * in its line, and ends at the last `)]` of this line. API-Bank's official `api_call_extraction.py`
 * (github.com/AlibabaResearch/DAMO-ConvAI, api-bank) uses two regular expressions, which need quadratic time on hostile
 * text. This function finds their matches in one pass.
 *
 * Quirks are kept, because they decide verdicts. A quoted value ends at the next quote of either kind, so a quoted list
 * of strings is cut after its bracket.
 */
export function findCall(text: string): TextCall | null {
  let lineEnd = -1;
  let closing = -1;
  for (const match of text.matchAll(OPENING)) {
    const from = match.index + match[0].length;
    if (from > lineEnd) {
      const end = text.indexOf('\n', from);
      lineEnd = end === -1 ? text.length : end;
      const inLine = text.slice(from, lineEnd).lastIndexOf(')]');
      closing = inLine === -1 ? -1 : from + inLine;
    }
    if (closing >= from) return { name: match[1], parameters: readParameters(text.slice(from, closing)) };
  }
  return null;
}

/** Reads `name = 'value'`, `name = [list]` or `name = word`, anywhere in the text. The last value of a name counts. */
function readParameters(text: string): Map<string, string> {
  const parameters = new Map<string, string>();
  const lastBracket = text.lastIndexOf(']');
  let at = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const taken = pattern.exec(text)?.[0] ?? '';
    at += taken.length;
    return taken;
  };
  while (at < text.length) {
    const name = take(WORD);
    if (name === '') {
      at += 1;
      continue;
    }
    const afterName = at;
    take(WHITE_SPACE_HERE);
    let value: ReturnType<typeof readValue> = null;
    if (text[at] === '=') {
      at += 1;
      take(WHITE_SPACE_HERE);
      value = readValue(text, at, lastBracket);
    }
    if (value !== null) parameters.set(name, value.text);
    at = value?.end ?? afterName;
  }
  return parameters;
}

function readValue(text: string, from: number, lastBracket: number): { text: string; end: number } | null {
  const first = text[from];
  if (first === "'" || first === '"') {
    // A value has at least one character, even if this character is a quote. The value ends at the next quote.
    const end = nextQuote(text, from + 2);
    return end === -1 ? null : { text: text.slice(from + 1, end), end: end + 1 };
  }
  if (first === '[') {
    return lastBracket < from ? null : { text: text.slice(from, lastBracket + 1), end: lastBracket + 1 };
  }
  WORD.lastIndex = from;
  const word = WORD.exec(text)?.[0];
  return word === undefined ? null : { text: word, end: from + word.length };
}

function nextQuote(text: string, from: number): number {
  const single = text.indexOf("'", from);
  const double = text.indexOf('"', from);
  if (single === -1 || double === -1) return Math.max(single, double);
  return Math.min(single, double);
}
