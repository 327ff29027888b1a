/** @file Why an answer to a Bamboogle question is right or wrong, as codes. All texts are normalised. */
export type BamboogleReason =
  | { code: 'answer-matches'; expected: readonly string[] }
  | { code: 'answer-contains-expected' | 'answer-differs'; answer: string; expected: readonly string[] };
