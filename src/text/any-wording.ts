/** @file The type that the texts of every language share, made from the English ones. */

/** The same texts in any wording: a string for a string, a function of the same parameters for a function. */
export type AnyWording<English> = English extends string
  ? string
  : English extends (...parameters: infer Parameters) => string
    ? (...parameters: Parameters) => string
    : { readonly [Name in keyof English]: AnyWording<English[Name]> };
