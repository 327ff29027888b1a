/**
 * @file A rollout as another trainer logged it: the one record that every form of log is read into, and from which the events
 * are made (import-rollouts.ts). What a log does not say is null or empty here; nothing is filled in.
 */
import type { z } from 'zod';

/** The forms of rollout logs that are read, each in a file of its own (forms/). */
export const ROLLOUT_FORMS = ['trl', 'verl', 'json-lines'] as const;
export type RolloutForm = (typeof ROLLOUT_FORMS)[number];

/** One answer of the trained model. */
export interface LoggedRollout {
  /** Rollouts of a step with the same name are one group: those of one prompt. */
  group: string;
  /** The text that the model read; empty where the log has none. */
  prompt: string;
  /** The kind of task, if the log names one. */
  family: string | null;
  /** Difficulty, 1…; 0 where the log says none. */
  level: number;
  /** The model's turns, and what its environment answered between them. */
  turns: string[];
  observations: string[];
  /** The number of tokens that the model wrote, if the log says it. */
  length: number | null;
  reward: number;
  /** What each reward function gave, where a log has them apart; empty where it has their sum alone. */
  rewards: Record<string, number>;
  advantage: number | null;
}

const NO_TEXTS: string[] = [];
const NO_REWARDS: Record<string, number> = {};

/** A rollout of which a log has only texts and a reward. The literal names each field: a spread would take longer than JSON.parse. */
export const loggedRollout = (prompt: string, turns: string[], reward: number): LoggedRollout => ({
  group: prompt,
  prompt,
  family: null,
  level: 0,
  turns,
  observations: NO_TEXTS,
  length: null,
  reward,
  rewards: NO_REWARDS,
  advantage: null,
});

/** What a row of a log says: rollouts, or the result of an evaluation. */
export interface LoggedRow {
  step: number;
  /** Success of an evaluation after this step, as a number. */
  heldOut?: number;
  rollouts: LoggedRollout[];
}

export type Row = Readonly<Record<string, unknown>>;

export interface RowReader {
  /** True for a row of this form: rows are told apart by their fields, never by the name of their file. */
  recognise: (row: Row) => boolean;
  /** True for a usual row, which needs no schema. */
  fits: (row: Row) => boolean;
  schema: z.ZodType;
  /** @throws CodedError that says why the row cannot be used */
  read: (row: Row) => LoggedRow;
}
