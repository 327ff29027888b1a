/** @file Runs an exported graph on ONNX Runtime's CPU provider (wasm), as transformers.js calls it. */
import * as ort from 'onnxruntime-web/wasm';
import type { ModelConfig } from '../../../lm/files/config.ts';
import { wholeFile, type ExportFile } from '../../export-file.ts';

ort.env.wasm.numThreads = 1;

export interface RunningGraph {
  /**
   * Logits [length, vocabulary] of new tokens.
   * @param past what the call before returned; undefined: nothing came before
   * @param mask of all tokens so far; default: no padding
   * @param keep the last rows only; 0: all
   */
  run(
    ids: readonly number[],
    options?: { past?: GraphOutput; mask?: readonly number[]; keep?: number },
  ): Promise<GraphOutput>;
  release(): Promise<void>;
}

export interface GraphOutput {
  logits: Float32Array;
  tokens: number;
  results: ort.InferenceSession.OnnxValueMapType;
}

/** @param files as `onnxFiles` returns them */
export async function runGraph([model, ...parts]: readonly ExportFile[], config: ModelConfig): Promise<RunningGraph> {
  const session = await ort.InferenceSession.create(await wholeFile(model), {
    externalData: await Promise.all(parts.map(async (part) => ({ path: part.path, data: await wholeFile(part) }))),
  });
  const type = session.inputMetadata.find(({ name }) => name === 'past_key_values.0.key') as { type: 'float32' };
  const empty = () =>
    new ort.Tensor(
      type.type,
      // Half floats are handed over as their bits where JavaScript has no Float16Array.
      (type.type === 'float32' ? new Float32Array(0) : new Uint16Array(0)) as Float32Array,
      [1, config.kvHeads, 0, config.headDim],
    );
  const caches = session.inputNames.filter((name) => name.startsWith('past_key_values.'));
  return {
    async run(ids, { past, mask, keep = 0 } = {}) {
      const tokens = (past?.tokens ?? 0) + ids.length;
      const ones = mask ?? new Array<number>(tokens).fill(1);
      const cached = (name: string) => past?.results[name.replace('past_key_values', 'present')] ?? empty();
      const results = await session.run({
        input_ids: new ort.Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
        attention_mask: new ort.Tensor('int64', BigInt64Array.from(ones, BigInt), [1, tokens]),
        num_logits_to_keep: new ort.Tensor('int64', [BigInt(keep)], []),
        ...Object.fromEntries(caches.map((name) => [name, cached(name)])),
      });
      return { logits: results.logits.data as Float32Array, tokens, results };
    },
    release: () => session.release(),
  };
}
