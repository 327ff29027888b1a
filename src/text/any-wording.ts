/** @file The type that the texts of every language share, made from the English ones. */

/**
 * The same texts in any wording: a string for a string, and a function of the same parameters for a function. What is
 * not wording (a number, for example) stays as it is.
 */
export type AnyWording<English> = English extends string
  ? string
  : English extends (...parameters: infer Parameters) => infer Result
    ? (...parameters: Parameters) => AnyWording<Result>
    : { readonly [Name in keyof English]: AnyWording<English[Name]> };
