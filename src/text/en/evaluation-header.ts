/** @file Describes an evaluation on the command line. */
import type { EvaluationHeader } from '../../evaluation/evaluation-header.ts';
import { benchmarkText } from './benchmarks.ts';

const { ruleNames } = benchmarkText;

/** In a few lines. */
export function headerText({ model, adapter, items_of, rule, items, prompts, decoding }: EvaluationHeader): string {
  const { temperature, top_k, top_p, max_new_tokens, samples, seed, stop } = decoding;
  const choice = temperature === 0 ? 'greedy' : `temperature ${temperature}, top-k ${top_k || 'off'}, top-p ${top_p}`;
  return [
    `${model} on ${items_of} (${ruleNames[rule]}), ${items} items, ${adapter}`,
    `prompts: ${prompts.form}`,
    `decoding: ${choice}, at most ${max_new_tokens} new tokens a turn, ${samples} per item, seed ${seed}, ` +
      `ends at ${stop.map((token) => JSON.stringify(token)).join(' or ')}`,
  ].join('\n');
}
