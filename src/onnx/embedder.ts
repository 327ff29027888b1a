/**
 * @file Embeds texts with a frozen encoder on transformers.js (feature-extraction). A vector is the mean of a text's
 * last hidden states over tokens, scaled to length 1. So the dot product of two vectors is their cosine.
 *
 * Each text runs alone, because padding in a batch would change the last digits.
 */
import { CodedError } from '../common/coded-error.ts';
import type { ModelFiles } from '../lm/files/model-files.ts';
import { throwFailure, type Library, type Loaded, type Transformers } from './transformers.ts';

/** Names that encoders give to the output of last hidden states. */
const HIDDEN_STATES = ['last_hidden_state', 'token_embeddings'];

type Pipeline = Awaited<ReturnType<typeof openPipeline>>;

const openPipeline = (library: Library, id: string, options: object) =>
  library.pipeline('feature-extraction', id, options);

export class Embedder {
  private constructor(
    readonly name: string,
    private readonly loaded: Loaded<Pipeline>,
  ) {}

  /** Opens an encoder. @param graph file name inside `onnx/`; default: the most exact graph that can run here */
  static async open(transformers: Transformers, files: ModelFiles, graph?: string): Promise<Embedder> {
    const loaded = await transformers.load(files, openPipeline, graph);
    // The library would average any output, even the logits of a language model.
    if (HIDDEN_STATES.some((output) => loaded.graph.summary.outputs.includes(output)))
      return new Embedder(files.name, loaded);
    await loaded.model.dispose();
    throw new CodedError('no-embedding-model', { folder: files.name });
  }

  /** Returns a unit vector for each text. @throws CodedError `text-not-embedded` */
  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const text of texts) vectors.push(await this.embedOne(text));
    return vectors;
  }

  async dispose(): Promise<void> {
    await this.loaded.model.dispose();
  }

  private async embedOne(text: string): Promise<Float32Array> {
    const { model: pipeline } = this.loaded;
    let vector: Float32Array;
    try {
      const features = await pipeline(text, { pooling: 'mean', normalize: true });
      vector = features.to('float32').data as Float32Array;
    } catch (error) {
      throwFailure(pipeline.model);
      throw this.notEmbedded(text, (error as Error).message, error);
    }
    throwFailure(pipeline.model);
    if (!vector.every(Number.isFinite)) throw this.notEmbedded(text, 'its vector holds no finite numbers');
    return vector;
  }

  private notEmbedded(text: string, what: string, cause?: unknown): CodedError {
    return new CodedError('text-not-embedded', { model: this.name, text, what }, cause);
  }
}
