/** @file Why an output is right or wrong by BFCL's rule, as codes. Values are texts as Python's `repr` writes them. */
import type { CodedProblem } from '../../common/error-parameters.ts';

/** Why an output holds no call. */
export type NoCall = { code: 'no-call' } | { code: 'not-decodable'; problem: CodedProblem };

/** The official decoder would compute the output; we do not. `problem` has the code `not-evaluated`. */
export type NotEvaluated = { code: 'not-evaluated'; problem: CodedProblem };

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

export type BfclReason =
  | CheckReason
  | NoCall
  | NotEvaluated
  /** The right answer is not to call any function, and none is called. */
  | { code: 'rightly-no-call'; because: NoCall }
  /** The right answer is not to call any function, but one is called. */
  | { code: 'call-not-wanted' }
  /** The right answer is to call some function, and one is called. */
  | { code: 'rightly-a-call' };
