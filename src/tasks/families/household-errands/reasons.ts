/** @file Why a text is not a task of household errands, and why turns have their score. */
export type HouseholdErrandsReason =
  | { code: 'household-errands/no-errand' }
  | { code: 'household-errands/unknown-errand'; word: string }
  /** `errand` in the words of the text: `heat apple shelf`. */
  | { code: 'household-errands/incomplete-errand'; errand: string }
  | { code: 'household-errands/unknown-object'; word: string }
  | { code: 'household-errands/unknown-place'; word: string }
  | { code: 'household-errands/treatment-impossible'; treatment: string; object: string }
  | { code: 'household-errands/same-place'; place: string }
  | { code: 'household-errands/repeated-object'; object: string }
  | { code: 'household-errands/too-many-errands'; errands: number; most: number }
  | { code: 'household-errands/solved'; commands: number; most: number }
  /** `errand` is the first that is not done. */
  | { code: 'household-errands/errand-not-done'; errand: string; commands: number };
