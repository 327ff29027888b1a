/**
 * @file Implements a policy with log-linear next-token probabilities, from a table with one row of logits per feature.
 * Its numbers can be checked by hand, and it learns with exact gradients under every objective in milliseconds.
 *
 * The token at position t of a completion has these features: the previous token, t itself, and three pairs. A pair is
 * (t mod 3, prompt token 1 + t + offset) for the offsets −1, 0, 1. The pairs let the policy copy two-word goals, joined
 * by a third word, into answers of three words. This is enough for the household world.
 */
import {
  assess,
  type Assessment,
  type AssessmentRequest,
  weigh,
  type Weighing,
  type WeighingRequest,
} from '../../curriculum/curriculum.ts';
import { likeliestTokens } from '../../lm/sample-token.ts';
import { openSafetensors, writeSafetensors } from '../../lm/files/safetensors.ts';
import { philox, RandomStream, unitInterval } from '../../random/random-stream.ts';
import type {
  Completion,
  GenerateResult,
  Learner,
  LikelyToken,
  Player,
  PolicyDescription,
  PolicySnapshot,
  PolicyTelemetry,
  Prompt,
  SamplingSettings,
  ScoredSequence,
  UpdateRequest,
  WeightsVersion,
} from '../policy.ts';
import type { Sequence, TokenIds, TrainingSequence, UpdateStats } from '../../objectives/objective.ts';
import type { RandomKey } from '../../random/streams.ts';
import { adamWReference, type AdamWReferenceState } from '../../tensor/adamw.reference.ts';
import {
  divergenceReference,
  entropyReference,
  logSoftmaxReference,
} from '../../tensor/ops/log-probabilities.reference.ts';
import { type ForwardSequence, lossAndGradients } from '../../objectives/testing/losses.ts';

const PERIOD = 3;
const OFFSETS = [-1, 0, 1];
const POSITIONS = 64;
const CONTEXT_LENGTH = 512;

type Moments = AdamWReferenceState<Float32Array<ArrayBuffer>>;

interface TableOptions {
  vocabularySize: number;
  /** Seed of the initial table, whose entries are uniform in ±`spread`. */
  seed?: number;
  spread?: number;
}

export class TablePolicy implements Player {
  private readonly vocabulary: number;
  private initial: Float32Array<ArrayBuffer>;
  private table: Float32Array<ArrayBuffer>;
  private adam: Moments;
  private held: { table: Float32Array<ArrayBuffer>; adam: Moments } | undefined;
  private tokensGenerated = 0;
  private flops = 0;

  constructor({ vocabularySize, seed = 1, spread = 0.01 }: TableOptions, initial?: Float32Array) {
    this.vocabulary = vocabularySize;
    const random = new RandomStream(seed, 0);
    const length = featureRows(vocabularySize) * vocabularySize;
    this.initial = initial ? new Float32Array(initial) : Float32Array.from({ length }, () => noise(random, spread));
    this.table = this.initial.slice();
    this.adam = { step: 0, mean: new Float32Array(length), square: new Float32Array(length) };
  }

  /** Returns a new policy whose initial weights are this policy's current weights. */
  branch(): TablePolicy {
    return new TablePolicy({ vocabularySize: this.vocabulary }, this.table);
  }

  async describe(): Promise<PolicyDescription> {
    return {
      name: 'table',
      family: 'log-linear',
      parameters: this.table.length,
      vocabularySize: this.vocabulary,
      contextLength: CONTEXT_LENGTH,
      weightsHash: '',
      runtime: 'plain TypeScript',
    };
  }

  async generate(
    prompts: readonly Prompt[],
    sampling: SamplingSettings,
    key: RandomKey,
    weights: WeightsVersion = 'current',
  ): Promise<GenerateResult> {
    const table = weights === 'current' ? this.table : this.initial;
    let flops = 0;
    const completions = prompts.flatMap((prompt) =>
      prompt.rollouts.map((rollout): Completion => {
        const completion = this.complete(table, prompt, rollout, sampling, key);
        flops += completion.ids.length * this.flopsPerToken();
        this.tokensGenerated += completion.ids.length;
        return completion;
      }),
    );
    this.flops += flops;
    return { completions, flops };
  }

  async score(
    sequences: readonly Sequence[],
    weights: WeightsVersion,
    temperature: number,
  ): Promise<{ scored: ScoredSequence[]; flops: number }> {
    const table = weights === 'current' ? this.table : this.initial;
    const scored = sequences.map(({ prompt, completion, mask }) => {
      const rows = completion.map((_, t) =>
        logSoftmaxReference(this.logits(table, prompt, completion, t), temperature),
      );
      return {
        logprobs: rows.map((logp, t) => (mask?.[t] === 0 ? 0 : logp[completion[t]])),
        entropy: rows.map((logp, t) => (mask?.[t] === 0 ? 0 : entropyReference(logp))),
      };
    });
    return { scored, flops: this.countForward(sequences, 1) };
  }

  async alternatives(
    sequences: readonly Sequence[],
    weights: WeightsVersion,
    temperature: number,
    count: number,
  ): Promise<LikelyToken[][][]> {
    const table = weights === 'current' ? this.table : this.initial;
    return sequences.map(({ prompt, completion, mask }) =>
      completion.map((_, t) => {
        if (mask?.[t] === 0) return [];
        return likeliestTokens(Float32Array.from(this.logits(table, prompt, completion, t)), temperature, count);
      }),
    );
  }

  async divergence(
    sequences: readonly Sequence[],
    temperature: number,
  ): Promise<{ perSequence: number[]; flops: number }> {
    const perSequence = sequences.map(({ prompt, completion, mask }) =>
      completion.reduce((total: number, _, t) => {
        if (mask?.[t] === 0) return total;
        const [logp, logq] = [this.table, this.initial].map((table) =>
          logSoftmaxReference(this.logits(table, prompt, completion, t), temperature),
        );
        return total + divergenceReference(logp, logq);
      }, 0),
    );
    return { perSequence, flops: this.countForward(sequences, 2) };
  }

  async update({ sequences, objective, optimizer }: UpdateRequest): Promise<UpdateStats> {
    const whole = objective.kind === 'cross-entropy' && objective.on === 'all';
    const batch = sequences.map((sequence): TrainingSequence =>
      whole
        ? { prompt: sequence.prompt.slice(0, 1), completion: [...sequence.prompt.slice(1), ...sequence.completion] }
        : sequence,
    );
    const forward = batch.map(({ prompt, completion, ...rest }): ForwardSequence => {
      const rows = (table: Float32Array) => completion.map((_, t) => this.logits(table, prompt, completion, t));
      return {
        mask: completion.map(() => 1),
        ...rest,
        targets: completion,
        logits: rows(this.table),
        ...(objective.kind !== 'cross-entropy' && { initialLogits: rows(this.initial) }),
      };
    });
    const { gradients, stats } = lossAndGradients(forward, objective);
    const gradient = new Float64Array(this.table.length);
    batch.forEach(({ prompt, completion }, i) =>
      gradients[i].forEach((row, t) => {
        for (const feature of this.features(prompt, completion, t))
          for (let j = 0; j < row.length; j++) gradient[feature * this.vocabulary + j] += row[j];
      }),
    );
    const gradNorm = adamWReference(this.table, gradient, this.adam, optimizer);
    return { ...stats, gradNorm, flops: this.countForward(batch, objective.kind === 'cross-entropy' ? 3 : 4) };
  }

  async assess(request: AssessmentRequest): Promise<Assessment> {
    return assess(request);
  }

  async weigh(request: WeighingRequest): Promise<Weighing> {
    return weigh(request);
  }

  async hold(): Promise<void> {
    this.held = { table: this.table.slice(), adam: structuredClone(this.adam) };
  }

  async backtrack(fraction: number): Promise<void> {
    if (!this.held) throw new Error('There are no held weights to backtrack to: call hold before the updates.');
    const { table, adam } = this.held;
    this.table = this.table.map((value, i) => table[i] + fraction * (value - table[i]));
    this.adam = structuredClone(adam);
  }

  async restart(): Promise<void> {
    const { length } = this.table;
    this.initial = this.table.slice();
    this.adam = { step: 0, mean: new Float32Array(length), square: new Float32Array(length) };
  }

  async snapshot(): Promise<PolicySnapshot> {
    const { step, mean, square } = this.adam;
    const shape = [this.table.length];
    return {
      weights: writeSafetensors(new Map([['table', { shape, data: this.table }]])),
      optimizer: writeSafetensors(
        new Map([
          ['mean', { shape, data: mean }],
          ['square', { shape, data: square }],
          ['step', { shape: [1], data: Float32Array.of(step) }],
        ]),
      ),
    };
  }

  async restore({ weights, optimizer }: PolicySnapshot): Promise<void> {
    const state = openSafetensors(optimizer);
    this.table = openSafetensors(weights).read('table').data;
    this.adam = {
      step: state.read('step').data[0],
      mean: state.read('mean').data,
      square: state.read('square').data,
    };
  }

  async telemetry(): Promise<PolicyTelemetry> {
    return {
      activity: 'idle',
      done: 0,
      total: 0,
      gpuBytes: 0,
      tokensGenerated: this.tokensGenerated,
      flops: this.flops,
    };
  }

  async dispose(): Promise<void> {}

  private complete(
    table: Float32Array,
    prompt: Prompt,
    rollout: number,
    sampling: SamplingSettings,
    key: RandomKey,
  ): Completion {
    const { temperature, maxNewTokens, stopIds } = sampling;
    const ids: number[] = [];
    const logprobs: number[] = [];
    while (ids.length < maxNewTokens) {
      const logits = this.logits(table, prompt.ids, ids, ids.length);
      const logp = logSoftmaxReference(logits, temperature || 1);
      const [word] = philox([prompt.position + ids.length, key.epoch, prompt.task, rollout], [key.seed, key.stream]);
      const id = temperature === 0 ? logp.indexOf(Math.max(...logp)) : draw(logp, sampling, unitInterval(word));
      ids.push(id);
      logprobs.push(logp[id]);
      if (stopIds.includes(id)) return { task: prompt.task, rollout, ids, logprobs, finish: 'stop' };
    }
    return { task: prompt.task, rollout, ids, logprobs, finish: 'length' };
  }

  /** Returns the table rows whose sum is the logits of position t. */
  private features(prompt: TokenIds, completion: TokenIds, t: number): number[] {
    const v = this.vocabulary;
    const absent = v;
    const before = t > 0 ? completion[t - 1] : prompt[prompt.length - 1];
    const aligned = OFFSETS.map((offset, i) => {
      const token = prompt[1 + t + offset] ?? absent;
      return v + POSITIONS + ((t % PERIOD) * OFFSETS.length + i) * (v + 1) + token;
    });
    return [before, v + Math.min(t, POSITIONS - 1), ...aligned];
  }

  /** Computes the logits [vocabulary] of the token at position t of the completion. */
  private logits(table: Float32Array, prompt: TokenIds, completion: TokenIds, t: number): number[] {
    const logits = new Array<number>(this.vocabulary).fill(0);
    for (const feature of this.features(prompt, completion, t))
      for (let j = 0; j < this.vocabulary; j++) logits[j] += table[feature * this.vocabulary + j];
    return logits;
  }

  private flopsPerToken(): number {
    return (2 + OFFSETS.length) * this.vocabulary;
  }

  private countForward(sequences: readonly Sequence[], passes: number): number {
    const tokens = sequences.reduce((total, { completion }) => total + completion.length, 0);
    const flops = passes * tokens * this.flopsPerToken();
    this.flops += flops;
    return flops;
  }
}

const featureRows = (vocabulary: number): number => vocabulary + POSITIONS + PERIOD * OFFSETS.length * (vocabulary + 1);

const noise = (random: RandomStream, spread: number): number => spread * (2 * random.next() - 1);

/** Draws a token by inverse transform: among the k most likely tokens, from the smallest set with mass p. */
function draw(logp: readonly number[], { topK, topP }: SamplingSettings, uniform: number): number {
  const ranked = logp.map((value, id) => ({ id, p: Math.exp(value) })).sort((a, b) => b.p - a.p || a.id - b.id);
  const likely = topK > 0 ? ranked.slice(0, topK) : ranked;
  const mass = topP * likely.reduce((sum, { p }) => sum + p, 0);
  let total = 0;
  const kept = likely.filter(({ p }) => {
    const needed = total < mass;
    if (needed) total += p;
    return needed;
  });
  let rest = uniform * total;
  return (kept.find(({ p }) => (rest -= p) < 0) ?? kept[kept.length - 1]).id;
}

/** Returns a list to which a learner's update requests are added. The learner still learns from them. */
export function watchUpdates(learner: Pick<Learner, 'update'>): UpdateRequest[] {
  const requests: UpdateRequest[] = [];
  const update = learner.update.bind(learner);
  learner.update = (request) => {
    requests.push(request);
    return update(request);
  };
  return requests;
}
