/**
 * @file A graph as files: the model alone, or for a large one the model and its weights beside it, in parts
 * (ONNX's external data, https://onnx.ai/onnx/repo-docs/ExternalData.html). Tensors are read and handed on one at a time.
 */
import { PROGRAM } from '../../common/program.ts';
import type { ExportFile } from '../export-file.ts';
import type { Initializer, OnnxGraph } from './graph.ts';
import { modelBytes, type StoredTensor } from './messages.ts';

export interface OnnxFileOptions {
  /** Weights of more bytes than this together lie in files of their own. */
  inlineBytes?: number;
  /** Longest such file; a tensor is never divided. transformers.js reads each into one array. */
  partBytes?: number;
}

const INLINE_BYTES = 32 * 2 ** 20;
const PART_BYTES = 2 ** 30;
/** Smaller tensors stay in the model: the runtime reads some of them (shapes, axes) while it loads the graph. */
const SMALLEST_EXTERNAL = 1024;
/** The alignment that the ONNX documentation advises for memory mapping. */
const ALIGNMENT = 4096;

interface Part {
  name: string;
  length: number;
  tensors: { offset: number; tensor: Initializer }[];
}

/** The parts that a graph's weights are divided into; none where they stay in the model. */
function partsOf({ initializers }: OnnxGraph, model: string, options: OnnxFileOptions): Part[] {
  const { inlineBytes = INLINE_BYTES, partBytes = PART_BYTES } = options;
  const total = initializers.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const parts: Part[] = [];
  if (total <= inlineBytes) return parts;
  for (const tensor of initializers) {
    if (tensor.byteLength < SMALLEST_EXTERNAL) continue;
    let part = parts.at(-1);
    let offset = part ? Math.ceil(part.length / ALIGNMENT) * ALIGNMENT : 0;
    if (!part || offset + tensor.byteLength > partBytes) {
      // The names that transformers.js asks for: model.onnx_data, model.onnx_data_1, …
      part = { name: `${model}_data${parts.length === 0 ? '' : `_${parts.length}`}`, length: 0, tensors: [] };
      parts.push(part);
      offset = 0;
    }
    part.tensors.push({ offset, tensor });
    part.length = offset + tensor.byteLength;
  }
  return parts;
}

/** The files of a graph: first the model (`name`), then the parts with its weights. */
export function onnxFiles(graph: OnnxGraph, name: string, options: OnnxFileOptions = {}): ExportFile[] {
  const parts = partsOf(graph, name, options);
  const places = new Map(
    parts.flatMap((part) => part.tensors.map(({ offset, tensor }) => [tensor, { file: part.name, offset }] as const)),
  );
  const model: ExportFile = {
    path: name,
    async *chunks() {
      const stored: StoredTensor[] = [];
      for (const tensor of graph.initializers) {
        const place = places.get(tensor);
        const data = place ? { ...place, length: tensor.byteLength } : { bytes: await tensor.read() };
        stored.push({ name: tensor.name, type: tensor.type, shape: tensor.shape, data });
      }
      yield modelBytes({ ...graph, producer: PROGRAM, initializers: stored });
    },
  };
  return [model, ...parts.map(partFile)];
}

const partFile = ({ name, tensors }: Part): ExportFile => ({
  path: name,
  async *chunks() {
    let position = 0;
    for (const { offset, tensor } of tensors) {
      if (offset > position) yield new Uint8Array(offset - position);
      yield await tensor.read();
      position = offset + tensor.byteLength;
    }
  },
});
