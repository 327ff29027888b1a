/** @file Frozen models and models of embeddings in Node: ONNX Runtime's WebAssembly in this process. Node only. */
import type { ModelFiles } from '../lm/files/model-files.ts';
import { parseOnnxName } from '../onnx/choose-graph.ts';
import { Embedder } from '../onnx/embedder.ts';
import { nodeRuntime } from '../onnx/node-runtime.ts';
import { Transformers } from '../onnx/transformers.ts';
import type { OnnxModel } from '../policy/onnx-model.ts';
import { openOnnxModel } from '../policy/open-onnx-model.ts';

/** @param name of a folder, or the path of one of its graphs */
export const openOnnxModelInNode = async (name: string, files: ModelFiles): Promise<OnnxModel> =>
  openOnnxModel(await Transformers.open(nodeRuntime), name, files);

/** The same for a model of embeddings. */
export const openEmbedderInNode = async (name: string, files: ModelFiles): Promise<Embedder> =>
  Embedder.open(await Transformers.open(nodeRuntime), files, parseOnnxName(name).graph);
