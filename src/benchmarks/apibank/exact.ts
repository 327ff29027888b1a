/**
 * @file Scores API-Bank by the exact-dictionary rule of ToolRL (github.com/qiancheng0/ToolRL, benchmarks/API-Bank),
 * whose tool-call format the paper uses. An output is right if any predicted call has the gold name and exactly the
 * gold parameters. The rule's quirks are kept, because they decide verdicts. Comments in the code mark each quirk.
 */
import { z } from 'zod';
import { recordOf } from '../../common/record-schema.ts';
import {
  accuracy,
  accuracyBy,
  type Benchmark,
  type BenchmarkVerdict,
  type BenchmarkReason,
  type ScoredItem,
} from '../benchmark.ts';
import { loader } from '../files.ts';
import { parsedOrError, parseTypedJson, pyFromJson } from '../python/python.ts';
import { PyDict, pyEquals, type PyValue } from '../../common/python-value.ts';
import { strip } from '../../common/plain-text.ts';

const callSchema = z.object({ name: z.string(), parameters: recordOf(z.json()) });

const itemSchema = z.object({
  system: z.string(),
  user: z.string(),
  // A list that begins with the gold call, or at level 2 the gold call itself.
  answer: z.union([z.array(callSchema).min(1), callSchema.transform((call) => [call])]),
});

type Call = z.infer<typeof callSchema>;

export interface ApiBankExactItem {
  /** Level and index in the level's file, e.g. `Level1_17`. */
  id: string;
  level: 1 | 2 | 3;
  system: string;
  user: string;
  answer: readonly Call[];
}

const LEVELS = [1, 2, 3] as const;
const fileOf = (level: number) => `toolrl_level-${level}-api_processed.json`;

/** Reads JSON as Python's `json.loads` does. Returns `undefined` if the text is not JSON. */
function pythonJson(text: string): PyValue | undefined {
  const { value } = parsedOrError(() => {
    const { value: json, error } = parseTypedJson(text);
    if (error !== null) throw error;
    return { read: pyFromJson(json) };
  });
  return value?.read;
}

/**
 * Returns the JSON values of an output, which are its calls, one per line. Reads the last `<tool_call>` block, or the
 * whole text if there is none. Skips lines that are not JSON.
 */
export function readToolCalls(output: string): PyValue[] {
  const block = strip(strip(output).split('<tool_call>').at(-1)!.split('</tool_call>')[0]);
  return block.split('\n').flatMap((line) => {
    const value = strip(line) === '' ? undefined : pythonJson(line);
    return value === undefined ? [] : [value];
  });
}

/** Parts of a value that ToolRL's harness compares. */
interface ReadCall {
  name: PyValue;
  /** False if the value lacks a name or parameters. Such a value counts as the parameters for the gold function. */
  isNamed: boolean;
  parameters: PyValue;
}

/** Reads a value as a call. Returns `null` if the harness raises an exception. */
function readCall(value: PyValue): ReadCall | null {
  // Quirk: a call written as a JSON text is read once more.
  const call = typeof value === 'string' ? pythonJson(value) : value;
  if (call instanceof PyDict) {
    const [name, parameters] = [call.get('name'), call.get('parameters')];
    // Quirk: an object without name or parameters counts as the parameters of the gold function.
    if (name === undefined || parameters === undefined) return { name: null, isNamed: false, parameters: call };
    return { name, isNamed: true, parameters };
  }
  // Python's `in` raises on values other than texts and lists. If a text or list holds `name` and `parameters`,
  // the harness reads its `name`, which raises too. Other texts and lists never equal the gold parameters.
  const holds = (word: string) =>
    typeof call === 'string' ? call.includes(word) : Array.isArray(call) && call.some((item) => item === word);
  if ((typeof call !== 'string' && !Array.isArray(call)) || (holds('name') && holds('parameters'))) return null;
  return { name: null, isNamed: false, parameters: call };
}

function score({ level, answer: [gold] }: ApiBankExactItem, output: string): BenchmarkVerdict {
  const values = readToolCalls(output);
  const goldParameters = pyFromJson(gold.parameters);
  let named = false;
  let correct = false;
  for (const value of values) {
    const call = readCall(value);
    // Quirk: reading stops at a value that is no call, such as a number.
    if (call === null) break;
    const isGoldName = !call.isNamed || call.name === gold.name;
    named ||= call.isNamed && isGoldName;
    correct = isGoldName && pyEquals(call.parameters, goldParameters);
    if (correct) break;
  }
  const expected = JSON.stringify(gold.parameters);
  const reason: BenchmarkReason = correct
    ? { code: 'exact-parameters', function: gold.name }
    : named
      ? { code: 'other-parameters', function: gold.name, expected }
      : values.length > 0
        ? { code: 'function-not-called', function: gold.name }
        : { code: 'no-tool-call' };
  return { correct, reason, subscores: { level, calls: values.length, name_correct: named } };
}

const load = loader<ApiBankExactItem>(async (files) => {
  for (const level of LEVELS) {
    const file = fileOf(level);
    for (const { at, value } of await files.jsonArray(file, itemSchema, { optional: level > 1 }))
      files.add({ id: `Level${level}_${at}`, level, ...value }, { file });
  }
});

/** Computes accuracy by level, and over all items. */
const aggregate = (scored: readonly ScoredItem<ApiBankExactItem>[]): Record<string, number> => ({
  ...accuracyBy(scored, ({ level }) => `accuracy_level_${level}`),
  ...(scored.length > 0 && { accuracy: accuracy(scored) }),
});

export const apiBank = {
  name: 'apibank',
  rule: 'apibank-exact-dictionary',
  files: LEVELS.map((level) => ({ path: fileOf(level), required: level === 1 })),
  load,
  score,
  aggregate,
  prompt: ({ system, user }) => [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ],
  part: ({ level }) => `level-${level}`,
} satisfies Benchmark<ApiBankExactItem>;
