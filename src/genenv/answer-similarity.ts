/**
 * @file Compares an answer with its reference by meaning: sim(a′, a) ∈ [0, 1] of R_agent (GenEnv, §3), by a model
 * of embeddings instead of the words that both share (token F1).
 */
export interface AnswerPair {
  answer: string;
  reference: string;
}

export interface AnswerSimilarity {
  /** In [0, 1], in the order of the pairs; the same pair always has the same value. */
  of(pairs: readonly AnswerPair[]): Promise<number[]>;
}
