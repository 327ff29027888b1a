/** @file Why a text is no task, requests have no solution, an answer its score. `name` is a function's. */
export type FunctionCallingReason =
  | { code: 'function-calling/missing-function' }
  | { code: 'function-calling/unknown-function'; word: string }
  | { code: 'function-calling/repeated-function'; name: string }
  | { code: 'function-calling/parameter-count'; name: string }
  | { code: 'function-calling/unknown-parameter'; word: string }
  | { code: 'function-calling/repeated-parameter'; name: string }
  | { code: 'function-calling/unknown-value'; word: string }
  | { code: 'function-calling/value-count'; name: string; most: number }
  | { code: 'function-calling/no-request' }
  | { code: 'function-calling/too-many-requests'; most: number }
  | { code: 'function-calling/too-many-values'; values: number; most: number }
  | { code: 'function-calling/too-many-distractors'; most: number }
  /** The requested functions are left out of the list, and it holds no other function. */
  | { code: 'function-calling/empty-list' }
  /** A request names no value for a parameter that its function requires. */
  | { code: 'function-calling/missing-value'; name: string; parameter: string }
  | { code: 'function-calling/no-call-due' }
  | { code: 'function-calling/call-not-due' }
  | { code: 'function-calling/malformed-answer' }
  | { code: 'function-calling/solved' }
  /** A value given to a parameter that takes values of another kind. */
  | { code: 'function-calling/misfit'; name: string; value: string; parameter: string }
  | { code: 'function-calling/call-count'; calls: number; due: number }
  | { code: 'function-calling/missing-call'; name: string }
  /** A parameter that the call must give. */
  | { code: 'function-calling/missing-argument'; name: string; parameter: string }
  | { code: 'function-calling/unexpected-argument'; name: string; parameter: string }
  /** A value that fits its parameter, but that the request does not name. */
  | { code: 'function-calling/other-value'; name: string; value: string; parameter: string };
