/** @file Declares the format of a world, which comes from a form or a JSON file. world-family.ts interprets worlds. */
import { textHash } from '../text.ts';

/** Action on a thing. If the action has `arguments`, each goal names one argument after the thing. */
interface Action {
  readonly name: string;
  readonly arguments?: readonly string[];
}

/**
 * Rule that gives the place of all goals with this action, thing and argument. A missing field fits any word. If
 * several rules fit a goal, the first decides. The prompt states a rule with `told` if the rule decides a goal of the
 * task. The agent has to discover all other rules.
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
   * Number of hops (lookups) of a goal; default: 1. Each later hop acts on the place that the previous hop found. Such
   * a place must also be a thing.
   */
  readonly hops?: number;
}

export interface World {
  /** Version of the format. */
  readonly world: 1;
  /** Title that the user sees. Task texts do not contain the title. */
  readonly name: string;
  readonly things: readonly string[];
  readonly actions: readonly Action[];
  readonly where: readonly Rule[];
  /** Further places, which make guessing harder. */
  readonly otherPlaces?: readonly string[];
  /** Level 1 comes first. No number of a level is smaller than in the level before, and at least one is larger. */
  readonly levels: readonly WorldLevel[];
}

/** Words of the task language, which a world must not use as names. */
export const NO_GOAL = ';';
export const TOLD = ':';

/** Lists all places: first the places in the rules, then the other places. */
export const placesOf = ({ where, otherPlaces = [] }: World): string[] => [
  ...new Set([...where.map(({ place }) => place), ...otherPlaces]),
];

/** Returns the family's name, which contains a hash of the world so that each world has its own name. */
export const worldName = (world: World): string =>
  `world-${textHash(JSON.stringify(world)).toString(16).padStart(8, '0')}`;
