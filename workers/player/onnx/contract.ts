/** @file The contract with the thread of ONNX Runtime, which holds one language model and one of embeddings. */
import type { PickedFile } from '../../../src/common/byte-source.ts';
import type { PolicyDescription, Sampler } from '../../../src/policy/policy.ts';
import type { TextEmbedder } from '../../../src/runs/embedding-similarity.ts';

/**
 * A folder with an ONNX graph: behind an address (rpc/model-url.ts), or its picked files. `name` is what the settings
 * call it; it may end with the path of one graph, `…/onnx/model_q4.onnx`.
 */
export type OnnxSource = { name: string } & ({ address: string } | { files: readonly PickedFile[] });

export interface OnnxWorker {
  /** Loads ONNX Runtime at the first call; opens a language model in the place of the one before. */
  open(model: OnnxSource): Promise<PolicyDescription>;
  /** The language model that is open. */
  readonly model: Sampler;
  /** The same for a model of embeddings. */
  openEmbedder(model: OnnxSource): Promise<void>;
  readonly embedder: TextEmbedder;
}
