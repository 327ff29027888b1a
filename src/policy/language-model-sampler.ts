/**
 * @file Samples and scores with a language model on the WebGPU engine, such as a teacher or an evaluated model. It has
 * no gradients and no optimizer state. language-model-policy.ts adds learning.
 *
 * Sequences with a common prompt are packed as one group, so a group of rollouts reads its prompt once.
 */
import { CodedError } from '../common/coded-error.ts';
import type { StreamedWeights } from '../lm/files/load-model.ts';
import { forwardFlops, packedSize, type PassSize, samplingFlops } from '../lm/flops.ts';
import { generate } from '../lm/generate.ts';
import { scoringTokens, type PackedBatch, type PackingOptions, packSequences } from '../lm/packing.ts';
import { likeliestTokens } from '../lm/sample-token.ts';
import { CausalLM } from '../lm/transformer.ts';
import type { Sequence } from '../objectives/objective.ts';
import type { RandomKey } from '../random/streams.ts';
import type { Device } from '../tensor/device.ts';
import { Tape } from '../tensor/tape.ts';
import { describeModel } from './describe-model.ts';
import { microBatches } from './micro-batches.ts';
import { ModelProgress } from './model-progress.ts';
import type {
  GenerateResult,
  LikelyToken,
  PolicyDescription,
  PolicyTelemetry,
  Prompt,
  Sampler,
  SamplingSettings,
  ScoredSequence,
  WeightsVersion,
} from './policy.ts';
import { asSampled, predictWith } from './predict.ts';

/** Upper limit for the logits of one pass, in bytes. */
const LOGITS_BYTES = 16 * 2 ** 20;

/** Returns the alternatives for each token of the completion, most probable first; none for tokens with mask 0. */
async function alternativesOf(
  model: CausalLM,
  { prompt, completion, mask }: Sequence,
  temperature: number,
  count: number,
): Promise<LikelyToken[][]> {
  const places = completion.flatMap((_, t) => (mask?.[t] === 0 ? [] : [t]));
  const text = [...prompt, ...completion];
  const { vocabSize } = model.config;
  const rows = Math.max(1, Math.floor(LOGITS_BYTES / (vocabSize * Float32Array.BYTES_PER_ELEMENT)));
  const alternatives: LikelyToken[][] = completion.map(() => []);
  for (let first = 0; first < places.length; first += rows) {
    const some = places.slice(first, first + rows);
    // The logits after a token predict the next one.
    const last = prompt.length + some[some.length - 1] - 1;
    const logits = await model.logitsAfter(
      text.slice(0, last + 1),
      some.map((t) => prompt.length + t - 1),
    );
    some.forEach((t, row) => {
      const own = logits.subarray(row * vocabSize, (row + 1) * vocabSize);
      alternatives[t] = likeliestTokens(own, temperature, count);
    });
  }
  return alternatives;
}

export class LanguageModelSampler implements Sampler {
  protected readonly progress = new ModelProgress();

  /** Takes over `model`, and disposes of it later. */
  constructor(
    protected readonly device: Device,
    protected readonly model: CausalLM,
    private readonly description: PolicyDescription,
  ) {}

  /** Loads an opened model folder. The weights are streamed to the GPU. The caller destroys the device. */
  static async load(device: Device, opened: StreamedWeights): Promise<LanguageModelSampler> {
    const { model, weightsHash } = await CausalLM.load(device, opened.config, opened.weights);
    return new LanguageModelSampler(device, model, describeModel({ ...opened, weightsHash }, device));
  }

  async describe(): Promise<PolicyDescription> {
    return { ...this.description };
  }

  generate(
    prompts: readonly Prompt[],
    sampling: SamplingSettings,
    key: RandomKey,
    weights: WeightsVersion = 'current',
  ): Promise<GenerateResult> {
    const model = this.of(weights);
    const rollouts = prompts.reduce((sum, prompt) => sum + prompt.rollouts.length, 0);
    return this.progress.exclusively('generating', rollouts * sampling.maxNewTokens, async () => {
      const completions = await generate(model, prompts, sampling, key, (decoded) => (this.progress.done = decoded));
      const flops = samplingFlops(model.config, prompts, completions, model.adapter?.lora);
      this.progress.flops += flops;
      this.progress.tokensGenerated += completions.reduce((sum, { ids }) => sum + ids.length, 0);
      return { completions, flops };
    });
  }

  score(
    sequences: readonly Sequence[],
    weights: WeightsVersion,
    temperature: number,
  ): Promise<{ scored: ScoredSequence[]; flops: number }> {
    const model = this.of(weights);
    const flops = (size: PassSize) => forwardFlops(model.config, size, model.adapter?.lora);
    return this.scoring(sequences, flops, async (tape, batch, members) => {
      const { logprobs, entropy } = predictWith(model, tape, batch, temperature);
      const [logprobValues, entropyValues] = await this.device.readAll([logprobs, entropy]);
      return members.map(({ completion }, s) => ({
        logprobs: placeByToken(batch, s, completion.length, logprobValues),
        entropy: placeByToken(batch, s, completion.length, entropyValues),
      }));
    }).then(({ results, flops }) => ({ scored: results, flops }));
  }

  alternatives(
    sequences: readonly Sequence[],
    weights: WeightsVersion,
    temperature: number,
    count: number,
  ): Promise<LikelyToken[][][]> {
    const model = this.of(weights);
    return this.progress.exclusively('scoring', sequences.length, async () => {
      const alternatives: LikelyToken[][][] = [];
      for (const sequence of sequences) {
        alternatives.push(await alternativesOf(model, sequence, asSampled(temperature), count));
        this.progress.done = alternatives.length;
      }
      return alternatives;
    });
  }

  async telemetry(): Promise<PolicyTelemetry> {
    return { ...this.progress.report, gpuBytes: this.device.bytes };
  }

  async dispose(): Promise<void> {
    this.model.dispose();
  }

  /** Returns the model for either version of the weights. A sampler never learns, so both versions are the same. */
  protected of(_weights: WeightsVersion): CausalLM {
    return this.model;
  }

  protected pack(sequences: readonly Sequence[], options?: PackingOptions): PackedBatch {
    const batch = packSequences(sequences, options);
    const { vocabSize } = this.model.config;
    const outside = batch.tokens.find((id) => id >= vocabSize) ?? batch.targets.find((id) => id >= vocabSize);
    if (outside !== undefined)
      throw new CodedError('token-outside-vocabulary', { token: outside, vocabulary: vocabSize });
    return batch;
  }

  /**
   * Runs forward passes over all sequences in batches of bounded size.
   * @param read returns one result for each sequence of a batch
   */
  protected scoring<T>(
    sequences: readonly Sequence[],
    flopsOf: (size: PassSize) => number,
    read: (tape: Tape, batch: PackedBatch, members: readonly Sequence[]) => Promise<T[]>,
  ): Promise<{ results: T[]; flops: number }> {
    return this.progress.exclusively('scoring', sequences.length, async () => {
      const results: T[] = [];
      let flops = 0;
      for (const members of microBatches(sequences, scoringTokens(this.model.config))) {
        const batch = this.pack(members);
        const tape = new Tape(this.device, false);
        try {
          results.push(...(await read(tape, batch, members)));
        } finally {
          tape.dispose();
        }
        flops += flopsOf(packedSize(batch));
        this.progress.done = results.length;
      }
      this.progress.flops += flops;
      return { results, flops };
    });
  }
}

/** Returns a sequence's values by completion token; 0 for tokens without a prediction. */
function placeByToken(batch: PackedBatch, sequence: number, length: number, values: Float32Array): number[] {
  const placed = new Array<number>(length).fill(0);
  for (let m = batch.sequenceStarts[sequence]; m < batch.sequenceStarts[sequence + 1]; m++)
    placed[batch.tokenIndices[m]] = values[m];
  return placed;
}
