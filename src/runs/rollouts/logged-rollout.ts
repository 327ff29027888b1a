/**
 * @file A rollout as another trainer logged it: the one record that every form of log is read into, and from which the events
 * are made (import-rollouts.ts). What a log does not say is null or empty here; nothing is filled in.
 */
/** The forms of rollout logs that are read, each in a file of its own (forms/). */
export const ROLLOUT_FORMS = ['trl', 'verl', 'prime-rl', 'verifiers', 'tinker', 'json-lines'] as const;
export type RolloutForm = (typeof ROLLOUT_FORMS)[number];

/** The tokens of a rollout after its prompt; all lists are as long as `ids`. */
export interface LoggedTokens {
  ids: number[];
  /** 1 where the model wrote the token, 0 where its environment or the chat template did. */
  mask: (0 | 1)[];
  /** Natural logarithm of the probability with which the token was sampled; null where a log has none. */
  sampled: number[] | null;
  /** The same under the weights that were trained, before the step. */
  trained: number[] | null;
  /** Where the log has one for each token. */
  advantages: number[] | null;
}

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
  tokens: LoggedTokens | null;
  /** Tokens that the model wrote, where the log says how many but not which. */
  length: number | null;
  reward: number | null;
  /** What each reward function gave, where a log has them apart; empty where it has their sum alone. */
  rewards: Record<string, number>;
  advantage: number | null;
}

/** A rollout of which a log says nothing yet. */
export const UNLOGGED: Omit<LoggedRollout, 'group'> = {
  prompt: '',
  family: null,
  level: 0,
  turns: [],
  observations: [],
  tokens: null,
  length: null,
  reward: null,
  rewards: {},
  advantage: null,
};

/** What a row of a log says: rollouts, or the result of an evaluation. */
export interface LoggedRow {
  /** Null where this form has no steps: all its rollouts are of one. */
  step: number | null;
  /** A row with the same name as one before it says the same again. */
  id?: string;
  /** True for rollouts of an evaluation during training. */
  evaluation: boolean;
  /** Success of an evaluation after this step, as a number. */
  heldOut?: number;
  rollouts: LoggedRollout[];
}

export type Row = Readonly<Record<string, unknown>>;

export interface RowReader {
  /** True for a row of this form: rows are told apart by their fields, never by the name of their file. */
  recognise: (row: Row) => boolean;
  /** @throws CodedError that says why the row cannot be used */
  read: (row: Row) => LoggedRow;
}
