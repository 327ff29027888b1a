/**
 * @file The reasons why a prediction of a benchmark is right or wrong: codes that stay when their sentences
 * (`src/text`) are reworded, with the names of the rules that they refer to.
 */
import type { CodedProblem } from '../common/error-parameters.ts';
import type { CheckReason } from '../tasks/calls/call.ts';

export type AlfworldReason =
  | { code: 'won' | 'goal-not-reached'; commands: number }
  /** A game allows `limit` commands. */
  | { code: 'limit-used'; limit: number };

/** Why the official check of two results would end in an exception. */
export type CheckFailure = {
  code: 'input-lacks-field' | 'field-is-not-text' | 'field-is-empty';
  field: string;
};

/** The official evaluator, which executes the call, gives these reasons. */
export type CallReason =
  | { code: 'expected-result'; api: string }
  | { code: 'no-api-call' }
  | { code: 'other-api'; called: string; expected: string }
  | { code: 'unknown-api'; api: string }
  | { code: 'unknown-parameter'; api: string; parameter: string }
  | { code: 'parameter-is-not-a-whole-number'; parameter: string }
  | { code: 'argument-missing'; parameter: string }
  /** The official API says `exception`. */
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

export type BamboogleReason =
  | { code: 'answer-matches'; expected: readonly string[] }
  | { code: 'answer-contains-expected' | 'answer-differs'; answer: string; expected: readonly string[] };

/** Why an output holds no call. */
export type NoCall = { code: 'no-call' } | { code: 'not-decodable'; problem: CodedProblem };

/** The official decoder would compute the output; we do not. `problem` has the code `not-evaluated`. */
type NotEvaluated = { code: 'not-evaluated'; problem: CodedProblem };

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

export const COMMONSENSE_NAMES = [
  'reasonable_route',
  'diverse_restaurants',
  'diverse_attractions',
  'minimum_nights',
  'non_conflicting_transport',
  'within_current_city',
  'within_sandbox',
  'complete',
] as const;
export type CommonsenseName = (typeof COMMONSENSE_NAMES)[number];

export const HARD_NAMES = ['cuisine', 'room_rule', 'transport', 'room_type', 'budget'] as const;
export type HardName = (typeof HARD_NAMES)[number];

export const MEALS = ['breakfast', 'lunch', 'dinner'] as const;
export const DAY_FIELDS = ['current_city', 'transportation', 'attraction', 'accommodation', ...MEALS] as const;
export type DayField = (typeof DAY_FIELDS)[number];

/** The plan's form is such that the official evaluator stops with an exception. */
export type UnreadableReason =
  | { code: 'day-lacks-field' | 'day-lacks-entry' | 'entry-is-not-text'; day: number; field: DayField }
  | {
      code: 'day-travels-nowhere' | 'day-names-no-city' | 'flight-without-number' | 'flight-names-no-cities';
      day: number;
    };

export type ConstraintReason =
  | UnreadableReason
  | { code: 'leaves-from-elsewhere'; city: string }
  | { code: 'does-not-return' | 'cities-not-in-sequence' }
  | { code: 'unknown-city'; city: string }
  | { code: 'city-outside-destination'; city: string; destination: string }
  | { code: 'visited-twice'; place: string }
  | { code: 'no-transportation-on-first-day' | 'self-driving-mixed' }
  | { code: 'transportation-names-other-cities'; day: number }
  | { code: 'place-in-other-city'; day: number; field: DayField }
  | { code: 'unknown-flight'; number: string | null; from: string; to: string }
  | { code: 'no-road'; mode: string; from: string; to: string }
  | { code: 'unknown-place'; kind: 'restaurant' | 'attraction' | 'accommodation'; place: string }
  | { code: 'stay-too-short'; place: string; nights: number }
  | { code: 'days-not-planned'; planned: number; days: number }
  | { code: 'cities-not-visited'; cities: number; from: string }
  | { code: 'day-travels-without-transportation' | 'day-lacks-a-meal'; day: number }
  | { code: 'half-empty' }
  | { code: 'over-budget'; cost: number; budget: number }
  | { code: 'house-rule-forbids'; place: string; rule: string }
  | { code: 'other-room-type'; place: string; type: string; asked: string }
  | { code: 'cuisine-missing'; cuisine: string }
  | { code: 'transport-not-wanted'; used: string; asked: string };

export type TravelReason =
  | { code: 'every-constraint-holds' }
  | { code: 'constraint-fails'; constraint: CommonsenseName | HardName; because: ConstraintReason }
  | { code: 'plan-not-delivered'; problem: CodedProblem };

/** Why a benchmark's rule decides as it does. */
export type BenchmarkReason = BfclReason | CallReason | ExactReason | AlfworldReason | BamboogleReason | TravelReason;

/** Why a prediction cannot be scored; `place` is its file with a line from 1, or with an element from 0. */
export type RejectionReason =
  | { code: 'prediction-not-readable'; place: string; problem: CodedProblem }
  | { code: 'unknown-id'; place: string; benchmark: string };
