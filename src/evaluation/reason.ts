/** @file Why an evaluated attempt is right, wrong or not made, as codes. */
import type { ErrorData } from '../common/error-parameters.ts';
import type { BenchmarkReason } from '../benchmarks/reason.ts';
import type { RolloutReason } from '../genenv/log/reasons.ts';

/** Why a model cannot read its prompt. */
export type Obstacle =
  /** `room`: tokens that the context holds beside the answer. */
  | { code: 'prompt-too-long'; tokens: number; room: number }
  /** `problem`: of the tokenizer or the chat template. */
  | { code: 'prompt-not-readable'; problem: ErrorData };

export type EvaluationReason =
  | BenchmarkReason
  | { code: 'not-run'; because: Obstacle }
  /** An episode that ended because its conversation could no longer be read. */
  | { code: 'ended-early'; verdict: BenchmarkReason; because: Obstacle }
  | { code: 'family-verdict'; family: string; verdict: RolloutReason | null };
