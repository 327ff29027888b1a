/** @file Why a text is not a trip by house rules, and why a plan has its score. */
export type TravelRulesReason =
  | { code: 'travel-rules/no-budget' }
  /** A part between two `&` is not one city and one need; nights count from 1. */
  | { code: 'travel-rules/malformed-night'; night: number }
  | { code: 'travel-rules/unknown-city'; word: string }
  | { code: 'travel-rules/unknown-need'; word: string }
  | { code: 'travel-rules/repeated-city'; city: string }
  | { code: 'travel-rules/too-many-nights'; nights: number; most: number }
  | { code: 'travel-rules/not-a-limit'; most: number }
  | { code: 'travel-rules/malformed-plan' }
  /** The first night in a kind of place whose house rules do not allow what is needed. */
  | { code: 'travel-rules/broken-rule'; city: string; kind: string; need: string }
  | { code: 'travel-rules/over-budget'; cost: number; budget: number }
  | { code: 'travel-rules/solved'; cost: number; budget: number };
