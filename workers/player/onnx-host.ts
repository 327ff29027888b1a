/**
 * @file Runs a frozen language model or embedding model on transformers.js and ONNX Runtime Web. The runtime's files
 * belong to our build.
 */
import loader from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url';
import wasm from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url';
import { type RuntimeSource, webDevices } from '../../src/onnx/runtime.ts';
import type { ModelFiles } from '../../src/lm/files/model-files.ts';
import { parseOnnxName } from '../../src/onnx/choose-graph.ts';
import { Embedder } from '../../src/onnx/embedder.ts';
import { Transformers } from '../../src/onnx/transformers.ts';
import { openOnnxModel } from '../../src/policy/onnx-model.ts';
import type { Sampler } from '../../src/policy/policy.ts';
import type { TextEmbedder } from '../../src/runs/model-host.ts';
import { folderAt } from '../rpc/model-url.ts';

/** Folder with an ONNX graph. */
export interface OnnxSource {
  /** Name in settings. It may end with the path of one graph, `…/onnx/model_q4.onnx`. */
  name: string;
  /** Address of the folder (rpc/model-url.ts). */
  address: string;
}

export interface OnnxParts {
  /** Loads the runtime. */
  transformers(): Promise<Transformers>;
  folderAt(address: string): ModelFiles;
}

const absolute = (path: string): string => new URL(path, location.href).href;

const webRuntime = (): RuntimeSource => ({
  load: () => import('onnxruntime-web/webgpu'),
  files: { mjs: absolute(loader), wasm: absolute(wasm) },
  devices: () => webDevices(navigator.gpu),
});

const webParts: OnnxParts = { transformers: () => Transformers.open(webRuntime()), folderAt };

/** Holds the one language model or embedding model of this worker. */
export class OnnxHost {
  model!: Sampler;
  embedder!: TextEmbedder;

  constructor(private readonly parts: OnnxParts = webParts) {}

  async open({ name, address }: OnnxSource): Promise<void> {
    this.model = await openOnnxModel(await this.parts.transformers(), name, this.parts.folderAt(address));
  }

  async openEmbedder({ name, address }: OnnxSource): Promise<void> {
    const transformers = await this.parts.transformers();
    this.embedder = await Embedder.open(transformers, this.parts.folderAt(address), parseOnnxName(name).graph);
  }
}
