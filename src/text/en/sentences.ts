/** @file Sentences of codes: one function for each code of a union, which makes the sentence from the code's numbers. */

/** Complete by its type: a code without a sentence is an error of the compiler. */
export type Sentences<Reason extends { readonly code: string }> = {
  readonly [Code in Reason['code']]: (reason: Extract<Reason, { code: Code }>) => string;
};
