/**
 * @file Scores the single-turn Python categories of BFCL (Berkeley Function-Calling Leaderboard, v4) by the AST rule.
 * Files of other categories, such as Java and multi-turn, are skipped with a problem. Unknown fields are accepted,
 * because the files contain more than the rule needs.
 */
import { z } from 'zod';
import { codedProblem, errorData } from '../../common/error-data.ts';
import { meanOrZero } from '../../common/mean.ts';
import { recordOf } from '../../common/record-schema.ts';
import type { PyValue } from '../../common/python-value.ts';
import type { Call, FunctionSchema, GoldCall } from '../../tasks/calls/call.ts';
import { checkCalls, type Matching } from '../../tasks/calls/checker.ts';
import type { ChatMessage } from '../../tasks/family.ts';
import {
  accuracy,
  accuracyBy,
  type Benchmark,
  type BenchmarkVerdict,
  type BenchmarkReason,
  type ScoredItem,
} from '../benchmark.ts';
import { loader, type Loading, type ParsedJson } from '../files.ts';
import { parseTypedJson, pyFromJson, type PyParsed } from '../python/python.ts';
import { decodeJsonCalls, decodePythonCalls } from './decode.ts';

const parameter = z.looseObject({
  type: z.string(),
  description: z.string().optional(),
  items: z.looseObject({ type: z.string().optional() }).optional(),
});

const functionSchema = z.looseObject({
  name: z.string(),
  description: z.string().default(''),
  parameters: z.looseObject({
    properties: recordOf(parameter),
    required: z.array(z.string()).default([]),
  }),
});

const itemSchema = z.object({
  id: z.string(),
  question: z.array(z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))).min(1),
  function: z.array(functionSchema),
});

const pyValue = z.unknown().transform((value, context): PyValue => {
  try {
    return pyFromJson(value);
  } catch {
    context.addIssue({ code: 'custom', message: 'it is nested too deep' });
    return z.NEVER;
  }
});

/** Maps the function's name to the allowed values of each parameter. */
const goldCall = recordOf(recordOf(z.array(pyValue)))
  .refine((call) => Object.keys(call).length === 1, 'a gold call has exactly one function name')
  .transform((call): GoldCall => {
    const [[name, allowed]] = Object.entries(call);
    return { name, allowed: new Map(Object.entries(allowed)) };
  });

const answerSchema = z.object({ id: z.string(), ground_truth: z.array(goldCall).min(1) });

/** The right answer is a matching list of calls, any call (`relevance`) or no call (`irrelevance`). */
export type BfclRule = Matching | 'relevance' | 'irrelevance';

export interface BfclItem {
  id: string;
  /** Part of the file name, e.g. `live_multiple`. */
  category: string;
  rule: BfclRule;
  messages: readonly ChatMessage[];
  functions: readonly FunctionSchema[];
  /** Empty for the rules `relevance` and `irrelevance`. */
  golds: readonly GoldCall[];
}

const FILE = /^(?:.*\/)?BFCL_v\d+_([a-z_]+)\.json$/;
const ANSWERS = 'possible_answer/';

/** Returns the rule of a category, or `null` if the category is not scored. */
function ruleOf(category: string): BfclRule | null {
  if (/multi_turn|java|memory|web_search|format_sensitivity/.test(category)) return null;
  if (category.includes('irrelevance')) return 'irrelevance';
  if (category.includes('relevance')) return 'relevance';
  if (category.includes('parallel')) return 'parallel';
  if (category.includes('multiple')) return 'multiple';
  return category.includes('simple') ? 'simple' : null;
}

/** Parses JSON and keeps integers and floats apart, as the gold answers require. */
function typedJson(text: string): ParsedJson {
  const { value, error } = parseTypedJson(text);
  return { value, problem: error && errorData(error) };
}

async function loadCategory(files: Loading<BfclItem>, file: string, category: string): Promise<void> {
  const rule = ruleOf(category);
  if (rule === null) return files.report({ file }, codedProblem('category-not-scored', { category }));
  const rows = await files.jsonLines(file, itemSchema);
  const golds = new Map<string, readonly GoldCall[]>();
  const hasAnswers = rule !== 'relevance' && rule !== 'irrelevance';
  const slash = file.lastIndexOf('/') + 1;
  const answersFile = `${file.slice(0, slash)}${ANSWERS}${file.slice(slash)}`;
  if (hasAnswers)
    for (const { value } of await files.jsonLines(answersFile, answerSchema, { parse: typedJson }))
      golds.set(value.id, value.ground_truth);
  for (const { at: line, value } of rows) {
    const { id, question, function: functions } = value;
    const answer = golds.get(id);
    if (hasAnswers && answer === undefined)
      files.report({ file, line }, codedProblem('answer-missing', { id, file: answersFile }));
    else files.add({ id, category, rule, messages: question.flat(), functions, golds: answer ?? [] }, { file, line });
  }
}

const load = loader<BfclItem>(async (files) => {
  for (const name of await files.names()) {
    const category = FILE.exec(name)?.[1];
    if (category !== undefined && !name.includes(ANSWERS)) await loadCategory(files, name, category);
  }
  if (files.items.length > 0) return;
  const problem = codedProblem('no-items', { needs: 'BFCL_v*_*.json and possible_answer/' });
  files.report({ file: 'BFCL_v4_*.json' }, problem);
});

/** Error type for outputs whose code the official decoder would run. BFCL has no such error type. */
const NOT_EVALUATED = 'ast_decoder:not_evaluated';

function judge(item: BfclItem, decoded: PyParsed<Call[]>): BenchmarkVerdict {
  const calls = decoded.value ?? [];
  const verdict = (correct: boolean, errorType: string | null, reason: BenchmarkReason): BenchmarkVerdict => ({
    correct,
    reason,
    subscores: { category: item.category, decoded: decoded.error === null, calls: calls.length, error_type: errorType },
  });
  // The official decoder may find calls in this output, so the output counts as wrong for irrelevance too.
  if (decoded.error?.code === 'not-evaluated') {
    return verdict(false, NOT_EVALUATED, { code: 'not-evaluated', problem: errorData(decoded.error) });
  }
  const noCall: BenchmarkReason =
    decoded.error === null ? { code: 'no-call' } : { code: 'not-decodable', problem: errorData(decoded.error) };
  if (item.rule === 'irrelevance') {
    return calls.length === 0
      ? verdict(true, null, { code: 'rightly-no-call', because: noCall })
      : verdict(false, 'irrelevance_error:decoder_success', { code: 'call-not-wanted' });
  }
  if (item.rule === 'relevance') {
    return calls.length > 0
      ? verdict(true, null, { code: 'rightly-a-call' })
      : verdict(false, 'relevance_error:decoder_failed', noCall);
  }
  if (decoded.value === null) return verdict(false, 'ast_decoder:decoder_failed', noCall);
  const { valid, errorType, reason } = checkCalls(item.rule, item.functions, decoded.value, item.golds);
  return verdict(valid, errorType, reason);
}

/**
 * Computes accuracy by category and in groups. `accuracy` is the mean over all items. Without relevance categories,
 * `non_live_ast` is the mean over the other categories, and `live_ast` over live items. Groups without items are left
 * out. `not_evaluated` counts outputs that are wrong because they would run code.
 */
function aggregate(scored: readonly ScoredItem<BfclItem>[]): Record<string, number> {
  const categoryOf = ({ category }: BfclItem) => category;
  const ast = scored.filter(({ item }) => !item.category.includes('relevance'));
  const isLive = ({ item }: ScoredItem<BfclItem>) => item.category.startsWith('live_');
  const live = ast.filter(isLive);
  const others = ast.filter((one) => !isLive(one));
  const nonLive = Object.values(accuracyBy(others, categoryOf));
  const notEvaluated = scored.filter(({ verdict }) => verdict.subscores.error_type === NOT_EVALUATED).length;
  return {
    ...accuracyBy(scored, categoryOf),
    ...(nonLive.length > 0 && { non_live_ast: meanOrZero(nonLive) }),
    ...(live.length > 0 && { live_ast: accuracy(live) }),
    ...(scored.length > 0 && { accuracy: accuracy(scored) }),
    ...(notEvaluated > 0 && { not_evaluated: notEvaluated }),
  };
}

const FORMATS = {
  python: '[first_function(name=value, other=value), second_function(name=value)]',
  json: '[{"function": "first_function", "parameters": {"name": "value"}}]',
};

/** Form of calls that the prompt asks for. Each form has its own decoder. */
type BfclFormat = keyof typeof FORMATS;

/** Writes our own instruction with the functions as JSON, then the item's conversation. */
function prompt(item: BfclItem, format: BfclFormat): ChatMessage[] {
  const instruction = [
    'Answer with function calls and nothing else, in this form:',
    FORMATS[format],
    'Use only the functions below, with values of the types they name. If none of them fits the request, or a',
    'required value is unknown, say so in words and call nothing.',
    '',
    JSON.stringify(item.functions, null, 2),
  ].join('\n');
  const system = item.messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const conversation = item.messages.filter(({ role }) => role !== 'system');
  return [{ role: 'system', content: [instruction, ...system].join('\n\n') }, ...conversation];
}

/** Makes the benchmark without `score`, which depends on how outputs are decoded. */
function bfclIn(format: BfclFormat): Omit<Benchmark<BfclItem>, 'score'> {
  return {
    name: format === 'python' ? 'bfcl' : 'bfcl-json',
    rule: 'bfcl-ast',
    files: [
      { path: 'BFCL_v4_*.json', required: true },
      { path: 'possible_answer/BFCL_v4_*.json', required: true },
    ],
    load,
    aggregate,
    prompt: (item) => prompt(item, format),
    part: ({ category }) => category,
  };
}

export const bfcl = {
  ...bfclIn('python'),
  score: async (item: BfclItem, output: string) => judge(item, await decodePythonCalls(output)),
} satisfies Benchmark<BfclItem>;

export const bfclJson = {
  ...bfclIn('json'),
  score: (item: BfclItem, output: string) => judge(item, decodeJsonCalls(output)),
} satisfies Benchmark<BfclItem>;
