/** @file Why a text is not a household game, why its goal cannot be reached, and why turns have their score. */
export type HouseholdGameReason =
  | { code: 'household-game/no-contents' }
  | { code: 'household-game/no-goal' }
  | { code: 'household-game/unknown-goal'; word: string }
  | { code: 'household-game/incomplete-goal'; goal: string }
  | { code: 'household-game/unknown-object'; word: string }
  | { code: 'household-game/unknown-receptacle'; word: string }
  | { code: 'household-game/repeated-receptacle'; receptacle: string }
  | { code: 'household-game/unknown-thing'; word: string }
  | { code: 'household-game/object-nowhere'; object: string }
  | { code: 'household-game/no-receptacle' }
  | { code: 'household-game/too-many-receptacles'; receptacles: number; most: number }
  | { code: 'household-game/full-receptacle'; receptacle: string; most: number }
  | { code: 'household-game/object-missing'; object: string }
  | { code: 'household-game/treatment-impossible'; treatment: string; object: string }
  /** `goal` in the words of the task: `heat apple desk`. */
  | { code: 'household-game/goal-impossible'; goal: string }
  | { code: 'household-game/solved'; commands: number; most: number }
  | { code: 'household-game/goal-not-reached'; commands: number };
