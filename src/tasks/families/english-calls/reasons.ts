/** @file Why a text is no task, a request has no solution, an answer its score. `name` is a function's. */
export type EnglishCallsReason =
  /** Not JSON, even after the repairs of tasks/lenient-json.ts. */
  | { code: 'english-calls/not-json' }
  | { code: 'english-calls/no-request' }
  | { code: 'english-calls/no-tools' }
  | { code: 'english-calls/unknown-tool'; name: string }
  | { code: 'english-calls/too-many-tools'; most: number }
  | { code: 'english-calls/too-many-sentences'; sentences: number; most: number }
  | { code: 'english-calls/sentence-too-long'; words: number; most: number }
  /** A sentence that asks for no function that there is. */
  | { code: 'english-calls/unclear-sentence'; sentence: string }
  /** A sentence that asks for two functions at once. */
  | { code: 'english-calls/two-requests'; sentence: string; name: string; other: string }
  /** Some of the requested functions are listed, others are not. */
  | { code: 'english-calls/partly-served'; name: string }
  /** A sentence names no value for the parameter that its function requires. */
  | { code: 'english-calls/missing-value'; name: string; parameter: string }
  | { code: 'english-calls/no-call-due' }
  | { code: 'english-calls/call-not-due' }
  | { code: 'english-calls/malformed-answer' }
  | { code: 'english-calls/unlisted-function'; name: string }
  | { code: 'english-calls/solved' }
  | { code: 'english-calls/call-count'; calls: number; due: number }
  | { code: 'english-calls/missing-call'; name: string }
  | { code: 'english-calls/missing-argument'; name: string; parameter: string }
  | { code: 'english-calls/unexpected-argument'; name: string; parameter: string }
  | { code: 'english-calls/other-value'; name: string; parameter: string }
  /** Each call by itself is one that some sentence asks for, but not all can be paired. */
  | { code: 'english-calls/no-pairing' };
