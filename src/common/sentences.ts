/** @file Sentences of codes: one function for each code of a union, which makes the sentence from the code's numbers. */

/** The members of a union of reasons that may have this code. */
type WithCode<Reason, Code> = Reason extends { code: infer Codes } ? (Code extends Codes ? Reason : never) : never;

/** Complete by its type: a code without a sentence is an error of the compiler. */
export type Sentences<Reason extends { readonly code: string }> = {
  readonly [Code in Reason['code']]: (reason: WithCode<Reason, Code>) => string;
};

/** The sentence of one of these reasons. */
export function sentenceOf<Reason extends { code: string }>(sentences: Sentences<Reason>, reason: Reason): string {
  const sentence = sentences[reason.code as Reason['code']] as (reason: Reason) => string;
  return sentence(reason);
}

/** The sentence of any reason; its code where a log holds one that this program does not know. */
export const reasonSentences =
  <Known extends { code: string }>(sentences: Sentences<Known>) =>
  <Reason extends { code: string }>(reason: Reason): string =>
    Object.hasOwn(sentences, reason.code) ? sentenceOf(sentences, reason as unknown as Known) : reason.code;

/** A text in quotation marks, without the mark that ends it. */
export const quoted = (text: string): string => `“${text.replace(/[.?!;]+$/, '')}”`;
