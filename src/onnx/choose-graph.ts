/**
 * @file Chooses a graph from a model folder. Published folders hold one model in several precisions, such as
 * `onnx/model.onnx`, `onnx/model_fp16.onnx` and `onnx/model_q4.onnx` (transformers.js, utils/dtypes.js).
 */
import { CodedError } from '../common/coded-error.ts';
import type { ModelFiles } from '../lm/files/model-files.ts';
import type { GraphDevice, GraphDevices } from './runtime.ts';

export const GRAPH_FOLDER = 'onnx/';

/**
 * Splits a model's name into folder and graph. Only a path such as `FOLDER/onnx/model_q4.onnx` names a graph. For other
 * names, `chooseGraph` chooses the graph.
 */
export function parseOnnxName(name: string): { folder: string; graph?: string } {
  const [, folder, graph] = /^(.+)\/onnx\/([^/]+\.onnx)$/.exec(name) ?? [];
  return graph === undefined ? { folder: name } : { folder, graph };
}

/** Usual names of graphs, without the precision. The second name occurs in older exports. */
const NAMES = ['model', 'decoder_model_merged'];

/** Precisions, the most exact first. Graphs with `half` need shaders that compute in f16 on WebGPU. */
const PRECISIONS: readonly { suffix: string; half: boolean }[] = [
  { suffix: '', half: false },
  { suffix: '_fp16', half: true },
  { suffix: '_int8', half: false },
  { suffix: '_uint8', half: false },
  { suffix: '_quantized', half: false },
  { suffix: '_q4', half: false },
  { suffix: '_q4f16', half: true },
  { suffix: '_bnb4', half: false },
];

/** Maximum size of a graph, in bytes. The runtime has 4 GiB of memory, which hold the graph twice while it opens. */
const LARGEST_GRAPH = 1.75 * 2 ** 30;

/** Returns the size of a graph and its tensor files in bytes, or undefined if the folder lacks the graph. */
async function graphSize(files: ModelFiles, path: string): Promise<number | undefined> {
  const size = await files.size(path);
  if (size === undefined) return undefined;
  let all = size;
  for (let part = 0; ; part++) {
    const more = await files.size(`${path}_data${part === 0 ? '' : `_${part}`}`);
    if (more === undefined) return all;
    all += more;
  }
}

/** Returns true if a folder has a graph with a usual name. Reads only file sizes. */
export async function hasGraph(files: ModelFiles): Promise<boolean> {
  for (const path of graphPaths()) if ((await files.size(path)) !== undefined) return true;
  return false;
}

/** Returns true if a folder has a graph but no weights for our own engine. */
export async function isGraphOnly(files: ModelFiles): Promise<boolean> {
  for (const weights of ['model.safetensors', 'model.safetensors.index.json'])
    if ((await files.size(weights)) !== undefined) return false;
  return hasGraph(files);
}

const graphPaths = (usable: (half: boolean) => boolean = () => true): string[] =>
  NAMES.flatMap((name) =>
    PRECISIONS.filter(({ half }) => usable(half)).map(({ suffix }) => `${GRAPH_FOLDER}${name}${suffix}.onnx`),
  );

/** Returns the most exact graph that the device supports and that fits. If all are too large, returns the smallest. */
export async function chooseGraph(
  files: ModelFiles,
  device: GraphDevice,
  { halfPrecision }: Pick<GraphDevices, 'halfPrecision'>,
): Promise<string> {
  let smallest: { path: string; size: number } | undefined;
  for (const path of graphPaths((half) => !half || device !== 'webgpu' || halfPrecision)) {
    const size = await graphSize(files, path);
    if (size === undefined) continue;
    if (size <= LARGEST_GRAPH) return path;
    if (!smallest || size < smallest.size) smallest = { path, size };
  }
  if (smallest) return smallest.path;
  throw noGraph(files);
}

export const noGraph = ({ name }: ModelFiles, graph = `${GRAPH_FOLDER}model.onnx`): CodedError =>
  new CodedError('no-graph', { folder: name, graph });
