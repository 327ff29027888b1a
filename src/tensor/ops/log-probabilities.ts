/**
 * @file Computes what a language model's losses need from logits: log-probability of given tokens and entropy. Given a
 * reference's logits, it also computes the exact KL divergence and the log-probabilities under the reference. It never
 * writes a [rows, V] array of probabilities.
 *
 * With z = logits/T, p = softmax(z), Z = log Σ exp z (and q, Z_q for the reference's logits, at the same T):
 *   log p_v = z_v − Z,   H = −Σ p log p = Z − Σ p z,   KL(p‖q) = Σ p (log p − log q).
 * VJP, with upstream gradients g of a row's log-probabilities, h of its entropy and k of its KL:
 *   dz_v = Σ_m g_m (1[v = target_m] − p_v) − h p_v (log p_v + H) + k p_v (log p_v − log q_v − KL).
 *
 * A row may have several predictions: the last token of a prompt has one for each completion.
 */
import { defineKernel } from '../kernel.ts';
import { byLanes, eachRow, rowGrid, type Lanes } from '../lanes.ts';
import type { Tape } from '../tape.ts';
import { Tensor } from '../tensor.ts';

/** WGSL: log-probability of a logit, with Z = `logZ`. */
export const logProbability = (logit: string, logZ: string) => `fma(${logit}, u.inverseT, -${logZ})`;

/** WGSL: log Σ exp over one buffer row. Sampling also calls it, so that log-probabilities agree to the last bit. */
export const logSumExp = (lanes: Lanes, buffer: 'logits' | 'reference' = 'logits') => `
fn ${buffer}LogSumExp(base: u32, lane: u32) -> f32 {
  var high = -3.4e38;
  for (var v = lane; v < u.vocabulary; v += ${lanes.count}u) { high = max(high, ${buffer}[base + v] * u.inverseT); }
  high = laneMax(high, lane);
  var total = 0.0;
  for (var v = lane; v < u.vocabulary; v += ${lanes.count}u) { total += exp(${logProbability(`${buffer}[base + v]`, 'high')}); }
  return high + log(laneSum(total, lane));
}`;

const uniforms = {
  /** Number of rows in this chunk of logits, and the index of the first one among the rows of all chunks. */
  rows: 'u32',
  firstRow: 'u32',
  vocabulary: 'u32',
  /** Number of elements from one row of logits to the next. */
  stride: 'u32',
  /** Number of elements from one output (log-probabilities, entropy, KL, reference log-probabilities) to the next. */
  outStride: 'u32',
  inverseT: 'f32',
  hasReference: 'u32',
} as const;

const main = `${eachRow('chunkRow', 'u.rows')}
  let base = chunkRow * u.stride;
  let row = u.firstRow + chunkRow;`;

const forwardKernel = (lanes: Lanes) =>
  defineKernel({
    label: 'log-probabilities',
    storage: {
      logits: 'read f32',
      reference: 'read f32',
      rowStarts: 'read u32',
      predictions: 'read vec2u',
      outputs: 'write f32',
      statistics: 'write f32',
    },
    uniforms,
    directives: lanes.directives,
    body: `${lanes.functions}${logSumExp(lanes)}${logSumExp(lanes, 'reference')}${main}
  let logZ = logitsLogSumExp(base, lane);
  var logQ = 0.0;
  if (u.hasReference != 0u) { logQ = referenceLogSumExp(base, lane); }
  var negativeEntropy = 0.0;
  var divergence = 0.0;
  for (var v = lane; v < u.vocabulary; v += ${lanes.count}u) {
    let logP = ${logProbability('logits[base + v]', 'logZ')};
    let p = exp(logP);
    negativeEntropy += p * logP;
    if (u.hasReference != 0u) { divergence += p * (logP - ${logProbability('reference[base + v]', 'logQ')}); }
  }
  let entropy = -laneSum(negativeEntropy, lane);
  let kl = laneSum(divergence, lane);
  if (lane != 0u) { return; }
  statistics[row * 4u] = logZ;
  statistics[row * 4u + 1u] = logQ;
  statistics[row * 4u + 2u] = entropy;
  statistics[row * 4u + 3u] = kl;
  for (var i = rowStarts[row]; i < rowStarts[row + 1u]; i++) {
    let prediction = predictions[i];
    outputs[prediction.x] = ${logProbability('logits[base + prediction.y]', 'logZ')};
    outputs[u.outStride + prediction.x] = entropy;
    outputs[2u * u.outStride + prediction.x] = kl;
    if (u.hasReference != 0u) {
      outputs[3u * u.outStride + prediction.x] = ${logProbability('reference[base + prediction.y]', 'logQ')};
    }
  }
}`,
  });

/** Makes the kernel that overwrites the logits with their gradient. */
const backwardKernel = (lanes: Lanes) =>
  defineKernel({
    label: 'log-probabilities backward',
    storage: {
      logits: 'write f32',
      reference: 'read f32',
      rowStarts: 'read u32',
      predictions: 'read vec2u',
      upstream: 'read f32',
      statistics: 'read f32',
    },
    uniforms,
    directives: lanes.directives,
    body: `${lanes.functions}${main}
  let logZ = statistics[row * 4u];
  let logQ = statistics[row * 4u + 1u];
  let entropy = statistics[row * 4u + 2u];
  let kl = statistics[row * 4u + 3u];
  let start = rowStarts[row];
  let end = rowStarts[row + 1u];
  var g = 0.0;
  var h = 0.0;
  var k = 0.0;
  for (var i = start; i < end; i++) {
    let m = predictions[i].x;
    g += upstream[m];
    h += upstream[u.outStride + m];
    k += upstream[2u * u.outStride + m];
  }
  for (var v = lane; v < u.stride; v += ${lanes.count}u) {
    var gradient = 0.0;
    if (v < u.vocabulary) {
      let logP = ${logProbability('logits[base + v]', 'logZ')};
      let p = exp(logP);
      gradient = -p * (g + h * (logP + entropy));
      if (u.hasReference != 0u) { gradient += k * p * (logP - ${logProbability('reference[base + v]', 'logQ')} - kl); }
    }
    logits[base + v] = gradient * u.inverseT;
  }
  // Adds the one-hot terms. Each lane adds only to elements that it wrote itself.
  for (var i = start; i < end; i++) {
    let prediction = predictions[i];
    if (prediction.y % ${lanes.count}u == lane) { logits[base + prediction.y] += upstream[prediction.x] * u.inverseT; }
  }
}`,
  });

const kernelsOf = byLanes((lanes) => ({ forward: forwardKernel(lanes), backward: backwardKernel(lanes) }));

/** Predictions of each row on the GPU; see `PackedBatch` of lm/packing.ts. */
export interface PredictionIndex {
  /** Number of predictions, M. */
  predictions: number;
  /** Index in `byRow` of each row's first prediction, u32 [U + 1]. Row u has byRow[rowStarts[u] … rowStarts[u + 1]). */
  rowStarts: Tensor;
  /** Index and target token of each prediction, sorted by row, u32 [M, 2]. */
  byRow: Tensor;
}

/** Number of outputs of each prediction: log-probability, entropy, KL, log-probability under the reference. */
export const OUTPUTS = 4;
const ALIGNMENT = 64;
export const outputStride = (predictions: number): number =>
  Math.max(1, Math.ceil(predictions / ALIGNMENT)) * ALIGNMENT;

export interface LogProbabilityBuffers {
  /** Outputs per prediction, [OUTPUTS, outputStride(M)]. Without a reference the last two outputs are meaningless. */
  outputs: Tensor;
  /** Statistics of each row, [U, 4]: log Σ exp of the logits, log Σ exp of the reference's logits, entropy, KL. */
  statistics: Tensor;
}

export interface LogProbabilityArguments extends LogProbabilityBuffers {
  /** Logits of a chunk of rows, [rows, stride]. Only the first `vocabulary` columns count. */
  logits: Tensor;
  reference?: Tensor;
  firstRow: number;
  vocabulary: number;
  temperature: number;
  index: PredictionIndex;
}

/** Returns the bindings and uniforms that the forward and backward kernels share. */
const dispatchOf = ({ logits, reference, firstRow, vocabulary, temperature, index }: LogProbabilityArguments) => ({
  bindings: { logits, reference, rowStarts: index.rowStarts, predictions: index.byRow },
  uniforms: {
    rows: logits.shape[0],
    firstRow,
    vocabulary,
    stride: logits.shape[1],
    outStride: outputStride(index.predictions),
    inverseT: 1 / temperature,
    hasReference: Number(reference !== undefined),
  },
});

/** Computes the outputs and statistics of a chunk of rows. */
export function logProbabilities({ device }: Tape, args: LogProbabilityArguments): void {
  const { outputs, statistics } = args;
  const { rowLanes } = device.profile;
  const { bindings, uniforms } = dispatchOf(args);
  const { forward } = kernelsOf(rowLanes);
  device.run(forward, { ...bindings, outputs, statistics }, uniforms, rowGrid(uniforms.rows, rowLanes));
}

/** Overwrites a chunk of logits with their gradient. */
export function logProbabilitiesBackward({ device }: Tape, args: LogProbabilityArguments, upstream: Tensor): void {
  const { statistics } = args;
  const { rowLanes } = device.profile;
  const { bindings, uniforms } = dispatchOf(args);
  const { backward } = kernelsOf(rowLanes);
  device.run(backward, { ...bindings, upstream, statistics }, uniforms, rowGrid(uniforms.rows, rowLanes));
}
