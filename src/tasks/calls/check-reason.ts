/** @file Declares why calls do or do not match the expected calls under BFCL's rule. Values are written as by Python's `repr`. */

/** The official checker would raise: the schema or the gold answer does not have the form its code expects. */
type Unscorable =
  | { code: 'item-without-function' }
  | { code: 'gold-function-not-listed'; function: string }
  | { code: 'unknown-schema-type'; parameter: string; of: 'value' | 'elements'; type: string | null }
  | { code: 'gold-is-not-a-list'; value: string }
  | { code: 'gold-is-not-a-dictionary'; parameter: string; value: string }
  | { code: 'element-is-not-a-dictionary'; parameter: string; index: number };

type WrongArgument =
  | { code: 'wrong-type'; parameter: string; expected: string; actual: string; value: string }
  | { code: 'wrong-element-type'; parameter: string; expected: string; value: string }
  | { code: 'value-not-allowed'; parameter: string; value: string; allowed: string }
  | { code: 'no-dictionary-allowed'; parameter: string }
  | { code: 'key-missing' | 'key-not-expected'; parameter: string; key: string }
  | { code: 'value-of-key-not-allowed'; parameter: string; key: string; value: string; allowed: string }
  | { code: 'no-list-of-dictionaries-allowed'; parameter: string }
  | { code: 'wrong-dictionary-count'; parameter: string; count: number; expected: number };

export type OneCallReason =
  | { code: 'calls-match' }
  | { code: 'wrong-function'; called: string; expected: string }
  | { code: 'required-parameter-missing' | 'parameter-not-expected' | 'parameter-not-optional'; parameter: string }
  | WrongArgument
  | Unscorable;

/** The checker's reason about all decoded calls. */
export type CheckReason =
  | OneCallReason
  | { code: 'wrong-call-count'; calls: number; expected: number }
  /** `last`: why the call that was compared last does not match. */
  | { code: 'no-call-matches'; function: string; last: OneCallReason };
