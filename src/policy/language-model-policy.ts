/**
 * @file Runs a language model on the WebGPU engine as a policy. The policy samples, scores and learns (all weights, or
 * an adapter). It keeps its initial weights as the reference of KL terms. gradient-step.ts computes the updates.
 */
import { CodedError } from '../common/coded-error.ts';
import type { Assessment, AssessmentRequest, Weighing, WeighingRequest } from '../curriculum/curriculum.ts';
import { assessOnGpu } from '../curriculum/ops/assess.ts';
import { weighOnGpu } from '../curriculum/ops/weigh.ts';
import { AdamW, type AdamWState } from '../tensor/adamw.ts';
import type { Device } from '../tensor/device.ts';
import { map } from '../tensor/ops/map.ts';
import { Tape } from '../tensor/tape.ts';
import type { ParameterSet } from '../tensor/parameters.ts';
import { forwardFlops } from '../lm/flops.ts';
import { FullTraining, type Trainable } from '../lm/trainable.ts';
import type { LoadedWeights, StreamedWeights } from '../lm/files/load-model.ts';
import { joinPredictions, type PredictionList } from '../lm/packing.ts';
import { CausalLM } from '../lm/transformer.ts';
import { countsInRwr, crossEntropyLoss, rwrLoss } from '../objectives/rwr.ts';
import { grpoLoss } from '../objectives/grpo.ts';
import type { Sequence, TrainingSequence, UpdateStats } from '../objectives/objective.ts';
import type { ObjectiveLoss } from '../objectives/loss-parts.ts';
import { describeModel } from './describe-model.ts';
import { gradientStep } from './gradient-step.ts';
import { LanguageModelSampler } from './language-model-sampler.ts';
import { microBatches } from './micro-batches.ts';
import type {
  Player,
  PolicyDescription,
  PolicySnapshot,
  UpdateMemory,
  UpdateRequest,
  WeightsVersion,
} from './policy.ts';
import { restoreSnapshot, takeSnapshot } from './policy-snapshot.ts';
import { predictAgainstInitial } from './predict.ts';

const WHOLE_BATCH: UpdateMemory = { gradientCheckpointing: false, microBatchTokens: 0 };

export class LanguageModelPolicy extends LanguageModelSampler implements Player {
  private readonly optimizer: AdamW;
  private held: { weights: ParameterSet; optimizer: AdamWState } | undefined;

  /** Takes over `trained`, and disposes of it later. */
  constructor(
    device: Device,
    private readonly trained: Trainable,
    description: PolicyDescription,
    private readonly disposed: () => void = () => {},
  ) {
    super(device, trained.model, description);
    this.optimizer = new AdamW(trained.parameters);
  }

  /** Creates a policy that trains all weights of a model in memory. The caller destroys the device. */
  static create(device: Device, loaded: LoadedWeights): LanguageModelPolicy {
    const trained = new FullTraining(CausalLM.create(device, loaded.config, loaded.weights));
    return new LanguageModelPolicy(device, trained, describeModel(loaded, device));
  }

  /** Creates a policy that trains all weights of an opened model folder. The weights are streamed to the GPU. */
  static override async load(device: Device, opened: StreamedWeights): Promise<LanguageModelPolicy> {
    const { model, weightsHash } = await CausalLM.load(device, opened.config, opened.weights);
    const description = describeModel({ ...opened, weightsHash }, device);
    return new LanguageModelPolicy(device, new FullTraining(model), description);
  }

  divergence(sequences: readonly Sequence[], temperature: number): Promise<{ perSequence: number[]; flops: number }> {
    const { config, adapter } = this.model;
    return this.scoring(
      sequences,
      (size) => forwardFlops(config, size, adapter?.lora) + forwardFlops(config, size),
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
    if (parts.every(({ targets }) => targets.length === 0)) throw new CodedError('empty-update');
    return this.progress.exclusively('updating', parts.length, async () => {
      const shared = new Tape(this.device, false);
      try {
        const { gradientCheckpointing: checkpointing } = memory;
        const stats = await gradientStep({
          trained: this.trained,
          optimizer: this.optimizer,
          settings: optimizer,
          shared,
          parts,
          objective,
          checkpointing,
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

  async restart(): Promise<void> {
    this.trained.restart();
    this.optimizer.restart();
  }

  snapshot(): Promise<PolicySnapshot> {
    return takeSnapshot(this.trained, this.optimizer);
  }

  async restore(snapshot: PolicySnapshot): Promise<void> {
    restoreSnapshot(snapshot, this.trained, this.optimizer);
  }

  override async dispose(): Promise<void> {
    this.releaseHeld();
    this.optimizer.dispose();
    this.trained.dispose();
    this.disposed();
  }

  protected override of(weights: WeightsVersion): CausalLM {
    return weights === 'current' ? this.model : this.trained.initial;
  }

  /** Returns the loss of an objective. @param shared tape that lives as long as the loss */
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

  private releaseHeld(): void {
    this.held?.weights.dispose();
    this.held?.optimizer.mean.dispose();
    this.held?.optimizer.square.dispose();
    this.held = undefined;
  }
}
