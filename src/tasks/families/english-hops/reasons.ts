/** @file Why a text is not an English multi-hop question, why it has no answer, and why an answer has its score. */
export type EnglishHopsReason =
  /** Not JSON, even after the repairs of tasks/lenient-json.ts. */
  | { code: 'english-hops/not-json' }
  | { code: 'english-hops/no-question' }
  | { code: 'english-hops/unclear-question'; question: string }
  | { code: 'english-hops/too-many-hops'; hops: number; most: number }
  | { code: 'english-hops/no-facts' }
  | { code: 'english-hops/unclear-fact'; fact: string }
  | { code: 'english-hops/repeated-fact'; fact: string }
  | { code: 'english-hops/too-many-facts'; facts: number; most: number }
  /** The facts do not answer a hop of the question. */
  | { code: 'english-hops/unanswered'; relation: string; subject: string }
  | { code: 'english-hops/no-answer' }
  | { code: 'english-hops/solved'; answer: string }
  | { code: 'english-hops/wrong-answer'; answer: string; given: string };
