/**
 * @file How alike an answer and its reference are in meaning: sim(a′, a) ∈ [0, 1] of R_agent (GenEnv, §3), where a model
 * of embeddings says it and not the words that both share (token F1).
 */
export interface AnswerPair {
  answer: string;
  reference: string;
}

export interface AnswerSimilarity {
  /** In [0, 1], in the order of the pairs; the same pair always has the same value. */
  of(pairs: readonly AnswerPair[]): Promise<number[]>;
}
