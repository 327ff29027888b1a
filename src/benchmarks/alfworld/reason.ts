/** @file Why a game of ALFWorld is won or not, as codes. */
export type AlfworldReason =
  | { code: 'won' | 'goal-not-reached'; commands: number }
  /** `limit`: how many commands a game allows. */
  | { code: 'limit-used'; limit: number };
