/**
 * @file Reads the task language of multi-hop questions, in narrative order.
 *
 *     eve guide mentor dan rival bob chief boss pat friend amy
 *
 * The text names a person. For each hop follow the question's wording and one to three facts, each with relation and
 * object. They are about the person whom the hop before has found. Here eve's mentor is dan and her rival bob, dan's
 * boss is pat and his friend amy. The question is `eve guide chief`, the answer `pat`. The question does not name dan,
 * the bridge.
 */
import { COLOURS, PEOPLE, wordsOf } from '../../text.ts';
import { notATask } from '../../family-parts.ts';
import type { ParsedTask } from '../../family.ts';

/** Maps wordings to the relations they ask for, if the answer is a person. */
export const PERSON_QUESTIONS: ReadonlyMap<string, string> = new Map([
  ['guide', 'mentor'],
  ['chief', 'boss'],
  ['mate', 'friend'],
  ['foe', 'rival'],
  ['kin', 'cousin'],
]);

/** Maps wordings to the relations they ask for, if the answer is a colour and a thing. */
export const THING_QUESTIONS: ReadonlyMap<string, string> = new Map([
  ['home', 'lives'],
  ['ride', 'drives'],
]);

export const RELATION_OF: ReadonlyMap<string, string> = new Map([...PERSON_QUESTIONS, ...THING_QUESTIONS]);
export const PERSON_RELATIONS: readonly string[] = [...PERSON_QUESTIONS.values()];

/** Maps a relation to the things it can name, each after a colour. */
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

export const MAX_HOPS = 6;
const MOST_FACTS = 3;
/** The longest object, a colour and a thing, has two words. */
export const LONGEST_OBJECT = 2;
/** After the seed come a wording and its facts for each hop, and `<eos>`. */
export const MAX_TASK_TOKENS = MAX_HOPS * (1 + MOST_FACTS * (1 + LONGEST_OBJECT)) + 1;

export interface Fact {
  subject: string;
  relation: string;
  /** A person, or a colour and a thing. */
  object: string;
}

export interface Hop {
  question: string;
  facts: readonly Fact[];
}

export interface MultiHopTask {
  text: string;
  start: string;
  hops: readonly Hop[];
  facts: readonly Fact[];
}

export function writeTask(start: string, hops: readonly Hop[]): string {
  const written = hops.map(({ question, facts }) =>
    [question, ...facts.map(({ relation, object }) => `${relation} ${object}`)].join(' '),
  );
  return [start, ...written].join(' ');
}

/** Reads the object of a relation at a place in the words; null if there is none. */
function readObject(words: readonly string[], at: number, relation: string): string | null {
  if (PERSON_RELATIONS.includes(relation)) return PEOPLE.includes(words[at]) ? words[at] : null;
  const [colour, thing] = words.slice(at, at + 2);
  return COLOURS.includes(colour) && THINGS_OF.get(relation)!.includes(thing) ? `${colour} ${thing}` : null;
}

/** Returns the objects of a subject and a relation, each once. */
export const lookUp = (facts: readonly Fact[], subject: string, relation: string): string[] => [
  ...new Set(
    facts.filter((fact) => fact.subject === subject && fact.relation === relation).map(({ object }) => object),
  ),
];

export function parseTask(text: string): ParsedTask<MultiHopTask> {
  const [start, ...words] = wordsOf(text);
  if (!PEOPLE.includes(start)) return notATask({ code: 'multi-hop/no-person' });
  const hops: { question: string; facts: Fact[] }[] = [];
  // The next hop's facts are about this person or thing. It is null after a hop that its facts do not answer.
  let subject: string | null = start;
  for (let at = 0; at < words.length;) {
    const question = words[at++];
    if (!RELATION_OF.has(question)) return notATask({ code: 'multi-hop/not-a-wording', word: question });
    if (subject === null || !PEOPLE.includes(subject)) {
      return notATask({ code: 'multi-hop/leads-nowhere', question });
    }
    const facts: Fact[] = [];
    while (at < words.length && !RELATION_OF.has(words[at])) {
      const relation = words[at];
      if (!PERSON_RELATIONS.includes(relation) && !THINGS_OF.has(relation)) {
        return notATask({ code: 'multi-hop/not-a-relation', word: relation });
      }
      const object = readObject(words, at + 1, relation);
      if (object === null) return notATask({ code: 'multi-hop/no-object', relation });
      facts.push({ subject, relation, object });
      at += 1 + wordsOf(object).length;
    }
    if (facts.length === 0) return notATask({ code: 'multi-hop/no-fact', question });
    if (facts.length > MOST_FACTS) return notATask({ code: 'multi-hop/too-many-facts', question, most: MOST_FACTS });
    hops.push({ question, facts });
    subject = lookUp(facts, subject, RELATION_OF.get(question)!)[0] ?? null;
  }
  if (hops.length === 0) return notATask({ code: 'multi-hop/no-question' });
  if (hops.length > MAX_HOPS) return notATask({ code: 'multi-hop/too-many-hops', hops: hops.length, most: MAX_HOPS });
  const task = { text: writeTask(start, hops), start, hops, facts: hops.flatMap(({ facts }) => facts) };
  return { ok: true, task };
}
