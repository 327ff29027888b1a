/** @file A model folder with an ONNX graph, made by our own exporter: what transformers.js loads. */
import { wholeFile } from '../../interop/export-file.ts';
import { decoderGraph, defaultVariant } from '../../interop/onnx/decoder.ts';
import type { Precision } from '../../interop/onnx/decoder-weights.ts';
import { onnxFiles, type OnnxFileOptions } from '../../interop/onnx/files.ts';
import type { ModelConfig } from '../../lm/files/config.ts';
import { modelFolder } from '../../lm/files/load-model.ts';
import type { WeightArray } from '../../lm/files/safetensors.ts';
import type { Tokenizer } from '../../lm/files/tokenizer.ts';

export interface TestModel {
  config: ModelConfig;
  weights: ReadonlyMap<string, WeightArray>;
  tokenizer: Tokenizer;
}

const SUFFIX: Record<Precision, string> = { f32: '', f16: '_fp16', q4: '_q4' };

/** The folder's files: no safetensors, one graph for each precision, and no list of files, as others export it. */
export async function onnxFolder(
  { config, weights, tokenizer }: TestModel,
  precisions: readonly Precision[] = ['f32'],
  options: OnnxFileOptions = {},
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const files = modelFolder({ config, tokenizer, weights });
  for (const name of ['model.safetensors', 'files.json']) files.delete(name);
  for (const precision of precisions) {
    const reader = { read: async (name: string) => weights.get(name)!.data };
    const graph = decoderGraph(config, reader, { precision, variant: defaultVariant(config) });
    for (const file of onnxFiles(graph, `model${SUFFIX[precision]}.onnx`, options))
      files.set(`onnx/${file.path}`, new Uint8Array(await wholeFile(file)));
  }
  return files;
}
