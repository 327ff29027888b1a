/**
 * @file Samples completions from a frozen model, with the settings and random numbers of our own engine
 * (lm/generate.ts). Equal seeds give equal texts if two runtimes compute equal logits.
 *
 * The model reads a prompt once, and the cache is copied for each rollout. So the rollouts of a prompt decode together
 * without padding.
 */
import { checkPrompts, checkSettings, type Completion, type Prompt, type SamplingSettings } from '../lm/sampling.ts';
import { notFinite } from '../lm/finite-weights.ts';
import { sampleToken } from '../lm/sample-token.ts';
import type { RandomKey } from '../random/streams.ts';
import type { OnnxCausalLM, Past } from './causal-lm.ts';

/** Maximum number of rollouts of a prompt that decode together. It limits the memory of the caches. */
const MAX_ROWS = 32;

/** Samples completions, in the order of prompts and rollouts. */
export async function generate(
  model: OnnxCausalLM,
  prompts: readonly Prompt[],
  sampling: SamplingSettings,
  key: RandomKey,
  onTokens: (decoded: number) => void,
): Promise<Completion[]> {
  checkSettings(sampling);
  checkPrompts({ maxPositions: model.maxPositions, vocabSize: model.vocabSize }, prompts, sampling.maxNewTokens);
  const completions: Completion[] = [];
  let decoded = 0;
  for (const prompt of prompts)
    for (let start = 0; start < prompt.rollouts.length; start += MAX_ROWS) {
      const rollouts = prompt.rollouts.slice(start, start + MAX_ROWS);
      completions.push(...(await group(model, prompt, rollouts, sampling, key, () => onTokens((decoded += 1)))));
    }
  return completions;
}

async function group(
  model: OnnxCausalLM,
  prompt: Prompt,
  rollouts: readonly number[],
  sampling: SamplingSettings,
  key: RandomKey,
  onToken: () => void,
): Promise<Completion[]> {
  const { maxNewTokens, stopIds } = sampling;
  const completions = rollouts.map((rollout): Completion => ({
    task: prompt.task,
    rollout,
    ids: [],
    logprobs: [],
    finish: 'length',
  }));
  /** Appends a sampled token to a completion. Returns false if the completion has then ended. */
  const extend = (completion: Completion, logits: Float32Array): boolean => {
    const { task, rollout, ids } = completion;
    const { id, logprob } = sampleToken(logits, sampling, key, {
      task,
      rollout,
      position: prompt.position + ids.length,
    });
    if (!Number.isFinite(logprob))
      throw notFinite(`The probability of a token that follows the prompt of task ${task}`);
    ids.push(id);
    completion.logprobs.push(logprob);
    onToken();
    if (stopIds.includes(id)) completion.finish = 'stop';
    return completion.finish === 'length' && ids.length < maxNewTokens;
  };

  const first = await model.forward([prompt.ids], undefined, 'last');
  let active = completions.filter((completion) => extend(completion, first.logits));
  if (active.length === 0) {
    model.release(first.past);
    return completions;
  }
  let past: Past = await model.select(
    first.past,
    active.map(() => 0),
  );
  while (active.length > 0) {
    const next = await model.forward(
      active.map(({ ids }) => [ids[ids.length - 1]]),
      past,
      'last',
    );
    past = next.past;
    const vocabulary = next.logits.length / active.length;
    const going = active.map((completion, row) =>
      extend(completion, next.logits.subarray(row * vocabulary, (row + 1) * vocabulary)),
    );
    if (going.every(Boolean)) continue;
    const rows = going.flatMap((goes, row) => (goes ? [row] : []));
    active = rows.map((row) => active[row]);
    // Ended rows leave the batch.
    if (rows.length > 0) past = await model.select(past, rows);
  }
  model.release(past);
  return completions;
}
