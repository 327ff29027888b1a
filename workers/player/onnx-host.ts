/**
 * @file Runs frozen models on transformers.js and ONNX Runtime Web: one language model and one embedding model. The
 * runtime's files belong to our build and are fetched for the first model.
 */
import loader from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url';
import wasm from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url';
import { type RuntimeSource, webDevices } from '../../src/onnx/runtime.ts';
import { withOwn, workerOptions } from '../rpc/connect.ts';
import { CodedError } from '../../src/common/coded-error.ts';
import type { ModelFiles } from '../../src/lm/files/model-files.ts';
import { parseOnnxName } from '../../src/onnx/choose-graph.ts';
import { Embedder } from '../../src/onnx/embedder.ts';
import { Transformers } from '../../src/onnx/transformers.ts';
import { openOnnxModel } from '../../src/policy/onnx-model.ts';
import type { PolicyDescription, Sampler } from '../../src/policy/policy.ts';
import type { TextEmbedder } from '../../src/runs/model-host.ts';
import { folderAt } from '../rpc/model-url.ts';

/** A folder with an ONNX graph. */
export interface OnnxSource {
  /** Name in settings. It may end with the path of one graph, `…/onnx/model_q4.onnx`. */
  name: string;
  /** Address of the folder (rpc/model-url.ts). */
  address: string;
}

export interface OnnxWorker {
  /** Opens a language model in place of the previous one. The first call loads ONNX Runtime. */
  open(model: OnnxSource): Promise<PolicyDescription>;
  /** The open language model. */
  readonly model: Sampler;
  /** Opens an embedding model in place of the previous one. The first call loads ONNX Runtime. */
  openEmbedder(model: OnnxSource): Promise<void>;
  readonly embedder: TextEmbedder;
}

export interface OnnxParts {
  /** Called for the first model; before that, none of the runtime is loaded. */
  transformers(): Promise<Transformers>;
  folderAt(address: string): ModelFiles;
}

const absolute = (path: string): string => new URL(path, location.href).href;

const webRuntime = (): RuntimeSource => ({
  load: () => import('onnxruntime-web/webgpu'),
  files: { mjs: absolute(loader), wasm: absolute(wasm) },
  devices: () => webDevices(navigator.gpu, workerOptions().softwareGpu),
});

const webParts: OnnxParts = { transformers: () => Transformers.open(webRuntime()), folderAt };

export class OnnxHost implements OnnxWorker {
  private readonly opened: { model?: Sampler; embedder?: TextEmbedder } = {};

  constructor(private readonly parts: OnnxParts = webParts) {}

  async open({ name, address }: OnnxSource): Promise<PolicyDescription> {
    await this.close('model');
    const model = await openOnnxModel(await this.parts.transformers(), name, this.parts.folderAt(address));
    this.opened.model = model;
    return model.describe();
  }

  async openEmbedder({ name, address }: OnnxSource): Promise<void> {
    await this.close('embedder');
    const transformers = await this.parts.transformers();
    this.opened.embedder = await Embedder.open(transformers, this.parts.folderAt(address), parseOnnxName(name).graph);
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
}
