/**
 * @file Computes the output head in chunks of rows: hidden states → logits → log-probabilities, entropy, KL, and back.
 *
 * Logits of a whole batch may exceed a GPU buffer: 2,048 rows of a vocabulary of 151,936 take 1.2 GB. So logits exist for
 * one chunk at a time, and the backward pass computes them again unless one chunk holds all rows.
 */
import {
  logProbabilities,
  logProbabilitiesBackward,
  OUTPUTS,
  outputStride,
  type LogProbabilityArguments,
} from '../tensor/ops/log-probabilities.ts';
import { multiply, multiplyTransposed } from '../tensor/ops/matmul.ts';
import { transpose } from '../tensor/ops/transpose.ts';
import type { Tape } from '../tensor/tape.ts';
import { ELEMENT_BYTES, type Tensor } from '../tensor/tensor.ts';
import type { PackedBatch } from './packing.ts';

/** Values for each prediction of a packed batch, [M]. `PackedBatch` explains the order. */
export interface Predictions {
  /** log softmax(logits / temperature)[target], natural logarithm. */
  logprobs: Tensor;
  /** Entropy of softmax(logits / temperature), nats. */
  entropy: Tensor;
  /** KL(π‖π_reference) over the whole vocabulary, nats. Undefined without a reference. */
  kl?: Tensor;
  /** `logprobs` under the reference, without a gradient. Undefined without a reference. */
  referenceLogprobs?: Tensor;
}

export interface HeadArguments {
  /** Hidden states, [U, d]. */
  hidden: Tensor;
  /** Weights of the output head, [d, padded V]. */
  head: Tensor;
  /** Frozen model to compare with. `differentiable` is true if the gradient passes through `kl`. */
  reference?: { hidden: Tensor; head: Tensor; differentiable: boolean };
  vocabulary: number;
  temperature: number;
  /** Largest size of one chunk's logits in bytes. A chunk has at least 64 rows, even if they take more. */
  chunkBytes?: number;
}

const CHUNK_BYTES = 64 * 2 ** 20;
/** Chunks have a multiple of 64 rows, so that they start on the 256-byte alignment of storage bindings. */
const CHUNK_MULTIPLE = 64;

/** Returns the number of rows in a chunk. */
export const chunkRows = (
  limits: Pick<GPUSupportedLimits, 'maxStorageBufferBindingSize'>,
  width: number,
  chunkBytes = CHUNK_BYTES,
): number => {
  const largest = Math.min(chunkBytes, limits.maxStorageBufferBindingSize) / (width * ELEMENT_BYTES);
  return Math.max(CHUNK_MULTIPLE, Math.floor(largest / CHUNK_MULTIPLE) * CHUNK_MULTIPLE);
};

export function predict(tape: Tape, batch: PackedBatch, args: HeadArguments): Predictions {
  const { hidden, head, reference, vocabulary, temperature, chunkBytes } = args;
  const { device } = tape;
  const [d, width] = head.shape;
  const rows = hidden.shape[0];
  const predictions = batch.targets.length;
  const stride = outputStride(predictions);
  const byRow = new Uint32Array(2 * predictions);
  batch.rowPredictions.forEach((m, i) => byRow.set([m, batch.targets[m]], 2 * i));
  const outputs = tape.allocate([OUTPUTS, stride]);
  const common = {
    vocabulary,
    temperature,
    outputs,
    statistics: tape.allocate([rows, 4]),
    index: { predictions, rowStarts: tape.upload(batch.rowStarts), byRow: tape.upload(byRow, [predictions, 2]) },
  };

  const most = chunkRows(device.limits, width, chunkBytes);
  const chunks: { first: number; count: number }[] = [];
  for (let first = 0; first < rows; first += most) chunks.push({ first, count: Math.min(most, rows - first) });
  const buffer = () => tape.allocate([Math.min(most, rows), width]);
  const logitsBuffer = buffer();
  const referenceBuffer = reference && buffer();

  const computeLogits = (
    { first, count }: { first: number; count: number },
    withReference: boolean,
  ): LogProbabilityArguments => {
    const logits = logitsBuffer.view([count, width]);
    multiply(tape, hidden.view([count, d], first * d), head, logits);
    const referenceLogits = withReference ? referenceBuffer?.view([count, width]) : undefined;
    if (reference && referenceLogits)
      multiply(tape, reference.hidden.view([count, d], first * d), reference.head, referenceLogits);
    return { ...common, logits, reference: referenceLogits, firstRow: first };
  };
  let last: LogProbabilityArguments | undefined;
  for (const chunk of chunks) {
    last = computeLogits(chunk, true);
    logProbabilities(tape, last);
  }

  const output = (o: number) => ({ view: outputs.view([predictions], o * stride), start: o * stride });
  const views = Array.from({ length: OUTPUTS }, (_, o) => output(o));
  // If the loss does not depend on the divergence, the backward pass needs no logits of the reference.
  const differentiable = views.slice(0, reference?.differentiable ? 3 : 2);
  tape.recordViews([hidden, head], outputs, differentiable, (upstream) => {
    const headT = tape.needs(hidden) ? transpose(tape, head) : undefined;
    const chunkLogits = (chunk: { first: number; count: number }) => {
      const withReference = reference?.differentiable === true;
      const computed = chunks.length === 1 ? last! : computeLogits(chunk, withReference);
      logProbabilitiesBackward(tape, withReference ? computed : { ...computed, reference: undefined }, upstream);
      return computed.logits;
    };
    const targets: { dHidden?: Tensor; dHead?: Tensor; addHidden?: boolean; addHead?: boolean } = {};
    if (headT) tape.contribute(hidden, (dHidden, add) => Object.assign(targets, { dHidden, addHidden: add }));
    tape.contribute(head, (dHead, add) => Object.assign(targets, { dHead, addHead: add }));
    for (const chunk of chunks) {
      const { first, count } = chunk;
      const dLogits = chunkLogits(chunk);
      if (targets.dHidden)
        multiply(tape, dLogits, headT!, targets.dHidden.view([count, d], first * d), { add: targets.addHidden });
      if (targets.dHead)
        multiplyTransposed(
          tape,
          hidden.view([count, d], first * d),
          dLogits,
          targets.dHead,
          targets.addHead || first > 0,
        );
    }
  });
  const [logprobs, entropy, kl, referenceLogprobs] = views.map(({ view }) => view);
  return { logprobs, entropy, ...(reference && { kl, referenceLogprobs }) };
}
