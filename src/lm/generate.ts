/**
 * @file Samples completions on the GPU. Each prompt is read once, then all rollouts decode together with a KV cache.
 *
 * Rollouts that do not fit into memory together are sampled in several waves (generation-wave.ts). Waves do not change
 * results, because no rollout depends on others.
 */
import type { RandomKey } from '../random/streams.ts';
import { ELEMENT_BYTES } from '../tensor/tensor.ts';
import { checkPrompts, checkSettings, type Completion, type Prompt, type SamplingSettings } from './sampling.ts';
import { notFinite } from './finite-weights.ts';
import { cacheLayout, GenerationWave, type Rollout } from './generation-wave.ts';
import type { ModelConfig } from './files/config.ts';
import type { CausalLM } from './transformer.ts';

/** Largest number of rollouts that decode together unless `rolloutsPerWave` is set. It bounds memory. */
export const MAX_ROLLOUTS = 4096;

/** Samples completions, in the order of prompts and then of their rollouts. */
export async function generate(
  model: CausalLM,
  prompts: readonly Prompt[],
  sampling: SamplingSettings,
  key: RandomKey,
  onTokens?: (decoded: number) => void,
): Promise<Completion[]> {
  checkSettings(sampling);
  checkPrompts(model.config, prompts, sampling.maxNewTokens);
  const completions: Completion[] = [];
  let decoded = 0;
  for (const rollouts of waves(model, prompts, sampling)) {
    const before = decoded;
    const wave = new GenerationWave(model, rollouts, sampling, key, (tokens) => {
      decoded = before + tokens;
      onTokens?.(decoded);
    });
    for (const completion of await wave.run()) {
      refuseNonFinite(completion, model.config.vocabSize);
      completions.push(completion);
    }
  }
  return completions;
}

/** Throws CodedError `model-not-finite` if a logit is not finite. The sampler then gives an unknown id or NaN. */
function refuseNonFinite({ ids, logprobs, task }: Completion, vocabSize: number): void {
  if (ids.some((id) => id >= vocabSize) || logprobs.some((logprob) => !Number.isFinite(logprob)))
    throw notFinite(`The probability of a token that follows the prompt of task ${task}`);
}

/** Returns the bytes of a token's keys and values in one layer. */
export const cacheRowBytes = ({ kvHeads, headDim }: ModelConfig): number => 2 * kvHeads * headDim * ELEMENT_BYTES;

/** Divides rollouts, in order, into waves that fit the settings and one buffer of keys and values. */
function* waves(model: CausalLM, prompts: readonly Prompt[], sampling: SamplingSettings): Generator<Rollout[]> {
  const { maxNewTokens, rolloutsPerWave } = sampling;
  const rollouts: Rollout[] = prompts.flatMap((prompt) => prompt.rollouts.map((rollout) => ({ prompt, rollout })));
  const { maxStorageBufferBindingSize } = model.device.limits;
  const bytesPerToken = cacheRowBytes(model.config);
  const fits = (wave: readonly Rollout[]) =>
    cacheLayout(wave, maxNewTokens).rows * bytesPerToken <= maxStorageBufferBindingSize;
  for (let start = 0; start < rollouts.length;) {
    let end = Math.min(rollouts.length, start + (rolloutsPerWave || MAX_ROLLOUTS));
    while (end > start + 1 && !fits(rollouts.slice(start, end))) end = start + Math.ceil((end - start) / 2);
    yield rollouts.slice(start, end);
    start = end;
  }
}
