/**
 * @file Samples one token for each row of logits on the GPU. It applies temperature, top-k and top-p in this order, as
 * Hugging Face's logits processors do. Temperature 0 is greedy.
 *
 * The token is drawn by inverting the cumulative distribution in the order of the vocabulary, with one counter-based
 * random number. Top-k and top-p are thresholds on the logit, found bit by bit in 32 passes without sorting. Tokens
 * that tie with the last token kept are also kept.
 *
 * The log-probability is that of softmax(logits/T) before top-k and top-p, with the same bits as in
 * log-probabilities.ts.
 *
 * The same dispatch looks up the embedding of each sampled token (embedding.ts), which the next step reads.
 */
import { defineKernel } from '../kernel.ts';
import { byLanes, eachRow, rowGrid, type Lanes } from '../lanes.ts';
import type { Device } from '../device.ts';
import type { Precision, Tensor } from '../tensor.ts';
import { EMBEDDINGS } from './embedding.ts';
import { logProbability, logSumExp } from './log-probabilities.ts';
import { philoxFunctions } from './philox.ts';

const NONE = 0xffffffff;

/** Makes the sampling kernel. @param table precision of the embedding */
const sampleKernel = (lanes: Lanes, table: Precision) =>
  defineKernel({
    label: 'sample',
    storage: {
      logits: 'read f32',
      rows: 'read vec4u',
      stops: 'read u32',
      tokens: 'write u32',
      lengths: 'write u32',
      samples: 'write u32',
      table: EMBEDDINGS[table].type,
      embedded: 'write f32',
    },
    uniforms: {
      rows: 'u32',
      vocabulary: 'u32',
      stride: 'u32',
      inverseT: 'f32',
      greedy: 'u32',
      topK: 'u32',
      topP: 'f32',
      stops: 'u32',
      seed: 'u32',
      stream: 'u32',
      epoch: 'u32',
      step: 'u32',
      capacity: 'u32',
      d: 'u32',
      tableWidth: 'u32',
    },
    directives: lanes.directives,
    body: `${lanes.functions}${logSumExp(lanes)}${philoxFunctions}
/** Returns 1 for NaN and the infinities. It tests bits, because compilers may assume that floats are finite. */
fn nonFinite(x: f32) -> u32 { return select(0u, 1u, (bitcast<u32>(x) & 0x7f800000u) == 0x7f800000u); }
/** Maps a float to a u32 with the same order. */
fn orderOf(x: f32) -> u32 {
  let bits = bitcast<u32>(x);
  return select(bits | 0x80000000u, ~bits, bits >= 0x80000000u);
}${eachRow('row', 'u.rows')}
  let key = rows[2u * row];
  let completion = key.w;
  let base = rows[2u * row + 1u].x * u.stride;
  let logZ = logitsLogSumExp(base, lane);
  var token = ${NONE}u;
  var broken = 0u;

  if (u.greedy != 0u) {
    var high = -3.4e38;
    for (var v = lane; v < u.vocabulary; v += ${lanes.count}u) { high = max(high, logits[base + v]); }
    high = laneMax(high, lane);
    for (var v = lane; v < u.vocabulary; v += ${lanes.count}u) {
      broken += nonFinite(logits[base + v]);
      if (logits[base + v] == high) { token = min(token, v); }
    }
    token = laneMin(token, lane);
  } else {
    // Finds the largest threshold that at least topK logits reach.
    var kept = 0u;
    if (u.topK > 0u && u.topK < u.vocabulary) {
      for (var bit = 0x80000000u; bit > 0u; bit >>= 1u) {
        let candidate = kept | bit;
        var count = 0u;
        for (var v = lane; v < u.vocabulary; v += ${lanes.count}u) {
          count += select(0u, 1u, orderOf(logits[base + v]) >= candidate);
        }
        if (laneCount(count, lane) >= u.topK) { kept = candidate; }
      }
    }
    // Finds the largest threshold such that the tokens that reach it have at least topP of the remaining mass.
    if (u.topP < 1.0) {
      var mass = 0.0;
      for (var v = lane; v < u.vocabulary; v += ${lanes.count}u) {
        let logit = logits[base + v];
        if (orderOf(logit) >= kept) { mass += exp(${logProbability('logit', 'logZ')}); }
      }
      let wanted = u.topP * laneSum(mass, lane);
      let minimum = kept;
      kept = 0u;
      for (var bit = 0x80000000u; bit > 0u; bit >>= 1u) {
        let candidate = kept | bit;
        mass = 0.0;
        for (var v = lane; v < u.vocabulary; v += ${lanes.count}u) {
          let logit = logits[base + v];
          if (orderOf(logit) >= max(candidate, minimum)) { mass += exp(${logProbability('logit', 'logZ')}); }
        }
        if (laneSum(mass, lane) >= wanted) { kept = candidate; }
      }
      kept = max(kept, minimum);
    }
    // Each lane adds up one stretch of the vocabulary. The sampled token is where the cumulative mass exceeds goal.
    // The lane whose stretch contains this token searches its tokens one by one.
    let stretch = (u.vocabulary + ${lanes.count - 1}u) / ${lanes.count}u;
    let first = lane * stretch;
    let end = min(first + stretch, u.vocabulary);
    var mass = 0.0;
    var last = ${NONE}u;
    for (var v = first; v < end; v++) {
      let logit = logits[base + v];
      broken += nonFinite(logit);
      if (orderOf(logit) >= kept) { mass += exp(${logProbability('logit', 'logZ')}); last = v; }
    }
    let prefix = lanePrefix(mass, lane);
    let random = philox(vec4u(key.z + u.step, u.epoch, key.x, key.y), vec2u(u.seed, u.stream));
    let goal = unitInterval(random.x) * prefix.y;
    if (last != ${NONE}u && prefix.x <= goal && prefix.x + mass > goal) {
      token = last;
      var sum = 0.0;
      for (var v = first; v < end; v++) {
        let logit = logits[base + v];
        if (orderOf(logit) >= kept) { sum += exp(${logProbability('logit', 'logZ')}); }
        if (prefix.x + sum > goal) { token = v; break; }
      }
    }
    token = laneMin(token, lane);
    // If the cumulative mass never exceeds goal because of rounding, take the last kept token.
    let lastKept = ~laneMin(select(~last, ${NONE}u, last == ${NONE}u), lane);
    if (token == ${NONE}u) { token = lastKept; }
  }
  // An id outside the vocabulary says that a logit is not finite.
  if (laneCount(broken, lane) > 0u) { token = ${NONE}u; }

  for (var c = lane; c < u.d; c += ${lanes.count}u) {
    let e = c * u.tableWidth + token;
    embedded[row * u.d + c] = ${EMBEDDINGS[table].read};
  }
  if (lane != 0u || lengths[completion] != 0u) { return; }
  let sample = (completion * u.capacity + u.step) * 2u;
  samples[sample] = token;
  samples[sample + 1u] = bitcast<u32>(${logProbability('logits[base + token]', 'logZ')});
  tokens[completion] = token;
  var stopped = u.step + 1u == u.capacity;
  for (var s = 0u; s < u.stops; s++) { stopped = stopped || stops[s] == token; }
  if (stopped) { lengths[completion] = u.step + 1u; }
}`,
  });

/** Kernels by the precision of the embedding. */
const kernelsOf = byLanes((lanes) => ({ f32: sampleKernel(lanes, 'f32'), f16: sampleKernel(lanes, 'f16') }));

export interface SampleRow {
  /** Task, rollout and position are part of the counter of the random numbers. */
  task: number;
  rollout: number;
  /** Position of the completion's first token. */
  position: number;
  completion: number;
  logitsRow: number;
}

/** Number of u32 words of a row on the GPU: two vec4u. */
export const SAMPLE_ROW_WORDS = 8;

/** Returns the u32 words of a row, in the order that the kernel reads. */
export const sampleRowWords = ({ task, rollout, position, completion, logitsRow }: SampleRow): number[] => [
  ...[task, rollout, position, completion],
  // The rest of the second vec4u is unused.
  ...[logitsRow, 0, 0, 0],
];

export interface SampleTensors {
  /** Logits, [rows, width]. Only the first `vocabulary` columns count. */
  logits: Tensor;
  /** `sampleRowWords` of each row, u32 [R, SAMPLE_ROW_WORDS]. */
  rows: Tensor;
  /** Token ids after which a completion ends, u32 [stopCount]. */
  stops: Tensor;
  /** Newest token of each completion, u32 [C]. */
  tokens: Tensor;
  /** Length of each finished completion and 0 for unfinished ones, u32 [C]. */
  lengths: Tensor;
  /** Token and bits of its f32 log-probability for each completion and step, u32 [C, capacity, 2]. */
  samples: Tensor;
  /** Embedding table, [d, V]. */
  table: Tensor;
  /** Embedding of each row's token, [rows, d]. */
  embedded: Tensor;
}

export interface SampleSettings {
  vocabulary: number;
  temperature: number;
  topK: number;
  topP: number;
  stopCount: number;
  seed: number;
  stream: number;
  epoch: number;
  /** Index of the sampled token in its completion. */
  step: number;
}

/** Samples the next token of every row, and looks it up in the embedding. Finished completions do not change. */
export function sample(device: Device, tensors: SampleTensors, settings: SampleSettings): void {
  const { temperature, stopCount, seed, stream, epoch, ...rest } = settings;
  const lanes = device.profile.rowLanes;
  const rows = tensors.rows.shape[0];
  const [d, tableWidth] = tensors.table.shape;
  const { logits } = tensors;
  device.run(
    kernelsOf(lanes)[tensors.table.dtype as Precision],
    tensors,
    {
      ...rest,
      rows,
      stride: logits.shape[1],
      inverseT: temperature === 0 ? 1 : 1 / temperature,
      greedy: Number(temperature === 0),
      stops: stopCount,
      seed: seed >>> 0,
      stream: stream >>> 0,
      epoch: epoch >>> 0,
      capacity: tensors.samples.shape[1],
      d,
      tableWidth,
    },
    rowGrid(rows, lanes),
  );
}
