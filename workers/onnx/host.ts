/** @file Frozen models on transformers.js without their thread: one language model and one model of embeddings. */
import { CodedError } from '../../src/common/coded-error.ts';
import type { ModelFiles } from '../../src/lm/files/model-files.ts';
import { pickedFolder } from '../../src/store/models/picked-source.ts';
import { parseOnnxName } from '../../src/onnx/choose-graph.ts';
import { Embedder } from '../../src/onnx/embedder.ts';
import type { Transformers } from '../../src/onnx/transformers.ts';
import type { OnnxSampler } from '../../src/policy/onnx-model.ts';
import { openOnnxModel } from '../../src/policy/open-onnx-model.ts';
import type { PolicyDescription } from '../../src/policy/policy.ts';
import type { TextEmbedder } from '../../src/runs/embedding-similarity.ts';
import { answerWith, calls } from '../rpc/calls.ts';
import type { OnnxSource, OnnxWorker } from './contract.ts';

export interface OnnxParts {
  /** Called at the first model: until then nothing of the runtime is loaded. */
  transformers(): Promise<Transformers>;
  folderAt(address: string): ModelFiles;
}

export class OnnxHost implements OnnxWorker {
  readonly model = this.methodsOf<OnnxSampler>('model');
  readonly embedder = this.methodsOf<TextEmbedder>('embedder');
  private readonly opened: { model?: OnnxSampler; embedder?: TextEmbedder } = {};

  constructor(private readonly parts: OnnxParts) {}

  async open(source: OnnxSource): Promise<PolicyDescription> {
    await this.close('model');
    const model = await openOnnxModel(await this.parts.transformers(), source.name, this.folderOf(source));
    this.opened.model = model;
    return model.describe();
  }

  async openEmbedder(source: OnnxSource): Promise<void> {
    await this.close('embedder');
    const transformers = await this.parts.transformers();
    this.opened.embedder = await Embedder.open(transformers, this.folderOf(source), parseOnnxName(source.name).graph);
  }

  private methodsOf<Model extends object>(kind: 'model' | 'embedder'): Model {
    return calls(async (path, ...request) => {
      if (path[0] === 'dispose') return this.close(kind);
      const model = this.opened[kind];
      if (!model) throw new CodedError('no-model');
      return answerWith(model, path, ...request);
    });
  }

  private async close(kind: 'model' | 'embedder'): Promise<void> {
    const model = this.opened[kind];
    this.opened[kind] = undefined;
    await model?.dispose();
  }

  private folderOf(source: OnnxSource): ModelFiles {
    return 'files' in source ? pickedFolder(source.name, source.files) : this.parts.folderAt(source.address);
  }
}
