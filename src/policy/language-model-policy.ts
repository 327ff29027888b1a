/**
 * @file A policy that is a language model on the WebGPU engine: samples, scores and learns in place (all weights, or an
 * adapter), and keeps the weights it started from as the reference of its KL terms.
 *
 * Sequences that share a prompt are packed as one group, so a group of rollouts reads its prompt once. Updates are in
 * gradient-step.ts.
 */
import { CodedError } from '../common/coded-error.ts';
import type { Assessment, AssessmentRequest, Weighing, WeighingRequest } from '../curriculum/judge.ts';
import { assessOnGpu } from '../curriculum/ops/assess.ts';
import { weighOnGpu } from '../curriculum/ops/weigh.ts';
import { AdamW, type AdamWState } from '../tensor/adamw.ts';
import type { Device } from '../tensor/device.ts';
import { map } from '../tensor/ops/map.ts';
import { Tape } from '../tensor/tape.ts';
import type { ParameterSet } from '../tensor/parameters.ts';
import { attentionMaps } from '../lm/attention-maps.ts';
import { forwardFlops, packedSize, samplingFlops, type PassSize } from '../lm/flops.ts';
import { FullTraining } from '../lm/full-training.ts';
import { generate } from '../lm/generate.ts';
import type { LoadedWeights, StreamedWeights } from '../lm/load-model.ts';
import type { LoraConfig } from '../lm/lora/lora-config.ts';
import { mergeWeight } from '../lm/lora/merge.ts';
import {
  joinPredictions,
  packSequences,
  type PackedBatch,
  type PackingOptions,
  type PredictionList,
} from '../lm/packing.ts';
import type { Trainable } from '../lm/trainable.ts';
import { type ModelConfig, parameterShapes } from '../lm/config.ts';
import { layerBytesPerToken } from '../lm/layer-memory.ts';
import { CausalLM } from '../lm/transformer.ts';
import { readWeight } from '../lm/weights.ts';
import type { LoadOptions } from '../lm/weight-source.ts';
import { crossEntropyLoss } from '../objectives/cross-entropy.ts';
import { grpoLoss } from '../objectives/grpo.ts';
import type { Sequence, TrainingSequence, UpdateStats } from '../objectives/objective.ts';
import type { ObjectiveLoss } from '../objectives/objective-loss.ts';
import { countsInRwr, rwrLoss } from '../objectives/rwr.ts';
import type { RandomKey } from '../random/streams.ts';
import type {
  GenerateResult,
  KernelReport,
  LikelyToken,
  Policy,
  PolicyDescription,
  PolicySnapshot,
  PolicyTelemetry,
  Prompt,
  SamplingSettings,
  ScoredSequence,
  UpdateMemory,
  UpdateRequest,
  Weights,
} from './policy.ts';
import { alternativesOf } from './alternatives.ts';
import { gradientStep } from './gradient-step.ts';
import { type Anatomy, type AttentionMaps, refuseTooLarge, unknownWeight, type WeightValues } from './inspection.ts';
import { ModelProgress } from './model-progress.ts';
import { microBatches } from './micro-batches.ts';
import { asSampled, predictAgainstInitial, predictWith } from './predict.ts';
import { describeModel } from './describe-model.ts';
import { restoreSnapshot, takeSnapshot } from './policy-snapshot.ts';

/** Most tokens scored in one forward pass, and about the most memory it takes. */
const SCORING_TOKENS = 16_384;
const SCORING_BYTES = 256 * 2 ** 20;

const WHOLE_BATCH: UpdateMemory = { gradientCheckpointing: false, microBatchTokens: 0 };

export class LanguageModelPolicy implements Policy {
  private readonly model: CausalLM;
  private readonly optimizer: AdamW;
  private held: { weights: ParameterSet; optimizer: AdamWState } | undefined;
  private readonly progress = new ModelProgress();

  /**
   * @param trained owned from here on
   * @param disposed called at the end of `dispose`
   */
  constructor(
    private readonly device: Device,
    private readonly trained: Trainable,
    private readonly description: PolicyDescription,
    private readonly disposed: () => void = () => {},
  ) {
    this.model = trained.model;
    this.optimizer = new AdamW(trained.parameters);
  }

  /** A policy that starts from a model in memory, of which every weight learns. The caller keeps the device and destroys it. */
  static create(device: Device, loaded: LoadedWeights): LanguageModelPolicy {
    const trained = new FullTraining(CausalLM.create(device, loaded.config, loaded.weights));
    return new LanguageModelPolicy(device, trained, describeModel(loaded, device));
  }

  /** The same from an opened model folder, whose weights go straight to the GPU; see `CausalLM.load`. */
  static async load(device: Device, opened: StreamedWeights, options?: LoadOptions): Promise<LanguageModelPolicy> {
    const { model, weightsHash } = await CausalLM.load(device, opened.config, opened.weights, options);
    const description = describeModel({ ...opened, weightsHash }, device);
    return new LanguageModelPolicy(device, new FullTraining(model), description);
  }

  async describe(): Promise<PolicyDescription> {
    return { ...this.description };
  }

  generate(
    prompts: readonly Prompt[],
    sampling: SamplingSettings,
    key: RandomKey,
    weights: Weights = 'current',
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
    weights: Weights,
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
    weights: Weights,
    temperature: number,
    count: number,
  ): Promise<LikelyToken[][][]> {
    const model = weights === 'current' ? this.model : this.trained.initial;
    return this.progress.exclusively('scoring', sequences.length, async () => {
      const alternatives: LikelyToken[][][] = [];
      for (const sequence of sequences) {
        alternatives.push(await alternativesOf(model, sequence, asSampled(temperature), count));
        this.progress.done = alternatives.length;
      }
      return alternatives;
    });
  }

  divergence(sequences: readonly Sequence[], temperature: number): Promise<{ perSequence: number[]; flops: number }> {
    const { config } = this.model;
    return this.scoring(
      sequences,
      (size) => forwardFlops(config, size, this.lora) + forwardFlops(config, size),
      async (tape, batch, members) => {
        const { kl } = predictAgainstInitial(this.trained, { tape, reference: tape }, batch, temperature, false);
        const values = await this.device.read(kl);
        return members.map((_, s) =>
          values.subarray(batch.sequenceStarts[s], batch.sequenceStarts[s + 1]).reduce((sum, value) => sum + value, 0),
        );
      },
    ).then(({ results, flops }) => ({ perSequence: results, flops }));
  }

  assess(request: AssessmentRequest): Promise<Assessment> {
    return assessOnGpu(this.device, request);
  }

  weigh(request: WeighingRequest): Promise<Weighing> {
    return weighOnGpu(this.device, request);
  }

  async update({ sequences, objective, optimizer, memory = WHOLE_BATCH }: UpdateRequest): Promise<UpdateStats> {
    const counted = objective.kind === 'rwr' ? sequences.filter(countsInRwr) : sequences;
    const predictPrompts = objective.kind === 'cross-entropy' && objective.on === 'all';
    const parts = microBatches(counted, memory.microBatchTokens, { sharePrompts: !predictPrompts }).map((members) =>
      this.pack(members, { predictPrompts }),
    );
    if (parts.every(({ targets }) => targets.length === 0))
      throw new CodedError(
        'empty-update',
        'An update needs at least one token that carries loss; this batch has none.',
      );
    return this.progress.exclusively('updating', parts.length, async () => {
      const shared = new Tape(this.device, false);
      try {
        const { gradientCheckpointing: checkpointing } = memory;
        const stats = await gradientStep({
          ...{ trained: this.trained, optimizer: this.optimizer, settings: optimizer },
          ...{ shared, parts, objective, checkpointing },
          loss: this.lossOf(shared, joinPredictions(parts), counted, objective),
          onPart: () => this.progress.done++,
        });
        this.progress.flops += stats.flops;
        return stats;
      } finally {
        shared.dispose();
      }
    });
  }

  async hold(): Promise<void> {
    this.releaseHeld();
    this.held = { weights: this.trained.parameters.copy(), optimizer: this.optimizer.copyState() };
  }

  async backtrack(fraction: number): Promise<void> {
    if (!this.held) throw new Error('There are no held weights to backtrack to: call hold before the updates.');
    const { weights, optimizer } = this.held;
    this.optimizer.restoreState(optimizer);
    if (fraction === 0) {
      this.trained.parameters.assign(weights);
      return;
    }
    const tape = new Tape(this.device, false);
    this.trained.parameters.segments.forEach((current, i) => {
      const between = map(tape, {
        label: 'backtrack',
        inputs: { current, held: weights.segments[i] },
        scalars: { fraction },
        forward: 'held + fraction * (current - held)',
      });
      this.device.copy(between, current);
    });
    tape.dispose();
  }

  snapshot(): Promise<PolicySnapshot> {
    return takeSnapshot(this.trained, this.optimizer);
  }

  async restore(snapshot: PolicySnapshot): Promise<void> {
    restoreSnapshot(snapshot, this.trained, this.optimizer);
  }

  async telemetry(): Promise<PolicyTelemetry> {
    const { bytes, peakBytes, tuning } = this.device;
    return { ...this.progress.report, gpuBytes: bytes, gpuPeakBytes: peakBytes, tuning };
  }

  async kernels(): Promise<KernelReport[]> {
    return this.device.kernels();
  }

  async anatomy(): Promise<Anatomy> {
    const { config } = this.model;
    const weights = [...parameterShapes(config)].map(([name, shape]) => ({ name, shape }));
    return { layers: config.layers, heads: config.heads, weights };
  }

  attention(ids: readonly number[], weights: Weights): Promise<AttentionMaps> {
    const model = this.of(weights);
    const { layers, heads } = model.config;
    return this.progress.exclusively('scoring', 1, async () => {
      refuseTooLarge(layers * heads * ids.length ** 2);
      return attentionMaps(model, ids);
    });
  }

  weight(name: string, weights: Weights): Promise<WeightValues> {
    const model = this.of(weights);
    return this.progress.exclusively('scoring', 1, async () => {
      const shape = parameterShapes(model.config).get(name);
      if (!shape) throw unknownWeight(name);
      refuseTooLarge(shape.reduce((product, size) => product * size, 1));
      const weight = await readWeight(model.config, model.parameters, name);
      const lora = model.adapter?.lora;
      if (!lora) return weight;
      const [adapter] = await this.trained.read([this.trained.parameters]);
      return mergeWeight(name, weight, { lora, weights: adapter });
    });
  }

  timeKernels(on: boolean): Promise<boolean> {
    return this.device.timeKernels(on);
  }

  async dispose(): Promise<void> {
    this.releaseHeld();
    this.optimizer.dispose();
    this.trained.dispose();
    this.disposed();
  }

  private of(weights: Weights): CausalLM {
    return weights === 'current' ? this.model : this.trained.initial;
  }

  /** The adapter that takes part in passes of the current weights. */
  private get lora(): LoraConfig | undefined {
    return this.model.adapter?.lora;
  }

  /** The loss of an objective over a batch; `shared` lives as long as it. */
  private lossOf(
    shared: Tape,
    batch: PredictionList,
    sequences: readonly TrainingSequence[],
    objective: UpdateRequest['objective'],
  ): ObjectiveLoss {
    switch (objective.kind) {
      case 'grpo':
        return grpoLoss(batch, sequences, objective);
      case 'rwr':
        return rwrLoss(shared, batch, sequences, objective);
      case 'cross-entropy':
        return crossEntropyLoss(batch);
    }
  }

  private pack(sequences: readonly Sequence[], options?: PackingOptions): PackedBatch {
    const batch = packSequences(sequences, options);
    const { vocabSize } = this.model.config;
    const outside = batch.tokens.find((id) => id >= vocabSize) ?? batch.targets.find((id) => id >= vocabSize);
    if (outside !== undefined)
      throw new CodedError(
        'token-outside-vocabulary',
        `Token id ${outside} is not one of the ${vocabSize} this model knows. Encode the text with the model's own tokenizer.`,
        { token: outside, vocabulary: vocabSize },
      );
    return batch;
  }

  /**
   * Forward passes without gradients over all sequences, in batches of bounded size.
   * @param flopsOf operations of the passes over a batch of this size
   * @param read reads one batch's results, one per sequence
   */
  private scoring<T>(
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

  private releaseHeld(): void {
    this.held?.weights.dispose();
    this.held?.optimizer.mean.dispose();
    this.held?.optimizer.square.dispose();
    this.held = undefined;
  }
}

/** Values of a sequence's predictions at the places of its completion tokens, 0 where nothing was predicted. */
function placeByToken(batch: PackedBatch, sequence: number, length: number, values: Float32Array): number[] {
  const placed = new Array<number>(length).fill(0);
  for (let m = batch.sequenceStarts[sequence]; m < batch.sequenceStarts[sequence + 1]; m++)
    placed[batch.tokenIndices[m]] = values[m];
  return placed;
}

/** Tokens that are scored in one forward pass: bounds its memory, and changes no result. */
const scoringTokens = (config: ModelConfig): number =>
  Math.min(SCORING_TOKENS, Math.ceil(SCORING_BYTES / layerBytesPerToken(config)));
