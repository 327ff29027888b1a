/** @file Opens a frozen model, or an encoder for embeddings, by what the settings call it. */
import type { ModelFiles } from '../lm/files/model-files.ts';
import { OnnxCausalLM } from '../onnx/causal-lm.ts';
import { parseOnnxName } from '../onnx/choose-graph.ts';
import type { Transformers } from '../onnx/transformers.ts';
import { OnnxModel } from './onnx-model.ts';

/** @param name of a folder, or the path of one of its graphs: `FOLDER/onnx/model_q4.onnx` */
export async function openOnnxModel(transformers: Transformers, name: string, files: ModelFiles): Promise<OnnxModel> {
  return new OnnxModel(await OnnxCausalLM.open(transformers, files, parseOnnxName(name).graph), name);
}
