/** @file Why a travel plan holds or breaks TravelPlanner's constraints, as codes. Days count from 1. */
import type { CodedProblem } from '../../common/error-parameters.ts';
import type { CommonsenseName, HardName } from './constraint-names.ts';
import type { DayField } from './day-fields.ts';

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
