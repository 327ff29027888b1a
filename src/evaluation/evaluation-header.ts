/**
 * @file What an evaluation was, as the first line of its results: model, adapter, prompts, decoding. A figure without
 * these can't be compared with another.
 */
import type { PolicyDescription } from '../policy/policy.ts';
import { endToken } from '../policy/text-tokenizer.ts';
import type { BenchmarkItem } from '../benchmarks/benchmark.ts';
import { partsOf } from '../benchmarks/parts.ts';
import { stopTokens, type BenchmarkEvaluation } from './evaluate-benchmark.ts';
import { familyTasks, type FamilyEvaluation } from './evaluate-family.ts';
import type { Decoding, EvaluatedModel } from './evaluation.ts';
import { promptForm } from './prompt-form.ts';

export interface EvaluationHeader {
  model: string;
  weights_sha256: string;
  adapter: string;
  /** `bamboogle`, `alfworld, valid_unseen` or `household, held-out`. */
  items_of: string;
  rule: string;
  items: number;
  prompts: {
    form: 'chat template' | 'plain text' | 'family text';
    /** What the model reads first, to the letter; null where there is no item. */
    first: string | null;
  };
  decoding: {
    temperature: number;
    top_k: number;
    top_p: number;
    max_new_tokens: number;
    samples: number;
    seed: number;
    /** Tokens that end an answer or, where the world answers back, a turn. */
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
  const form = promptForm(model);
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
    rule: family.reward === 'soft' ? 'token F1 at the success threshold' : 'exact match',
    items: tasks.length,
    prompts: { form: 'family text', first: tasks.at(0)?.text.prompt ?? null },
    decoding: decodingPart(model, decoding, family.maxAnswerTokens, [endToken(model.tokenizer)]),
  };
}

/** The same for a person, in a few lines. */
export function headerText({ model, adapter, items_of, rule, items, prompts, decoding }: EvaluationHeader): string {
  const { temperature, top_k, top_p, max_new_tokens, samples, seed, stop } = decoding;
  const choice = temperature === 0 ? 'greedy' : `temperature ${temperature}, top-k ${top_k || 'off'}, top-p ${top_p}`;
  return [
    `${model} on ${items_of} (${rule}), ${items} items, ${adapter}`,
    `prompts: ${prompts.form}`,
    `decoding: ${choice}, at most ${max_new_tokens} new tokens a turn, ${samples} per item, seed ${seed}, ` +
      `ends at ${stop.map((token) => JSON.stringify(token)).join(' or ')}`,
  ].join('\n');
}
