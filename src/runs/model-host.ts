/** @file Declares where runs' models come from, and what runs them: worker threads in the page, Dawn in Node. */
import { CodedError } from '../common/coded-error.ts';
import type { AnswerPair, AnswerSimilarity } from '../genenv/stages/score-rollouts.ts';
import type { ModelFiles } from '../lm/files/model-files.ts';
import type { PlannedAdapter } from '../policy/memory-plan.ts';
import type { Player, Sampler } from '../policy/policy.ts';
import type { PlayerChoice } from './model-choices.ts';

/** Adapter and machine whose memory a run must fit into. */
export interface PlannedMachine extends PlannedAdapter {
  /** All devices together may take this many bytes; null if unknown. */
  memory: number | null;
  /** True if all policies share one device (headless). On a page only policies of one place do. */
  oneDevice: boolean;
}

export interface ModelHost {
  folder(model: string): ModelFiles;
  open(choice: PlayerChoice): Promise<Player>;
  /** @param model a folder with weights for our engine; or one with an ONNX graph, or the path of one of its graphs */
  openTeacher(model: string): Promise<Sampler>;
  /** @param model a folder with an ONNX graph that makes embeddings, or the path of the graph */
  openEmbedder(model: string): Promise<TextEmbedder>;
  /** Returns the machine that runs are to fit; null or absent if it is not known, or there is no adapter. */
  machine?(): Promise<PlannedMachine | null>;
}

/** Makes embeddings in this thread (onnx/embedder.ts) or in another (workers/player/onnx-host.ts). */
export interface TextEmbedder {
  /** Returns a vector of length 1 for each text. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
  dispose(): Promise<void>;
}

/** Compares two answers by the cosine of their embeddings, 0 if it is negative. */
export class EmbeddingSimilarity implements AnswerSimilarity {
  constructor(private readonly embedder: TextEmbedder) {}

  async of(pairs: readonly AnswerPair[]): Promise<number[]> {
    // The rollouts of a task share its reference, and often their answers.
    const texts = [...new Set(pairs.flatMap(({ answer, reference }) => [answer, reference]))];
    const vectors = await this.embedder.embed(texts);
    if (vectors.length !== texts.length) throw new CodedError('embeddings-missing');
    const vectorOf = new Map(texts.map((text, i) => [text, vectors[i]]));
    return pairs.map(({ answer, reference }) => {
      // Equal texts are alike exactly, whatever rounding makes of a vector's length.
      if (answer === reference) return 1;
      const [one, other] = [vectorOf.get(answer)!, vectorOf.get(reference)!];
      const cosine = one.reduce((sum, value, i) => sum + value * other[i], 0);
      return Math.fround(Math.min(1, Math.max(0, cosine)));
    });
  }

  dispose(): Promise<void> {
    return this.embedder.dispose();
  }
}
