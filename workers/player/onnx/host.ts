/** @file Frozen models on transformers.js without their thread: one language model and one model of embeddings. */
import { CodedError } from '../../../src/common/coded-error.ts';
import type { ModelFiles } from '../../../src/lm/files/model-files.ts';
import { pickedFolder } from '../../../src/store/models/model-source.ts';
import { parseOnnxName } from '../../../src/onnx/choose-graph.ts';
import { Embedder } from '../../../src/onnx/embedder.ts';
import type { Transformers } from '../../../src/onnx/transformers.ts';
import type { PolicyDescription, Sampler } from '../../../src/policy/policy.ts';
import { openOnnxModel } from '../../../src/policy/onnx-model.ts';
import type { TextEmbedder } from '../../../src/runs/embedding-similarity.ts';
import { withOwn } from '../../rpc/connect.ts';
import type { OnnxSource, OnnxWorker } from './contract.ts';

export interface OnnxParts {
  /** Called at the first model: until then nothing of the runtime is loaded. */
  transformers(): Promise<Transformers>;
  folderAt(address: string): ModelFiles;
}

export class OnnxHost implements OnnxWorker {
  private readonly opened: { model?: Sampler; embedder?: TextEmbedder } = {};

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

  get model(): Sampler {
    return withOwn(this.user('model'), { dispose: () => this.close('model') });
  }

  get embedder(): TextEmbedder {
    return withOwn(this.user('embedder'), { dispose: () => this.close('embedder') });
  }

  private user<Kind extends 'model' | 'embedder'>(kind: Kind): NonNullable<OnnxHost['opened'][Kind]> {
    const model = this.opened[kind];
    if (!model) throw new CodedError('no-model');
    return model;
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
