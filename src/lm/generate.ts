/**
 * @file Sampling completions on the GPU: prompts are read once each, then all rollouts decode together with a KV cache.
 *
 * Nothing is read back per token: after every few steps the lengths are, and completions that have ended leave the
 * batch. A row's numbers do not depend on the other rows, so when that happens changes no result.
 */
import type { Device } from '../tensor/device.ts';
import { attendToCache, attention, type AttentionIndex } from '../tensor/ops/attention.ts';
import { embed, embedding } from '../tensor/ops/embedding.ts';
import { matmul } from '../tensor/ops/matmul.ts';
import { sample, type SampleTensors } from '../tensor/ops/sample.ts';
import { Tape } from '../tensor/tape.ts';
import { ELEMENT_BYTES, type Tensor } from '../tensor/tensor.ts';
import { packSequences } from './packing.ts';
import type { CausalLM } from './transformer.ts';
import { names } from './weights.ts';

/** One prompt and the rollouts to sample from it. */
export interface GenerationPrompt {
  ids: readonly number[];
  /** Part of the random key. */
  task: number;
  /** One completion each; part of the random key. */
  rollouts: readonly number[];
  /** Random position of the first token. */
  position: number;
}

export interface SamplingOptions {
  /** Logits are divided by this; 0 is greedy decoding. */
  temperature: number;
  /** Keep only the k most likely tokens (and those tied with the k-th); 0 keeps all. */
  topK: number;
  /** Keep the smallest set of most likely tokens whose mass reaches this; 1 keeps all. Applied after `topK`. */
  topP: number;
  maxNewTokens: number;
  stopIds: readonly number[];
}

/** Indices that, with task, rollout and position, name each random number (`philox`, key seed and stream). */
export interface GenerationKey {
  seed: number;
  stream: number;
  epoch: number;
}

export interface GeneratedCompletion {
  task: number;
  rollout: number;
  /** The stop token is included. */
  ids: number[];
  /** log softmax(logits / temperature) of each token, before top-k and top-p; at temperature 0 of the plain logits. */
  logprobs: number[];
  finish: 'stop' | 'length';
}

/**
 * Decoding steps between two looks at which completions have ended. A look costs a round trip: little next to a step of a
 * software adapter, much next to one of a graphics processor.
 */
const stepsPerSubmit = (device: Device): number => (device.adapter.isFallback ? 4 : 16);
/** Rows that decode together, at most: bounds memory. */
const MAX_ROWS = 4096;

/** One completion to sample. */
interface Row {
  prompt: GenerationPrompt;
  rollout: number;
}

/**
 * Samples completions, in the order of prompts and then of their rollouts.
 * @param onTokens told now and then how many tokens have been decoded
 * @throws RangeError where prompt and completion together exceed the model's positions, or settings make no sense
 */
export async function generate(
  model: CausalLM,
  prompts: readonly GenerationPrompt[],
  sampling: SamplingOptions,
  key: GenerationKey,
  onTokens?: (decoded: number) => void,
): Promise<GeneratedCompletion[]> {
  check(model, prompts, sampling);
  const rows: Row[] = prompts.flatMap((prompt) => prompt.rollouts.map((rollout) => ({ prompt, rollout })));
  const { kvHeads, headDim } = model.config;
  const { maxStorageBufferBindingSize } = model.device.limits;
  const bytesPerToken = 2 * kvHeads * headDim * ELEMENT_BYTES;
  const tokensOf = (wave: Row[]) =>
    wave.length * sampling.maxNewTokens +
    [...new Set(wave.map(({ prompt }) => prompt))].reduce((sum, { ids }) => sum + ids.length, 0);
  const completions: GeneratedCompletion[] = [];
  let decoded = 0;
  // As many rows at once as one buffer of keys and values holds.
  for (let start = 0; start < rows.length;) {
    let end = Math.min(rows.length, start + MAX_ROWS);
    while (end > start + 1 && tokensOf(rows.slice(start, end)) * bytesPerToken > maxStorageBufferBindingSize)
      end = start + Math.ceil((end - start) / 2);
    const before = decoded;
    const wave = await decodeTogether(model, rows.slice(start, end), sampling, key, (tokens) => {
      decoded = before + tokens;
      onTokens?.(decoded);
    });
    completions.push(...wave);
    start = end;
  }
  return completions;
}

function check(model: CausalLM, prompts: readonly GenerationPrompt[], sampling: SamplingOptions): void {
  const { maxNewTokens, temperature, topK, topP } = sampling;
  if (!Number.isInteger(maxNewTokens) || maxNewTokens < 1)
    throw new RangeError(`maxNewTokens is ${maxNewTokens}; it must be a positive integer.`);
  if (!(temperature >= 0)) throw new RangeError(`The temperature is ${temperature}; it must be 0 or more.`);
  if (!Number.isInteger(topK) || topK < 0)
    throw new RangeError(`topK is ${topK}; it must be 0 (off) or a positive integer.`);
  if (!(topP > 0 && topP <= 1)) throw new RangeError(`topP is ${topP}; it must be above 0 and at most 1.`);
  const { maxPositions, vocabSize } = model.config;
  for (const { ids, task } of prompts) {
    if (ids.length === 0) throw new RangeError(`The prompt of task ${task} is empty; give it at least one token.`);
    if (ids.length + maxNewTokens > maxPositions)
      throw new RangeError(
        `The prompt of task ${task} has ${ids.length} tokens; with ${maxNewTokens} new ones it exceeds the ` +
          `${maxPositions} positions of this model. Shorten the prompt or sample fewer tokens.`,
      );
    const unknown = ids.find((id) => !(id >= 0 && id < vocabSize));
    if (unknown !== undefined)
      throw new RangeError(
        `The prompt of task ${task} holds token ${unknown}, outside the vocabulary of ${vocabSize}.`,
      );
  }
}

async function decodeTogether(
  model: CausalLM,
  rows: readonly Row[],
  sampling: SamplingOptions,
  key: GenerationKey,
  onTokens: (decoded: number) => void,
): Promise<GeneratedCompletion[]> {
  const { device, config, parameters } = model;
  const { maxNewTokens } = sampling;
  const tape = new Tape(device, false);
  const head = parameters.get(names.head(config));
  const prompts = [...new Set(rows.map(({ prompt }) => prompt))];
  const batch = packSequences(
    prompts.map(({ ids }) => ({ prompt: ids, completion: [] })),
    { predictPrompts: true },
  );
  const promptTokens = batch.tokens.length;
  const promptRange = new Map<GenerationPrompt, { start: number; end: number; index: number }>();
  let promptEnd = 0;
  prompts.forEach((prompt, index) => {
    const start = promptEnd;
    promptEnd += prompt.ids.length;
    promptRange.set(prompt, { start, end: promptEnd, index });
  });

  // Keys and values of a layer: the prompts', then room for each completion's tokens (the last one is never read).
  const capacity = Math.max(1, maxNewTokens - 1);
  const kvWidth = 2 * config.kvHeads * config.headDim;
  const cache = Array.from({ length: config.layers }, () =>
    tape.allocate([promptTokens + rows.length * capacity, kvWidth]),
  );
  const zeros = (size: number) => tape.upload(new Uint32Array(size));
  const state = {
    tokens: zeros(rows.length),
    lengths: zeros(rows.length),
    samples: tape.allocate([rows.length, maxNewTokens, 2], 'u32'),
    stops: tape.upload(Uint32Array.from(sampling.stopIds.length ? sampling.stopIds : [0])),
  };
  const { temperature, topK, topP, stopIds } = sampling;
  const sampleStep = (logits: Tensor, sampledRows: Tensor, step: number) =>
    sample(device, { ...state, logits, rows: sampledRows } satisfies SampleTensors, {
      vocabulary: config.vocabSize,
      ...{ temperature, topK, topP, ...key, step },
      stopCount: stopIds.length,
    });
  /** What the sampling kernel knows of a row: its random key, its completion, and where its logits are. */
  const describe = (active: readonly number[], logitsRow: (completion: number, i: number) => number) =>
    tape.upload(
      Uint32Array.from(
        active.flatMap((c, i) => {
          const { prompt, rollout } = rows[c];
          return [prompt.task, rollout, prompt.position, c, logitsRow(c, i), 0, 0, 0];
        }),
      ),
      [active.length, 8],
    );

  let active = rows.map((_, c) => c);
  const index = model.attentionIndex(tape, batch);
  const lastRows = Uint32Array.from(prompts, (prompt) => promptRange.get(prompt)!.end - 1);
  const hidden = model.layers(
    tape,
    embedding(tape, parameters.get(names.embedding), batch.tokens),
    parameters,
    (qkv, layer) => attention(tape, qkv, config, index, cache[layer]),
    { rows: tape.upload(lastRows), inverse: state.stops },
  );
  sampleStep(
    matmul(tape, hidden, head),
    describe(active, (c) => promptRange.get(rows[c].prompt)!.index),
    0,
  );

  const rotations = model.rotationsUpTo(Math.max(...prompts.map(({ ids }) => ids.length)) + maxNewTokens);
  /** Places of the rows that still decode, as at their first token. */
  const placeActive = (): { order: Tensor; rows: Tensor; index: AttentionIndex } => {
    const places: number[] = [];
    const tiles: number[] = [];
    active.forEach((c, i) => {
      const { start, end } = promptRange.get(rows[c].prompt)!;
      const ownStart = promptTokens + c * capacity;
      places.push(end - start, ownStart);
      tiles.push(i, 1, 0, end - start, start, end, ownStart, 0);
    });
    return {
      order: tape.upload(Uint32Array.from(active)),
      rows: describe(active, (_, i) => i),
      index: {
        places: tape.upload(Uint32Array.from(places), [active.length, 2]),
        tiles: tape.upload(Uint32Array.from(tiles), [active.length, 8]),
        rotations,
      },
    };
  };
  let placed = placeActive();
  for (let step = 1; step < maxNewTokens && active.length > 0;) {
    const end = Math.min(maxNewTokens, step + stepsPerSubmit(device));
    for (; step < end; step++) {
      const scratch = new Tape(device, false);
      const x = embed(scratch, parameters.get(names.embedding), state.tokens, placed.order);
      const appended = step - 1;
      const newest = model.layers(scratch, x, parameters, (qkv, layer) =>
        attendToCache(scratch, qkv, config, placed.index, cache[layer], appended),
      );
      sampleStep(matmul(scratch, newest, head), placed.rows, step);
      scratch.dispose();
    }
    if (step === maxNewTokens) break;
    const lengths = await device.readIntegers(state.lengths);
    onTokens(lengths.reduce((sum, length) => sum + (length || step), 0));
    const alive = active.filter((c) => lengths[c] === 0);
    if (alive.length < active.length) {
      active = alive;
      if (active.length) placed = placeActive();
    }
  }

  const [lengthBits, sampleBits] = await device.readAll([state.lengths, state.samples]);
  tape.dispose();
  const lengths = new Uint32Array(lengthBits.buffer);
  const sampledIds = new Uint32Array(sampleBits.buffer);
  onTokens(lengths.reduce((sum, length) => sum + length, 0));
  return rows.map(({ prompt, rollout }, c) => {
    const at = (step: number) => (c * maxNewTokens + step) * 2;
    const ids = Array.from({ length: lengths[c] }, (_, step) => sampledIds[at(step)]);
    return {
      task: prompt.task,
      rollout,
      ids,
      logprobs: ids.map((_, step) => sampleBits[at(step) + 1]),
      finish: stopIds.includes(ids[ids.length - 1]) ? 'stop' : 'length',
    };
  });
}
