/** @file A model as the folder that transformers.js loads: `pipeline('text-generation', FOLDER)`. */
import type { ExportFile } from '../export-file.ts';
import { decoderGraph, type DecoderOptions } from '../onnx/decoder.ts';
import type { Precision } from '../onnx/decoder-weights.ts';
import { onnxFiles } from '../onnx/files.ts';
import type { ExportedModel } from './exported-model.ts';
import { folderFiles } from './folder-files.ts';

/** transformers.js's names of a precision and of its graph. */
const NAMES: Readonly<Record<Precision, { dtype: string; graph: string }>> = {
  f32: { dtype: 'fp32', graph: 'model.onnx' },
  f16: { dtype: 'fp16', graph: 'model_fp16.onnx' },
  q4: { dtype: 'q4', graph: 'model_q4.onnx' },
};

/** The name of a precision's graph inside `onnx/`. */
export const graphName = (precision: Precision): string => NAMES[precision].graph;

/** The files of the folder, the graph and its weights first. */
export async function onnxFolder(
  { base, config, weights }: ExportedModel,
  options: DecoderOptions,
): Promise<ExportFile[]> {
  const { dtype, graph } = NAMES[options.precision];
  const files = onnxFiles(decoderGraph(config, weights, options), graph);
  const dataFiles = files.length - 1;
  const library = {
    dtype,
    // The number of files of weights beside the graph.
    ...(dataFiles > 0 && { use_external_data_format: { [graph]: dataFiles } }),
  };
  return [
    ...files.map((file) => ({ ...file, path: `onnx/${file.path}` })),
    ...(await folderFiles(base, config, { 'transformers.js_config': library })),
  ];
}
