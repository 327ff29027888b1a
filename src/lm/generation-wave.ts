/**
 * @file Samples one wave: rollouts that fit into memory together. Its steps are to plan the memory, read the prompts
 * (prefill), decode token by token, and collect the completions.
 *
 * Decoding does not wait for each token. After every few steps the lengths are read back, and completions that have ended
 * leave the batch. When they leave does not change results, because no rollout depends on others.
 */
import type { RandomKey } from '../random/streams.ts';
import { allocateCache, type AttentionIndex } from '../tensor/ops/attention.ts';
import { attendToCache } from '../tensor/ops/attention-decode.ts';
import { TILE_WORDS, tileWords } from '../tensor/ops/attention-kernels.ts';
import { embed, embedding } from '../tensor/ops/embedding.ts';
import { matmul } from '../tensor/ops/matmul.ts';
import { sample, SAMPLE_ROW_WORDS, sampleRowWords } from '../tensor/ops/sample.ts';
import { Tape } from '../tensor/tape.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { decodedLogits } from './decoding.ts';
import { packSequences } from './packing.ts';
import type { Completion, Prompt, SamplingSettings } from './sampling.ts';
import type { CausalLM } from './transformer.ts';
import { names } from './weights.ts';

export interface Rollout {
  prompt: Prompt;
  rollout: number;
}

/** Rows of a wave's keys and values: first the tokens of all prompts, then the tokens of each completion. */
export interface CacheLayout {
  /** Distinct prompts in order. The tokens of a prompt have rows [start, end). */
  prompts: ReadonlyMap<Prompt, { index: number; start: number; end: number }>;
  /** Each completion has one row for every token except the last, whose key is never read. */
  rowsPerCompletion: number;
  completionStart(c: number): number;
  rows: number;
}

export function cacheLayout(rollouts: readonly Rollout[], maxNewTokens: number): CacheLayout {
  const prompts = new Map<Prompt, { index: number; start: number; end: number }>();
  let promptRows = 0;
  for (const { prompt } of rollouts) {
    if (prompts.has(prompt)) continue;
    const start = promptRows;
    promptRows += prompt.ids.length;
    prompts.set(prompt, { index: prompts.size, start, end: promptRows });
  }
  const rowsPerCompletion = Math.max(1, maxNewTokens - 1);
  const completionStart = (c: number) => promptRows + c * rowsPerCompletion;
  return { prompts, rowsPerCompletion, completionStart, rows: completionStart(rollouts.length) };
}

/** Samples of at most this many bytes are read together with the lengths, which saves the last round trip. */
const READ_TOGETHER_BYTES = 2 ** 18;

/** Rollouts that still decode, as kernel inputs. `attention` has position and cache row of the first sampled token. */
interface ActiveRollouts {
  /** Indices into the wave's rollouts. */
  indices: readonly number[];
  sampleRows: Tensor;
  attention: AttentionIndex;
}

/** Outputs of the sampling kernel that are read back; see `SampleTensors`. */
interface Sampled {
  /** Length of each completion, [C]. It is 0 until the completion ends. */
  lengths: Uint32Array<ArrayBuffer>;
  /** Token id (as bits) and log-probability of each step, [C, maxNewTokens, 2]. */
  samples?: Float32Array<ArrayBuffer>;
}

export class GenerationWave {
  /** Tape that owns the wave's memory. */
  private readonly tape: Tape;
  private readonly model: CausalLM;
  private readonly layout: CacheLayout;
  /** Keys and values of each layer, with `layout.rows` rows. */
  private readonly cache: readonly Tensor[];
  /** Outputs of the sampling kernel; see `SampleTensors`. */
  private readonly sampled: { tokens: Tensor; lengths: Tensor; samples: Tensor; embedded: Tensor };
  private readonly stops: Tensor;

  constructor(
    model: CausalLM,
    private readonly rollouts: readonly Rollout[],
    private readonly sampling: SamplingSettings,
    private readonly key: RandomKey,
    /** Receives the number of tokens decoded so far, at every read-back and at the end. */
    private readonly onTokens: (decoded: number) => void,
  ) {
    const { config, device } = model;
    const tape = new Tape(device, false);
    const zeros = () => tape.upload(new Uint32Array(rollouts.length));
    this.tape = tape;
    this.model = model.prepared(tape);
    this.layout = cacheLayout(rollouts, sampling.maxNewTokens);
    this.cache = Array.from({ length: config.layers }, () => allocateCache(tape, this.layout.rows, config));
    this.sampled = {
      tokens: zeros(),
      lengths: zeros(),
      samples: tape.allocate([rollouts.length, sampling.maxNewTokens, 2], 'u32'),
      embedded: tape.allocate([rollouts.length, config.hiddenSize]),
    };
    this.stops = tape.upload(Uint32Array.from(sampling.stopIds));
  }

  /** Samples the wave's completions, in the order of its rollouts, and frees its memory. */
  async run(): Promise<Completion[]> {
    try {
      this.prefill();
      return this.completions(await this.decode());
    } finally {
      this.tape.dispose();
    }
  }

  /** Runs every prompt once, which fills its rows of the cache, and samples the first token of every rollout. */
  private prefill(): void {
    const { model, tape } = this;
    const { parameters } = model;
    const prompts = [...this.layout.prompts];
    const batch = packSequences(
      prompts.map(([{ ids }]) => ({ prompt: ids, completion: [] })),
      // With this option, packing keeps separate rows for equal prompts.
      { predictPrompts: true },
    );
    const index = model.attentionIndex(tape, batch);
    const hidden = model.layers(
      tape,
      embedding(tape, parameters.get(names.embedding), batch.tokens),
      model.attendToBatch(tape, index, this.cache),
      { rows: { rows: tape.upload(Uint32Array.from(prompts, ([, { end }]) => end - 1)) } },
    );
    const everyRollout = this.rollouts.map((_, c) => c);
    const logitsRow = (c: number) => this.layout.prompts.get(this.rollouts[c].prompt)!.index;
    const logits = matmul(tape, hidden, parameters.get(names.head(model.config)));
    this.sampleTokens(logits, this.sampleRows(everyRollout, logitsRow), 0);
  }

  /** Samples the tokens after the first, until every completion has ended. */
  private async decode(): Promise<Required<Sampled>> {
    const { config, device, parameters } = this.model;
    const { maxNewTokens } = this.sampling;
    const { embedded, tokens } = this.sampled;
    let x = embedded;
    let active = this.placeActive(this.rollouts.map((_, c) => c));
    for (let step = 1; step < maxNewTokens;) {
      const end = Math.min(maxNewTokens, step + device.profile.stepsPerLook);
      for (; step < end; step++) {
        this.decodeStep(active, x, step);
        x = embedded.view([active.indices.length, config.hiddenSize]);
      }
      if (step === maxNewTokens) break;
      const { lengths, samples } = await this.look(this.sampled.samples.byteLength <= READ_TOGETHER_BYTES);
      this.onTokens(lengths.reduce((sum, length) => sum + (length || step), 0));
      const unfinished = active.indices.filter((c) => lengths[c] === 0);
      if (unfinished.length === 0 && samples) return { lengths, samples };
      if (unfinished.length === 0) break;
      if (unfinished.length === active.indices.length) continue;
      active = this.placeActive(unfinished);
      const order = this.tape.upload(Uint32Array.from(unfinished));
      x = embed(this.tape, parameters.get(names.embedding), tokens, order);
    }
    return (await this.look(true)) as Required<Sampled>;
  }

  /** Reads back the lengths, and with `withSamples` also the samples. */
  private async look(withSamples: boolean): Promise<Sampled> {
    const { lengths, samples } = this.sampled;
    const [lengthBits, sampleBits] = await this.model.device.readAll(withSamples ? [lengths, samples] : [lengths]);
    return { lengths: new Uint32Array(lengthBits.buffer), ...(withSamples && { samples: sampleBits }) };
  }

  /** Runs the newest tokens, x [active rollouts, d], through the model and samples token `step` of each completion. */
  private decodeStep(active: ActiveRollouts, x: Tensor, step: number): void {
    const { config, device } = this.model;
    const scratch = new Tape(device, false);
    // Rows to add to the first sampled token's position and cache row, which `placeActive` uploaded.
    const appended = step - 1;
    const logits = decodedLogits(this.model, scratch, x, (qkv, layer, gains) =>
      attendToCache(scratch, qkv, config, active.attention, this.cache[layer], appended, gains),
    );
    this.sampleTokens(logits, active.sampleRows, step);
    scratch.dispose();
  }

  private completions({ lengths, samples }: Required<Sampled>): Completion[] {
    const { maxNewTokens, stopIds } = this.sampling;
    const sampledIds = new Uint32Array(samples.buffer);
    this.onTokens(lengths.reduce((sum, length) => sum + length, 0));
    return this.rollouts.map(({ prompt, rollout }, c) => {
      const at = (step: number) => (c * maxNewTokens + step) * 2;
      const ids = Array.from({ length: lengths[c] }, (_, step) => sampledIds[at(step)]);
      return {
        task: prompt.task,
        rollout,
        ids,
        logprobs: ids.map((_, step) => samples[at(step) + 1]),
        finish: stopIds.includes(ids[ids.length - 1]) ? 'stop' : 'length',
      };
    });
  }

  /** Uploads kernel inputs with the position and cache row of each rollout's first sampled token. */
  private placeActive(indices: readonly number[]): ActiveRollouts {
    const { tape, layout } = this;
    const placed = indices.map((c, i) => {
      const { start, end } = layout.prompts.get(this.rollouts[c].prompt)!;
      const position = end - start;
      const ownStart = layout.completionStart(c);
      return {
        place: [position, ownStart],
        tile: tileWords({
          first: i,
          count: 1,
          position,
          promptStart: start,
          promptEnd: end,
          ownStart,
          // Decoding has no backward pass.
          attendedUntil: 0,
        }),
      };
    });
    const longest = Math.max(...[...layout.prompts.keys()].map(({ ids }) => ids.length));
    return {
      indices,
      sampleRows: this.sampleRows(indices, (_, i) => i),
      attention: {
        places: tape.upload(Uint32Array.from(placed.flatMap(({ place }) => place)), [indices.length, 2]),
        tiles: tape.upload(Uint32Array.from(placed.flatMap(({ tile }) => tile)), [indices.length, TILE_WORDS]),
        rotations: this.model.rotationsUpTo(longest + this.sampling.maxNewTokens),
      },
    };
  }

  /**
   * Uploads the sampler's row of each rollout.
   * @param logitsRow returns the row of logits of completion `c`, the i-th of `indices`
   */
  private sampleRows(indices: readonly number[], logitsRow: (c: number, i: number) => number): Tensor {
    const words = indices.flatMap((c, i) => {
      const { prompt, rollout } = this.rollouts[c];
      const { task, position } = prompt;
      return sampleRowWords({ task, rollout, position, completion: c, logitsRow: logitsRow(c, i) });
    });
    return this.tape.upload(Uint32Array.from(words), [indices.length, SAMPLE_ROW_WORDS]);
  }

  private sampleTokens(logits: Tensor, rows: Tensor, step: number): void {
    const { config, device, parameters } = this.model;
    const { temperature, topK, topP, stopIds } = this.sampling;
    const { seed, stream, epoch } = this.key;
    sample(
      device,
      {
        ...this.sampled,
        stops: this.stops,
        table: parameters.get(names.embedding),
        logits,
        rows,
      },
      {
        vocabulary: config.vocabSize,
        temperature,
        topK,
        topP,
        stopCount: stopIds.length,
        seed,
        stream,
        epoch,
        step,
      },
    );
  }
}
