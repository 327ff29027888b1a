/** @file Describes a folder that can only be opened as an ONNX graph, by its small files and the names of the others. */
import { z } from 'zod';
import { schemaProblems } from '../common/schema-problems.ts';
import { ModelFileError } from '../lm/files/model-file-error.ts';
import type { ModelFiles } from '../lm/files/model-files.ts';
import { readJson } from '../lm/files/read-json.ts';
import { chooseGraph, GRAPH_FOLDER } from './choose-graph.ts';

const size = z.int().positive();
/** Sizes in config.json, under the names that architectures give them. */
const config = z.looseObject({
  model_type: z.string(),
  vocab_size: size,
  hidden_size: size.optional(),
  n_embd: size.optional(),
  num_hidden_layers: size.optional(),
  n_layer: size.optional(),
});

export interface InspectedGraph {
  /** As config.json calls it, such as `gpt2`: the library knows more architectures than our engine. */
  architecture: string;
  /** Only the whole graph tells them. */
  parameters: null;
  /** The number format in the graph's name, such as `Q4`. */
  precisions: string[];
  /** Null where config.json calls it by another name. */
  layers: number | null;
  hiddenSize: number | null;
  vocabulary: number;
  /** Path of the graph that is opened by default, inside the folder. */
  graph: string;
}

/** @throws ModelFileError where config.json is missing or malformed; CodedError `no-graph` where no graph is there */
export async function inspectGraph(files: ModelFiles): Promise<InspectedGraph> {
  const parsed = config.safeParse(await readJson(files, 'config.json'));
  if (!parsed.success) {
    const [{ place, cause }] = schemaProblems(parsed.error);
    throw new ModelFileError('malformed', 'config.json', `malformed (${place}: ${cause})`);
  }
  const { model_type, vocab_size, hidden_size, n_embd, num_hidden_layers, n_layer } = parsed.data;
  // Any runtime can be asked for: which device computes it later does not change what is kept.
  const graph = await chooseGraph(files, 'wasm', { halfPrecision: true });
  const [, precision] = /_([^_]+)\.onnx$/.exec(graph.slice(GRAPH_FOLDER.length)) ?? [];
  return {
    architecture: model_type,
    parameters: null,
    precisions: [precision === undefined || precision === 'merged' ? 'F32' : precision.toUpperCase()],
    layers: num_hidden_layers ?? n_layer ?? null,
    hiddenSize: hidden_size ?? n_embd ?? null,
    vocabulary: vocab_size,
    graph,
  };
}
