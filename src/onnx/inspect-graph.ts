/**
 * @file Reads a graph of a model folder with its tensor files, summary and hash, without running it. Describes folders
 * that have a graph but no weights for our own engine.
 */
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { z } from 'zod';
import type { ModelFiles } from '../lm/files/model-files.ts';
import { checkedFile, readJson } from '../lm/files/read-json.ts';
import { CodedError } from '../common/coded-error.ts';
import { sha256 } from '../common/sha-256.ts';
import { chooseGraph, GRAPH_FOLDER, noGraph } from './choose-graph.ts';
import type { GraphBytes } from './runtime.ts';

export interface GraphSummary {
  /** Number of weights: floats, and quantised integers in tensors of two or more dimensions. */
  parameters: number;
  /** Names of the tensor files that the graph uses, each once. */
  dataFiles: string[];
  outputs: string[];
}

const MODEL = { graph: 7 };
const GRAPH = { initializer: 5, output: 12 };
const VALUE = { name: 1 };
const TENSOR = { dims: 1, dataType: 2, externalData: 13 };
const ENTRY = { key: 1, value: 2 };
/** Values of TensorProto.DataType for weights: FLOAT, FLOAT16, DOUBLE, BFLOAT16, and then UINT8, INT8, UINT4, INT4. */
const FLOATS = new Set([1, 10, 11, 16]);
const INTEGERS = new Set([2, 3, 21, 22]);
const UINT8 = 2;

type Fields = Readonly<Record<number, (reader: BinaryReader, wire: WireType) => void>>;

/** Reads a protobuf message: calls the reader of each field, and skips fields without a reader. */
function readFields(bytes: Uint8Array, fields: Fields): void {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag();
    const read = fields[field] as Fields[number] | undefined;
    if (read) read(reader, wire);
    else reader.skip(wire, field);
  }
}

/**
 * Summarises an ONNX file. Field numbers are from onnx.proto
 * (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto).
 * @throws Error if the bytes are not an ONNX model with a graph
 */
export function summarizeGraph(model: Uint8Array): GraphSummary {
  let parameters = 0;
  let graphs = 0;
  const dataFiles = new Set<string>();
  const outputs: string[] = [];
  const initializer = (tensor: BinaryReader) => {
    const { elements, location } = summarizeTensor(tensor.bytes());
    parameters += elements;
    if (location !== undefined) dataFiles.add(location);
  };
  readFields(model, {
    [MODEL.graph]: (reader) => {
      graphs++;
      readFields(reader.bytes(), {
        [GRAPH.initializer]: initializer,
        [GRAPH.output]: (value) => readFields(value.bytes(), { [VALUE.name]: (name) => outputs.push(name.string()) }),
      });
    },
  });
  if (graphs === 0) throw new Error('it holds no graph');
  return { parameters, dataFiles: [...dataFiles], outputs };
}

function summarizeTensor(bytes: Uint8Array): { elements: number; location: string | undefined } {
  const dims: number[] = [];
  let type = 0;
  let location: string | undefined;
  readFields(bytes, {
    [TENSOR.dims]: (reader, wire) => {
      if (wire === WireType.Varint) {
        dims.push(Number(reader.int64()));
        return;
      }
      const packed = new BinaryReader(reader.bytes());
      while (packed.pos < packed.len) dims.push(Number(packed.int64()));
    },
    [TENSOR.dataType]: (reader) => (type = reader.int32()),
    [TENSOR.externalData]: (reader) => {
      let key = '';
      let value = '';
      readFields(reader.bytes(), {
        [ENTRY.key]: (entry) => (key = entry.string()),
        [ENTRY.value]: (entry) => (value = entry.string()),
      });
      if (key === 'location') location = value;
    },
  });
  const size = dims.reduce((product, dim) => product * dim, 1);
  // MatMulNBits packs two 4-bit weights into a byte. Its tensors are [rows, blocks, bytes per block].
  const elements = type === UINT8 && dims.length === 3 ? 2 * size : size;
  const counts = FLOATS.has(type) || (INTEGERS.has(type) && dims.length > 1);
  return { elements: counts ? elements : 0, location };
}

export interface ReadGraph {
  readonly path: string;
  readonly content: GraphBytes;
  readonly summary: GraphSummary;
  /** SHA-256 of the graph in hexadecimal. With tensor files, SHA-256 of the joined hexadecimal hashes of all files. */
  readonly hash: string;
}

const malformed = (folder: string, file: string, what: string): CodedError =>
  new CodedError('graph-malformed', { file: `${folder}/${file}`, what });

/** Reads a graph and its tensor files. @throws CodedError `no-graph`, `graph-malformed` */
export async function readGraph(files: ModelFiles, path: string): Promise<ReadGraph> {
  const bytes = await files.read(path);
  if (!bytes) throw noGraph(files, path);
  let summary: GraphSummary;
  try {
    summary = summarizeGraph(bytes);
  } catch (error) {
    throw malformed(files.name, path, `not an ONNX model (${(error as Error).message})`);
  }
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const externalData: { path: string; data: Uint8Array<ArrayBuffer> }[] = [];
  for (const file of summary.dataFiles) {
    // The graph chooses this file name, so it must not lead out of the folder.
    const data = /^[\w.-]+$/.test(file) && !file.startsWith('.') ? await files.read(folder + file) : undefined;
    if (!data)
      throw malformed(files.name, path, `its tensors lie in the file ${JSON.stringify(file)}, which is missing`);
    externalData.push({ path: file, data });
  }
  const hashes = [(await files.sha256?.(path)) ?? (await sha256(bytes))];
  for (const { path: name, data } of externalData)
    hashes.push((await files.sha256?.(folder + name)) ?? (await sha256(data)));
  const hash = hashes.length === 1 ? hashes[0] : await sha256(new TextEncoder().encode(hashes.join('')));
  return { path, content: { bytes, externalData }, summary, hash };
}

const size = z.int().positive();
/** Schema of the sizes in config.json, which have several names. */
const config = z.looseObject({
  model_type: z.string(),
  vocab_size: size,
  hidden_size: size.optional(),
  n_embd: size.optional(),
  num_hidden_layers: size.optional(),
  n_layer: size.optional(),
});

/**
 * Describes a folder and the graph that WebAssembly opens by default.
 * @throws ModelFileError if config.json is missing or malformed; CodedError `no-graph` if the folder has no graph
 */
export async function inspectGraph(files: ModelFiles) {
  const read = checkedFile(config, await readJson(files, 'config.json'), 'config.json');
  const { model_type, vocab_size, hidden_size, n_embd, num_hidden_layers, n_layer } = read;
  const graph = await chooseGraph(files, 'wasm', { halfPrecision: true });
  const [, precision] = /_([^_]+)\.onnx$/.exec(graph.slice(GRAPH_FOLDER.length)) ?? [];
  return {
    // The library knows more architectures than our engine, such as `gpt2`.
    architecture: model_type,
    // Counting the parameters would need the whole graph, so they stay unknown.
    parameters: null,
    // The graph's name ends in the number format, such as `q4`.
    precisions: [precision === undefined || precision === 'merged' ? 'F32' : precision.toUpperCase()],
    // Layers and hidden size are null if config.json names them differently.
    layers: num_hidden_layers ?? n_layer ?? null,
    hiddenSize: hidden_size ?? n_embd ?? null,
    vocabulary: vocab_size,
    graph,
  };
}
