/** @file Why a text is not an addition, and why an answer has its score. */
export type AdditionsReason =
  /** A part between two `+` is not one of the digits 1 to 9; or there is no `+`. */
  | { code: 'additions/not-an-addition' }
  | { code: 'additions/too-many-terms'; terms: number; most: number }
  | { code: 'additions/not-a-tape' }
  /** The first sum so far that is wrong. */
  | { code: 'additions/other-sum'; answer: number; sum: number }
  | { code: 'additions/solved'; sum: number };
