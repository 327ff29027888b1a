/** @file Why a prediction is right or wrong: a code that stays when its sentence (`src/text`) is reworded. */
import type { AlfworldReason } from './alfworld/reason.ts';
import type { CallReason, ExactReason } from './apibank/reason.ts';
import type { BamboogleReason } from './bamboogle/reason.ts';
import type { BfclReason } from './bfcl/reason.ts';
import type { CodedProblem } from '../common/error-parameters.ts';
import type { TravelReason } from './travelplanner/reason.ts';

/** Why a benchmark's rule decides as it does. */
export type BenchmarkReason = BfclReason | CallReason | ExactReason | AlfworldReason | BamboogleReason | TravelReason;

/** Why a line of a predictions file cannot be scored; `line` counts from 1. */
export type RejectionReason =
  | { code: 'line-not-readable'; file: string; line: number; problem: CodedProblem }
  | { code: 'unknown-id'; file: string; line: number; benchmark: string };
