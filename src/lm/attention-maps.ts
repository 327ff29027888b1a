/**
 * @file A reading pass: what every head of every layer attends to in one sequence. It is the ordinary forward pass with one
 * kernel more in each layer, which writes down the probabilities that attention itself never stores. For a person to look
 * at, on demand; nothing of a run uses it.
 */
import { attention, attentionProbabilities } from '../tensor/ops/attention.ts';
import { embedding } from '../tensor/ops/embedding.ts';
import { headNorm } from '../tensor/ops/rms-norm.ts';
import { Tape } from '../tensor/tape.ts';
import { packSequences } from './packing.ts';
import type { AttentionMaps } from './sampling.ts';
import type { CausalLM } from './transformer.ts';
import { names } from './weights.ts';

export async function attentionMaps(model: CausalLM, ids: readonly number[]): Promise<AttentionMaps> {
  const { device, config } = model;
  const tokens = ids.length;
  const tape = new Tape(device, false);
  try {
    const batch = packSequences([{ prompt: ids, completion: [] }], { predictPrompts: true });
    const index = model.attentionIndex(tape, batch);
    // Allocated here, so that they outlive the layers that write them.
    const maps = Array.from({ length: config.layers }, () => tape.allocate([config.heads, tokens, tokens]));
    const x = embedding(tape, model.parameters.get(names.embedding), batch.tokens);
    model.layers(tape, x, (qkv, layer, gains) => {
      const normalised = gains ? headNorm(tape, qkv, gains, config) : qkv;
      attentionProbabilities(tape, normalised, config, index, maps[layer]);
      return attention(tape, normalised, config, index);
    });
    const read = await device.readAll(maps);
    const size = config.heads * tokens * tokens;
    const probabilities = new Float32Array(config.layers * size);
    read.forEach((map, layer) => probabilities.set(map, layer * size));
    return { layers: config.layers, heads: config.heads, tokens, probabilities };
  } finally {
    tape.dispose();
  }
}
