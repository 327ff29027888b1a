/** @file Why a text is not a task of stateful calls, and why turns have their score. Calls count from 1. */
export type StatefulCallsReason =
  | { code: 'stateful-calls/no-person' }
  | { code: 'stateful-calls/nothing-asked'; person: string }
  | { code: 'stateful-calls/chain-too-long'; calls: number; most: number }
  | { code: 'stateful-calls/not-callable'; word: string }
  /** A word takes another kind of value than the call before it gives. */
  | { code: 'stateful-calls/wrong-kind'; word: string; takes: string }
  | { code: 'stateful-calls/too-many-requests'; requests: number; most: number }
  | { code: 'stateful-calls/too-many-calls'; calls: number; most: number }
  | { code: 'stateful-calls/no-description' }
  | { code: 'stateful-calls/unpaired-description' }
  | { code: 'stateful-calls/not-a-tool'; word: string }
  | { code: 'stateful-calls/not-a-service'; word: string }
  | { code: 'stateful-calls/repeated-description'; tool: string }
  | { code: 'stateful-calls/solved' }
  | { code: 'stateful-calls/wrong-call'; call: number; made: string; due: string }
  | { code: 'stateful-calls/missing-call'; call: number; due: string };
