/** @file The first line of an evaluation's results, without which figures cannot be compared. */
import type { PolicyDescription } from '../policy/policy.ts';
import { endTokens } from '../policy/text-tokenizer.ts';
import { type BenchmarkItem, type BenchmarkRule, partsOf } from '../benchmarks/benchmark.ts';
import { stopTokens, type BenchmarkEvaluation } from './evaluate-benchmark.ts';
import { familyTasks, type FamilyEvaluation } from './evaluate-family.ts';
import { type Decoding, type EvaluatedModel, tokenForm } from './evaluation.ts';

/** The rule that judges: a benchmark's, or one of the two of task families. */
export type EvaluationRule = BenchmarkRule | 'token-f1' | 'exact-match';

export interface EvaluationHeader {
  model: string;
  weights_sha256: string;
  adapter: string;
  /** `bamboogle`, `alfworld, valid_unseen` or `household, held-out`. */
  items_of: string;
  rule: EvaluationRule;
  items: number;
  prompts: {
    form: 'chat template' | 'plain text' | 'family text';
    /** The exact text that the model reads first; null if there is no item. */
    first: string | null;
  };
  decoding: {
    temperature: number;
    top_k: number;
    top_p: number;
    max_new_tokens: number;
    samples: number;
    seed: number;
    /** Tokens that end an answer or, in an interactive benchmark, a turn. */
    stop: string[];
  };
}

const modelPart = ({ name, weightsHash, runtime }: PolicyDescription) => ({
  model: name,
  weights_sha256: weightsHash,
  adapter: runtime,
});

function decodingPart(
  { tokenizer }: EvaluatedModel,
  { temperature, topK, topP, samples, seed }: Decoding,
  maxNewTokens: number,
  stopIds: readonly number[],
): EvaluationHeader['decoding'] {
  const stop = stopIds.map((id) => tokenizer.tokenText(id));
  return { temperature, top_k: topK, top_p: topP, max_new_tokens: maxNewTokens, samples, seed, stop };
}

export function benchmarkHeader<Item extends BenchmarkItem>(
  { benchmark, items, model, decoding, maxNewTokens }: BenchmarkEvaluation<Item>,
  description: PolicyDescription,
): EvaluationHeader {
  const form = tokenForm(model);
  const first = items.at(0);
  const parts = partsOf(benchmark, items).map(({ name }) => name);
  return {
    ...modelPart(description),
    items_of: [benchmark.name, ...(parts.length === 1 ? parts : [])].join(', '),
    rule: benchmark.rule,
    items: items.length,
    prompts: { form: form.name, first: first === undefined ? null : form.render(benchmark.prompt(first)) },
    decoding: decodingPart(model, decoding, maxNewTokens, stopTokens(model, benchmark.episode !== undefined)),
  };
}

export function familyHeader(request: FamilyEvaluation, description: PolicyDescription): EvaluationHeader {
  const { family, split, level, model, decoding } = request;
  const tasks = familyTasks(request);
  return {
    ...modelPart(description),
    items_of: `${family.name}, ${split}${level === undefined ? '' : `, level ${level}`}`,
    rule: family.reward === 'soft' ? 'token-f1' : 'exact-match',
    items: tasks.length,
    prompts: { form: 'family text', first: tasks.at(0)?.prompt ?? null },
    decoding: decodingPart(model, decoding, family.maxAnswerTokens, endTokens(model.tokenizer)),
  };
}
