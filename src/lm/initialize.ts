/**
 * @file Draws random weights for a new model.
 *
 * Matrices are normal with standard deviation fan_in^−½, so that every layer keeps the scale of its input. The two
 * projections that write into the residual stream get half of this, because both branches of a layer add to the stream.
 * Embeddings have standard deviation 0.1. Norms are 1, and biases are 0. A number depends only on the seed, the
 * parameter's index and the number's position in the parameter.
 */
import { RandomStream } from '../random/random-stream.ts';
import { streams } from '../random/streams.ts';
import { parameterShapes, type ModelConfig } from './files/config.ts';
import type { WeightArray } from './files/safetensors.ts';

const EMBEDDING_STD = 0.1;
const RESIDUAL_WRITERS = /(o_proj|down_proj)\.weight$/;

/**
 * Draws every parameter of a model.
 * @param seed u32. On every machine it gives the same weights, up to the last bit of log, cos and sin.
 */
export function initialWeights(config: ModelConfig, seed: number): Map<string, WeightArray> {
  const weights = new Map<string, WeightArray>();
  let index = 0;
  for (const [name, shape] of parameterShapes(config)) {
    const data = new Float32Array(shape.reduce((product, size) => product * size, 1));
    if (name.includes('norm')) data.fill(1);
    else if (!name.endsWith('.bias')) fillNormal(data, standardDeviation(name, shape), seed, index);
    weights.set(name, { shape: [...shape], data });
    index++;
  }
  return weights;
}

function standardDeviation(name: string, shape: readonly number[]): number {
  if (name.includes('embed_tokens')) return EMBEDDING_STD;
  const fanIn = shape[1];
  return fanIn ** -0.5 * (RESIDUAL_WRITERS.test(name) ? 0.5 : 1);
}

/** Fills an array with normal numbers by the Box–Muller method. Two uniforms give two independent normals. */
function fillNormal(data: Float32Array, std: number, seed: number, index: number): void {
  const random = new RandomStream(seed, streams.initialWeights, index);
  for (let i = 0; i < data.length; i += 2) {
    // 1 − u is in (0, 1], so the logarithm is finite.
    const radius = std * Math.sqrt(-2 * Math.log(1 - random.next()));
    const angle = 2 * Math.PI * random.next();
    data[i] = radius * Math.cos(angle);
    if (i + 1 < data.length) data[i + 1] = radius * Math.sin(angle);
  }
}
