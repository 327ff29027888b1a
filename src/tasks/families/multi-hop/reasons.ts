/** @file Why a text is not a multi-hop question, why it has no answer, and why turns have their score. */
export type MultiHopReason =
  | { code: 'multi-hop/no-person' }
  | { code: 'multi-hop/no-question' }
  | { code: 'multi-hop/not-a-wording'; word: string }
  /** The hops before a wording do not lead to a person whom facts could be about. */
  | { code: 'multi-hop/leads-nowhere'; question: string }
  | { code: 'multi-hop/not-a-relation'; word: string }
  | { code: 'multi-hop/no-object'; relation: string }
  | { code: 'multi-hop/no-fact'; question: string }
  | { code: 'multi-hop/too-many-facts'; question: string; most: number }
  | { code: 'multi-hop/too-many-hops'; hops: number; most: number }
  /** The facts do not answer a hop of the question. */
  | { code: 'multi-hop/unanswered'; question: string; subject: string }
  | { code: 'multi-hop/no-answer' }
  | { code: 'multi-hop/solved'; answer: string }
  /** `given` is empty where the last turn names nothing. */
  | { code: 'multi-hop/wrong-answer'; answer: string; given: string };
