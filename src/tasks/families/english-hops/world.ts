/**
 * @file The people, relations and things of the English multi-hop questions. A question may name a relation in another
 * word than the facts do: that “chief” means the boss is part of the skill to discover.
 */
export const PERSONS: readonly string[] = [
  'Amy',
  'Bob',
  'Carl',
  'Dan',
  'Eve',
  'Finn',
  'Gus',
  'Hana',
  'Ian',
  'Jo',
  'Kim',
  'Lena',
  'Mia',
  'Ned',
  'Olga',
  'Pat',
  'Ray',
  'Sue',
];

export interface Relation {
  /** As facts name it. */
  name: string;
  /** As questions name it, too. */
  wordings: readonly string[];
  /** What its object is, if it is a thing: one of the words after a colour. Absent: its object is a person. */
  things?: readonly string[];
}

const RELATIONS: readonly Relation[] = [
  { name: 'boss', wordings: ['boss', 'chief'] },
  { name: 'friend', wordings: ['friend', 'buddy'] },
  { name: 'teacher', wordings: ['teacher', 'tutor'] },
  { name: 'neighbor', wordings: ['neighbor'] },
  { name: 'doctor', wordings: ['doctor', 'physician'] },
  { name: 'car', wordings: ['car', 'vehicle'], things: ['van', 'truck', 'taxi'] },
  { name: 'pet', wordings: ['pet', 'animal'], things: ['cat', 'dog', 'parrot'] },
];

export const COLORS: readonly string[] = ['red', 'blue', 'white', 'black'];
export const TO_PERSON: readonly Relation[] = RELATIONS.filter(({ things }) => things === undefined);
export const TO_THING: readonly Relation[] = RELATIONS.filter(({ things }) => things !== undefined);

/** The relation of a word in a question or fact, in lower case. */
export const RELATION_OF_WORD: ReadonlyMap<string, Relation> = new Map(
  RELATIONS.flatMap((relation) => relation.wordings.map((word) => [word, relation] as const)),
);

export const WORDS: readonly string[] = [
  ...new Set([...PERSONS, ...RELATION_OF_WORD.keys(), ...COLORS, ...RELATIONS.flatMap(({ things = [] }) => things)]),
];
