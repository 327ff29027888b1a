/**
 * @file Chooses the graph of a model folder. A published folder holds one model several times, in several precisions:
 * `onnx/model.onnx`, `onnx/model_fp16.onnx`, `onnx/model_q4.onnx`, … (transformers.js, utils/dtypes.js).
 */
import { CodedError } from '../common/coded-error.ts';
import type { ModelFiles } from '../lm/files/model-files.ts';
import type { GraphDevice, GraphDevices } from './runtime.ts';

export const GRAPH_FOLDER = 'onnx/';

/** A folder's name, and its graph where the name says which: `FOLDER/onnx/model_q4.onnx`. */
export interface OnnxName {
  folder: string;
  /** Name inside `onnx/`; undefined: chosen by `chooseGraph`. */
  graph?: string;
}

/** Reads a name: a path that ends in `onnx/….onnx` names one graph of the folder before it. */
export function parseOnnxName(name: string): OnnxName {
  const [, folder, graph] = /^(.+)\/onnx\/([^/]+\.onnx)$/.exec(name) ?? [];
  return graph === undefined ? { folder: name } : { folder, graph };
}

/** Names of the one graph of a decoder or an encoder: the usual one, and that of older exports. */
const NAMES = ['model', 'decoder_model_merged'];

/** The most exact precision first. What `half` says needs shaders that compute in f16, on WebGPU. */
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

/** The runtime's 32-bit memory holds a graph twice while it is opened: half of 4 GiB, and room for the rest. */
const LARGEST_GRAPH = 1.75 * 2 ** 30;

/** The size of a graph and of the files of tensors that lie beside it by the usual names, bytes; undefined if it is absent. */
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

/** True if a folder holds a graph that could be opened; reads nothing but sizes. */
export async function hasGraph(files: ModelFiles): Promise<boolean> {
  for (const path of graphPaths()) if ((await files.size(path)) !== undefined) return true;
  return false;
}

/** True if a folder can only be opened as a graph: it holds no weights for our own engine. */
export async function isGraphOnly(files: ModelFiles): Promise<boolean> {
  for (const weights of ['model.safetensors', 'model.safetensors.index.json'])
    if ((await files.size(weights)) !== undefined) return false;
  return hasGraph(files);
}

const graphPaths = (usable: (half: boolean) => boolean = () => true): string[] =>
  NAMES.flatMap((name) =>
    PRECISIONS.filter(({ half }) => usable(half)).map(({ suffix }) => `${GRAPH_FOLDER}${name}${suffix}.onnx`),
  );

/** The most exact graph that a device computes and that fits; of those too large the smallest. */
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
