/**
 * @file API-Bank by the exact-dictionary rule of ToolRL (github.com/qiancheng0/ToolRL, benchmarks/API-Bank), the
 * harness the paper's tool-call format comes from: right if any predicted call has the gold name and exactly the gold
 * parameters.
 */
import { z } from 'zod';
import type { Benchmark, BenchmarkFiles, Loaded, FileProblem, ScoredItem, BenchmarkVerdict } from '../benchmark.ts';
import { parseJson, readJsonArray } from '../files.ts';
import type { ExactReason } from './reason.ts';
import { sameJson, type Json } from './schema.ts';

const callSchema = z.object({ name: z.string(), parameters: z.record(z.string(), z.json()) });

const itemSchema = z.object({
  system: z.string(),
  user: z.string(),
  // A list of one call, or at level 2 the call itself.
  answer: z.union([z.array(callSchema).min(1), callSchema.transform((call) => [call])]),
});

type Call = z.infer<typeof callSchema>;

export interface ApiBankExactItem {
  /** As the harness names it: `Level1_17`. */
  id: string;
  level: 1 | 2 | 3;
  system: string;
  user: string;
  answer: readonly Call[];
}

const LEVELS = [1, 2, 3] as const;
const fileOf = (level: number) => `toolrl_level-${level}-api_processed.json`;

/**
 * The calls of an output: JSON lines in the last `<tool_call>` block or, without such a block, in the whole text. Lines
 * that are not a call are skipped.
 */
export function readToolCalls(output: string): Call[] {
  const block = output.split('<tool_call>').at(-1)!.split('</tool_call>')[0];
  return block.split('\n').flatMap((line) => {
    if (line.trim() === '') return [];
    const checked = callSchema.safeParse(parseJson(line).value);
    return checked.success ? [checked.data] : [];
  });
}

const sameParameters = (a: Call, b: Call) => sameJson(a.parameters as Json, b.parameters as Json);

function score({ level, answer }: ApiBankExactItem, output: string): BenchmarkVerdict {
  const calls = readToolCalls(output);
  const named = calls.filter((call) => answer.some(({ name }) => name === call.name));
  const correct = named.some((call) => answer.some((gold) => gold.name === call.name && sameParameters(gold, call)));
  const [gold] = answer;
  const expected = JSON.stringify(gold.parameters);
  const reason: ExactReason = correct
    ? { code: 'exact-parameters', function: gold.name }
    : named.length > 0
      ? { code: 'other-parameters', function: gold.name, expected }
      : calls.length > 0
        ? { code: 'function-not-called', function: gold.name }
        : { code: 'no-tool-call' };
  return { correct, reason, subscores: { level, calls: calls.length, name_correct: named.length > 0 } };
}

async function load(source: BenchmarkFiles): Promise<Loaded<ApiBankExactItem>> {
  const items: ApiBankExactItem[] = [];
  const problems: FileProblem[] = [];
  for (const level of LEVELS) {
    const { values, problems: found } = await readJsonArray(source, fileOf(level), itemSchema, { optional: level > 1 });
    problems.push(...found);
    items.push(...values.map(({ index, value }) => ({ id: `Level${level}_${index}`, level, ...value })));
  }
  return { items, problems };
}

/** Accuracy by level, and over all items. */
function aggregate(scored: readonly ScoredItem<ApiBankExactItem>[]): Record<string, number> {
  const share = (group: readonly ScoredItem<ApiBankExactItem>[]) =>
    group.filter(({ verdict }) => verdict.correct === true).length / group.length;
  const figures: Record<string, number> = {};
  for (const level of LEVELS) {
    const group = scored.filter(({ item }) => item.level === level);
    if (group.length > 0) figures[`accuracy_level_${level}`] = share(group);
  }
  if (scored.length > 0) figures.accuracy = share(scored);
  return figures;
}

export const apiBank: Benchmark<ApiBankExactItem> = {
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
};
