/** @file Draws multi-hop questions of a level, and the seeds that the environment continues. */
import type { RandomStream } from '../../../random/random-stream.ts';
import { COLOURS, cutText, PEOPLE } from '../../text.ts';
import { requireLevel } from '../../family-parts.ts';
import {
  type Fact,
  type Hop,
  MAX_HOPS,
  PERSON_QUESTIONS,
  PERSON_RELATIONS,
  RELATION_OF,
  THING_QUESTIONS,
  THINGS_OF,
  writeTask,
} from './task.ts';

/** Each number of facts about a person is equally likely. */
export const FACTS_OFFERED: readonly number[] = [2, 3, 3];
const THING_SHARE = 1 / 2;
const THING_FACT_SHARE = 1 / 4;
const SEED_WORDS = 2;

const drawThing = (relation: string, random: RandomStream): string =>
  `${random.choice(COLOURS)} ${random.choice(THINGS_OF.get(relation)!)}`;

/** One hop from a person: first the fact that answers, then other facts about the same person as distractors. */
function drawHop(
  subject: string,
  question: string,
  object: string,
  others: readonly string[],
  factsOffered: readonly number[],
  random: RandomStream,
): Hop {
  const answering: Fact = { subject, relation: RELATION_OF.get(question)!, object };
  const things = [...THINGS_OF.keys()].filter((relation) => relation !== answering.relation);
  const people = PERSON_RELATIONS.filter((relation) => relation !== answering.relation);
  const relations = random.sample(people, random.choice(factsOffered) - 1);
  if (random.next() < THING_FACT_SHARE) relations[relations.length - 1] = random.choice(things);
  const objects = random.sample(others, relations.length);
  const distractors = relations.map((relation, i): Fact => ({
    subject,
    relation,
    object: THINGS_OF.has(relation) ? drawThing(relation, random) : objects[i],
  }));
  return { question, facts: [answering, ...distractors] };
}

/** Draws a question of a level whose persons have 1 to 3 facts, as often as `factsOffered` says. */
export function drawTask(family: string, level: number, factsOffered: readonly number[], random: RandomStream): string {
  requireLevel(family, level, MAX_HOPS);
  const [start, ...rest] = random.shuffle(PEOPLE);
  const people = rest.slice(0, level);
  const others = rest.slice(level);
  const hops = people.map((person, i) => {
    const subject = i === 0 ? start : people[i - 1];
    if (i < level - 1 || random.next() >= THING_SHARE) {
      return drawHop(subject, random.choice([...PERSON_QUESTIONS.keys()]), person, others, factsOffered, random);
    }
    const question = random.choice([...THING_QUESTIONS.keys()]);
    return drawHop(subject, question, drawThing(THING_QUESTIONS.get(question)!, random), others, factsOffered, random);
  });
  return writeTask(start, hops);
}

/** The seed is a person and the first wording. */
export const splitSeed = (text: string): { seed: string; rest: string } => cutText(text, SEED_WORDS);

export const sampleSeed = (random: RandomStream): string =>
  splitSeed(drawTask('multi-hop-search', 1 + random.integer(MAX_HOPS), FACTS_OFFERED, random)).seed;
