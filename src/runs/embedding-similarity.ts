/** @file The similarity of answers: the cosine of their embeddings, 0 where it is negative. */
import { CodedError } from '../common/coded-error.ts';
import type { AnswerPair, AnswerSimilarity } from '../genenv/stages/agent-reward.ts';

/** A model of embeddings, in this thread (onnx/embedder.ts) or in another (workers/player/onnx-host.ts). */
export interface TextEmbedder {
  /** A vector of length 1 for each text. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
  dispose(): Promise<void>;
}

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
