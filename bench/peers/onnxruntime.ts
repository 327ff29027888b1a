/**
 * @file The sampling job in onnxruntime-web on WebGPU: the graph that `genenv export-model` writes, of the operators that
 * published exports use (SimplifiedLayerNormalization, GroupQueryAttention with rotary embedding). The cache stays on the
 * GPU. The logits are read back, and JavaScript samples from them, as is usual with this library.
 */
import * as ort from 'onnxruntime-web/webgpu';
import { wholeFile } from '../../src/interop/export-file.ts';
import { decoderGraph } from '../../src/interop/onnx/decoder.ts';
import { onnxFiles } from '../../src/interop/onnx/files.ts';
import { RandomStream } from '../../src/random/random-stream.ts';
import type { Contestant } from '../contestant.ts';
import { batch, configOf, NEW_TOKENS, SEQUENCES, weightsOf, WHOLE } from '../workload.ts';

const config = configOf(WHOLE);
const { kvHeads: KV, headDim: HD, vocabSize: V, layers } = config;

/** The exported graph of the model, f32. */
async function decoder(): Promise<Uint8Array<ArrayBuffer>> {
  const source = weightsOf(WHOLE);
  const reader = { read: async (name: string) => source.get(name)!.data };
  const graph = decoderGraph(config, reader, { precision: 'f32', variant: 'fused' });
  const [model] = onnxFiles(graph, 'model.onnx');
  return wholeFile(model);
}

/** Draws one token from softmax(logits) of every row. */
function sample(logits: Float32Array, random: RandomStream): bigint[] {
  return Array.from({ length: SEQUENCES }, (_, row) => {
    const values = logits.subarray(row * V, (row + 1) * V);
    const top = values.reduce((a, b) => Math.max(a, b));
    return BigInt(random.weighted(Array.from(values, (value) => Math.exp(value - top))));
  });
}

export async function prepare(): Promise<Contestant> {
  ort.env.wasm.wasmPaths = undefined;
  const outputs = Object.fromEntries(
    Array.from({ length: layers }, (_, i) =>
      ['key', 'value'].map((part) => [`present.${i}.${part}`, 'gpu-buffer'] as const),
    ).flat(),
  );
  const session = await ort.InferenceSession.create(await decoder(), {
    executionProviders: ['webgpu'],
    preferredOutputLocation: { ...outputs, logits: 'cpu' },
  });
  const first = batch().map((row) => BigInt(row[0]));
  let draws = 0;
  return {
    async sample() {
      const random = new RandomStream(1, 3, draws++);
      let ids = first;
      let cache: Record<string, ort.Tensor> = Object.fromEntries(
        Object.keys(outputs).map((name) => [
          name.replace('present', 'past_key_values'),
          new ort.Tensor('float32', new Float32Array(0), [SEQUENCES, KV, 0, HD]),
        ]),
      );
      for (let step = 0; step < NEW_TOKENS; step++) {
        const results = await session.run({
          input_ids: new ort.Tensor('int64', BigInt64Array.from(ids), [SEQUENCES, 1]),
          attention_mask: new ort.Tensor('int64', new BigInt64Array(SEQUENCES * (step + 1)).fill(1n), [
            SEQUENCES,
            step + 1,
          ]),
          num_logits_to_keep: new ort.Tensor('int64', [1n], []),
          ...cache,
        });
        ids = sample(results.logits.data as Float32Array, random);
        for (const tensor of Object.values(cache)) tensor.dispose();
        cache = Object.fromEntries(
          Object.keys(outputs).map((name) => [name.replace('present', 'past_key_values'), results[name] as ort.Tensor]),
        );
      }
      for (const tensor of Object.values(cache)) tensor.dispose();
    },
  };
}
