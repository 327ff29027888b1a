/** @file Declares a world as data, from a form or a JSON file. One family interprets it (world-family.ts). */
import { textHash } from '../text.ts';

/**
 * This is why a text is not a task of a world, or why an answer has its score. The parameters are named as in logs of
 * the household family: verb (action), object (thing), station (place).
 */
export type BareReason =
  | { code: 'empty-text' }
  /** A part between two `&` is not an action, a thing and the argument of an action that takes one; goals count from 1. */
  | { code: 'malformed-goal'; goal: number }
  | { code: 'unknown-verb'; word: string }
  | { code: 'unknown-object'; word: string }
  | { code: 'unknown-argument'; word: string; verb: string }
  | { code: 'two-goals'; object: string }
  | { code: 'too-many-goals'; goals: number; most: number }
  /** The words after `;` are not different things without a goal. */
  | { code: 'malformed-distractors' }
  | { code: 'too-many-distractors'; distractors: number; most: number }
  /** No rule says where the goal is done. */
  | { code: 'no-place'; goal: number; verb: string; object: string }
  | { code: 'malformed-answer' }
  | { code: 'solved' }
  /** `goal` is the first goal with a wrong place. */
  | { code: 'wrong-station'; goal: number; station: string; verb: string; object: string };

/** @typeParam Prefix codes begin with it: `world`, or the name of a shipped family that is a world */
export type WorldReason<Prefix extends string = 'world'> = {
  [Code in BareReason['code']]: Omit<Extract<BareReason, { code: Code }>, 'code'> & { code: `${Prefix}/${Code}` };
}[BareReason['code']];

/** An action is done on a thing. If it has `arguments`, each goal names one of them after the thing. */
interface Action {
  readonly name: string;
  readonly arguments?: readonly string[];
}

/**
 * Says where goals are done: all goals that have what the rule names. If several rules fit a goal, the first decides.
 * This table is hidden: the agent discovers it, except for rules that are `told`, which the agent reads with a task
 * they decide.
 */
export interface Rule {
  readonly action?: string;
  readonly thing?: string;
  readonly argument?: string;
  readonly place: string;
  readonly told?: true;
}

/** `steps` is the number of goals. `distractors` is the number of further things that have no goal. */
export interface WorldLevel {
  readonly steps: number;
  readonly distractors?: number;
  /**
   * A goal has this many hops; default: 1. Each later hop acts on the place that the hop before found, so
   * that place is a thing too.
   */
  readonly hops?: number;
}

export interface World {
  /** States the version of the format. */
  readonly world: 1;
  /** The title is only for the user; no task contains it. */
  readonly name: string;
  readonly things: readonly string[];
  readonly actions: readonly Action[];
  readonly where: readonly Rule[];
  /** No rule uses these places. They make guessing harder, as further wrong answers. */
  readonly otherPlaces?: readonly string[];
  /** Level 1 comes first. A level asks for at least as much as the level before in each number, and for more in one. */
  readonly levels: readonly WorldLevel[];
}

/** The task language itself has these words. A world must not use them as names. */
export const NO_GOAL = ';';
export const TOLD = ':';

/** Lists all places, in the order in which rules first name them. */
export const placesOf = ({ where, otherPlaces = [] }: World): string[] => [
  ...new Set([...where.map(({ place }) => place), ...otherPlaces]),
];

/** Returns the family's name: the hash of the world, so that one name never means two worlds. */
export const worldName = (world: World): string =>
  `world-${textHash(JSON.stringify(world)).toString(16).padStart(8, '0')}`;
