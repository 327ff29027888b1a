/** @file Why an output is right or wrong by BFCL's rule, as codes. Values are texts as Python's `repr` writes them. */
import type { CodedProblem } from '../../common/error-parameters.ts';
import type { CheckReason } from '../../tasks/calls/checker.ts';

/** Why an output holds no call. */
export type NoCall = { code: 'no-call' } | { code: 'not-decodable'; problem: CodedProblem };

/** The official decoder would compute the output; we do not. `problem` has the code `not-evaluated`. */
export type NotEvaluated = { code: 'not-evaluated'; problem: CodedProblem };

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
