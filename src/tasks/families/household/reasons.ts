/** @file Why a text is not a household task, and why an answer has its score. */
export type HouseholdReason =
  | { code: 'household/empty-text' }
  /** A part between two `&` is not one verb and one object; goals count from 1. */
  | { code: 'household/malformed-goal'; goal: number }
  | { code: 'household/unknown-verb'; word: string }
  | { code: 'household/unknown-object'; word: string }
  | { code: 'household/two-goals'; object: string }
  | { code: 'household/too-many-goals'; goals: number; most: number }
  | { code: 'household/malformed-answer' }
  | { code: 'household/solved' }
  /** The first goal whose station is not the station of its verb. */
  | { code: 'household/wrong-station'; goal: number; station: string; verb: string; object: string };
