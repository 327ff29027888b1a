/** @file Compares an answer with its reference by meaning: sim(a′, a) of R_agent (GenEnv, §3), by embeddings. */
export interface AnswerPair {
  answer: string;
  reference: string;
}

export interface AnswerSimilarity {
  /** In [0, 1], in the order of the pairs; the same pair always has the same value. */
  of(pairs: readonly AnswerPair[]): Promise<number[]>;
}
