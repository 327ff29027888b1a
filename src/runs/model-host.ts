/** @file Declares where a run's models come from and what runs them: worker threads in the page, Dawn in Node. */
import { CodedError } from '../common/coded-error.ts';
import type { AnswerPair, AnswerSimilarity } from '../genenv/stages/score-rollouts.ts';
import type { ModelFiles } from '../lm/files/model-files.ts';
import type { PlannedAdapter } from '../policy/memory-plan.ts';
import type { Player, Sampler } from '../policy/policy.ts';
import type { PlayerChoice } from './model-choices.ts';

/** GPU adapter and machine whose memory a run must fit into. */
export interface PlannedMachine extends PlannedAdapter {
  /** Bytes that all devices together may take; null if unknown. */
  memory: number | null;
  /** True if all policies share one device (headless). On a page, only policies with the same `place` share one. */
  oneDevice: boolean;
}

export interface ModelHost {
  folder(model: string): ModelFiles;
  open(choice: PlayerChoice): Promise<Player>;
  /** Opens a teacher. @param model folder with weights for our engine or an ONNX graph, or path of an ONNX graph */
  openTeacher(model: string): Promise<Sampler>;
  /** Opens a model for embeddings. @param model folder with an ONNX graph, or path of the graph */
  openEmbedder(model: string): Promise<TextEmbedder>;
  /** Returns the machine that a run must fit into; null if there is no adapter. Default: unknown. */
  machine?(): Promise<PlannedMachine | null>;
}

/** Makes embeddings, in this thread (onnx/embedder.ts) or in another thread (workers/player/onnx-host.ts). */
export interface TextEmbedder {
  /** Returns a unit vector for each text. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
  dispose(): Promise<void>;
}

/** Compares answers by the cosine of their embeddings. A negative cosine counts as 0. */
export class EmbeddingSimilarity implements AnswerSimilarity {
  constructor(private readonly embedder: TextEmbedder) {}

  async of(pairs: readonly AnswerPair[]): Promise<number[]> {
    // Embed each text once, because rollouts of a task share a reference and often have equal answers.
    const texts = [...new Set(pairs.flatMap(({ answer, reference }) => [answer, reference]))];
    const vectors = await this.embedder.embed(texts);
    if (vectors.length !== texts.length) throw new CodedError('embeddings-missing');
    const vectorOf = new Map(texts.map((text, i) => [text, vectors[i]]));
    return pairs.map(({ answer, reference }) => {
      // Rounding could give equal texts a cosine other than 1.
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
