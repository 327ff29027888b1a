/** @file A second opinion: our engine beside ONNX Runtime on the exported graph of the same model. */
import type { ModelFiles } from '../../lm/files/model-files.ts';
import { OnnxCausalLM } from '../../onnx/causal-lm.ts';
import type { Agreement } from './agreement.ts';
import { compareWithEngine } from './compare-with-engine.ts';
import { graphSource } from './compared-runtimes.ts';
import type { ExportOptions } from './export-model.ts';
import type { ExportedModel } from './exported-model.ts';
import type { ExportTarget } from './export-target.ts';
import { type ExportRequest, FORMATS, type Runtimes } from './formats.ts';
import { writeFile } from './write-folder.ts';

export interface ParityRequest {
  model: ExportedModel;
  /** Token ids; default: those of the check of an export. */
  prompts?: readonly (readonly number[])[];
  /** Tokens that each writes after a prompt. */
  newTokens?: number;
  /** A folder with a graph of this model; or how to export one, and where to write it for the time of the comparison. */
  graph: { folder: ModelFiles; name?: string } | { request: ExportRequest; target: ExportTarget };
}

/** @throws CodedError where the graph cannot be read or run, or is one of another model */
export async function compareWithGraph(
  { model, prompts, newTokens, graph }: ParityRequest,
  runtimes: Runtimes,
  { onProgress, signal }: ExportOptions = {},
): Promise<Agreement> {
  const open = async () => {
    if ('folder' in graph) {
      const opened = await OnnxCausalLM.open(await runtimes.transformers(), graph.folder, graph.name);
      return { source: graphSource(opened), dispose: () => opened.dispose() };
    }
    const { request, target } = graph;
    let done = 0;
    const onBytes = (count: number) => onProgress?.({ stage: 'writing', done: (done += count), total: 0 });
    for (const file of await FORMATS[request.format].files(model, request))
      await writeFile(target, file, { onBytes, signal });
    return FORMATS[request.format].open(target.files, request, model, runtimes);
  };
  const onPrompt = (done: number, total: number) => onProgress?.({ stage: 'checking', done, total });
  try {
    return await compareWithEngine(model, open, runtimes, { prompts, newTokens, onPrompt, signal });
  } finally {
    if ('target' in graph) await graph.target.discard();
  }
}
