/** @file Why an output is right or wrong by API-Bank's two rules, as codes. */

/** Why the official check of two results would end in an exception. */
export type CheckFailure = {
  code: 'input-lacks-field' | 'field-is-not-text' | 'field-is-empty';
  field: string;
};

/** By the official evaluator, which executes the call. */
export type CallReason =
  | { code: 'expected-result'; api: string }
  | { code: 'no-api-call' }
  | { code: 'other-api'; called: string; expected: string }
  | { code: 'unknown-api'; api: string }
  | { code: 'unknown-parameter'; api: string; parameter: string }
  | { code: 'parameter-is-not-a-whole-number'; parameter: string }
  | { code: 'argument-missing'; parameter: string }
  /** `exception`: what the official API says. */
  | { code: 'call-fails'; exception: string }
  | { code: 'other-output' | 'other-input' }
  | { code: 'results-not-comparable'; because: CheckFailure }
  | { code: 'not-recorded'; api: string };

/** By the exact-dictionary rule; `expected` is the gold parameters as JSON. */
export type ExactReason =
  | { code: 'exact-parameters'; function: string }
  | { code: 'other-parameters'; function: string; expected: string }
  | { code: 'function-not-called'; function: string }
  | { code: 'no-tool-call' };
