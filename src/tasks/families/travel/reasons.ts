/** @file Why a text is not a travel task, why no plan passes, and why a plan has its score. `day` is a word: `mon`. */
export type TravelReason =
  | { code: 'travel/no-budget' }
  | { code: 'travel/no-day' }
  | { code: 'travel/not-a-price'; word: string; most: number }
  | { code: 'travel/price-without-place'; price: string }
  /** Days come one after the other from `first` on. */
  | { code: 'travel/day-out-of-order'; place: string; first: string }
  | { code: 'travel/too-few-places'; day: string; fewest: number }
  | { code: 'travel/too-many-places'; day: string; most: number }
  | { code: 'travel/repeated-place'; day: string; place: string }
  | { code: 'travel/not-a-limit'; most: number }
  | { code: 'travel/malformed-rule' }
  /** The rule leaves no place of a day, so there is no plan. */
  | { code: 'travel/blocked-day'; day: string; flaw: string }
  | { code: 'travel/incomplete-plan' }
  | { code: 'travel/not-on-offer'; place: string; day: string }
  | { code: 'travel/broken-rule'; place: string; day: string; flaw: string }
  | { code: 'travel/over-budget'; cost: number; budget: number }
  | { code: 'travel/solved'; cost: number; budget: number };
