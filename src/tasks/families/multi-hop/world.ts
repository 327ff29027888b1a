/** @file The relations between people, and the wordings of questions. Which asks for which is the skill to discover. */
import { COLOURS } from '../../common-words.ts';

/** Wording of a question → relation in the facts, where the answer is another person. */
export const PERSON_QUESTIONS: ReadonlyMap<string, string> = new Map([
  ['guide', 'mentor'],
  ['chief', 'boss'],
  ['mate', 'friend'],
  ['foe', 'rival'],
  ['kin', 'cousin'],
]);

/** The same, where the answer is a colour and a thing. */
export const THING_QUESTIONS: ReadonlyMap<string, string> = new Map([
  ['home', 'lives'],
  ['ride', 'drives'],
]);

export const RELATION_OF: ReadonlyMap<string, string> = new Map([...PERSON_QUESTIONS, ...THING_QUESTIONS]);
export const PERSON_RELATIONS: readonly string[] = [...PERSON_QUESTIONS.values()];

/** Relation → the things it can name, each after a colour. */
export const THINGS_OF: ReadonlyMap<string, readonly string[]> = new Map([
  ['lives', ['house', 'barn', 'loft', 'hut']],
  ['drives', ['car', 'bike', 'van', 'boat']],
]);

export const WORLD_WORDS: readonly string[] = [
  ...RELATION_OF.keys(),
  ...RELATION_OF.values(),
  ...COLOURS,
  ...[...THINGS_OF.values()].flat(),
];
