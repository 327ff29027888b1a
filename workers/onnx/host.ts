/**
 * @file Frozen models on transformers.js without their thread: one language model and one model of embeddings.
 */
import { CodedError } from '../../src/common/coded-error.ts';
import type { ModelFiles } from '../../src/lm/files/model-files.ts';
import { pickedFolder } from '../../src/store/models/picked-source.ts';
import { parseOnnxName } from '../../src/onnx/choose-graph.ts';
import { Embedder } from '../../src/onnx/embedder.ts';
import type { Transformers } from '../../src/onnx/transformers.ts';
import type { OnnxModel } from '../../src/policy/onnx-model.ts';
import { openOnnxModel } from '../../src/policy/open-onnx-model.ts';
import type { Sampler, PolicyDescription } from '../../src/policy/policy.ts';
import type { OnnxSource, OnnxWorker } from './contract.ts';

export interface OnnxParts {
  /** Called at the first model: until then nothing of the runtime is loaded. */
  transformers(): Promise<Transformers>;
  folderAt(address: string): ModelFiles;
}

export class OnnxHost implements OnnxWorker {
  private model: OnnxModel | undefined;
  private embedder: Embedder | undefined;

  constructor(private readonly parts: OnnxParts) {}

  async open(source: OnnxSource): Promise<PolicyDescription> {
    await this.dispose();
    this.model = await openOnnxModel(await this.parts.transformers(), source.name, this.folderOf(source));
    return this.model.describe();
  }

  async describe(): Promise<PolicyDescription> {
    return this.opened.describe();
  }

  async stopIds(): Promise<number[]> {
    return this.opened.stopIds();
  }

  async generate(...[prompts, sampling, key]: Parameters<Sampler['generate']>): ReturnType<Sampler['generate']> {
    return this.opened.generate(prompts, sampling, key);
  }

  async score(...request: Parameters<Sampler['score']>): ReturnType<Sampler['score']> {
    return this.opened.score(...request);
  }

  async alternatives(...request: Parameters<Sampler['alternatives']>): ReturnType<Sampler['alternatives']> {
    return this.opened.alternatives(...request);
  }

  async telemetry(): ReturnType<Sampler['telemetry']> {
    return this.opened.telemetry();
  }

  async dispose(): Promise<void> {
    const { model } = this;
    this.model = undefined;
    await model?.dispose();
  }

  async openEmbedder(source: OnnxSource): Promise<void> {
    await this.closeEmbedder();
    const transformers = await this.parts.transformers();
    this.embedder = await Embedder.open(transformers, this.folderOf(source), parseOnnxName(source.name).graph);
  }

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    if (!this.embedder) throw noModel();
    return this.embedder.embed(texts);
  }

  async closeEmbedder(): Promise<void> {
    const { embedder } = this;
    this.embedder = undefined;
    await embedder?.dispose();
  }

  private folderOf(source: OnnxSource): ModelFiles {
    return 'files' in source ? pickedFolder(source.name, source.files) : this.parts.folderAt(source.address);
  }

  private get opened(): OnnxModel {
    if (!this.model) throw noModel();
    return this.model;
  }
}

const noModel = (): CodedError => new CodedError('no-model', 'No model is loaded in this thread. Open the run again.');
