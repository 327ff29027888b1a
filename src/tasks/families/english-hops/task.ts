/**
 * @file The task language of the English multi-hop questions: JSON with a question and the facts that answer it.
 *
 *     {"question": "Name Amy's boss's pet.", "facts": ["Amy's boss is Bob.", "Bob's pet is a white cat."]}
 *
 * Facts and questions are read as sentences of these forms; “the boss of Amy” is read as “Amy's boss”.
 */
import type { ParsedTask } from '../../family.ts';
import { notATask } from '../../family-parts.ts';
import { readLenientJson } from '../../lenient-json.ts';
import type { EnglishHopsReason } from './reasons.ts';
import { type Relation, RELATION_OF_WORD } from './world.ts';

export const MAX_HOPS = 5;
export const MAX_FACTS = 16;

export interface Fact {
  subject: string;
  /** As facts name it. */
  relation: string;
  object: string;
}

export interface EnglishHopsTask {
  /** The task as canonical JSON. */
  text: string;
  question: string;
  /** Whom the question begins with. */
  start: string;
  /** The relations to follow, first to last. */
  hops: readonly Relation[];
  facts: readonly Fact[];
}

const article = (object: string): string => (/^\p{Ll}/u.test(object) ? `a ${object}` : object);

export const writeFact = ({ subject, relation, object }: Fact): string =>
  `${subject}'s ${relation} is ${article(object)}.`;

/** How the text of a task with this beginning of a question begins. */
export const openingOf = (question: string): string => `{"question": ${JSON.stringify(question).slice(0, -1)}`;

export const writeTask = (question: string, facts: readonly Fact[]): string =>
  `${openingOf(question)}", "facts": [${facts.map((fact) => JSON.stringify(writeFact(fact))).join(', ')}]}`;

/** `Amy's boss` out of `the boss of Amy`, from the inside out. */
function withPossessives(text: string): string {
  const OF = /\bthe (\p{L}+) of ((?:\p{Lu}\p{L}*)(?:'s \p{L}+)*)/u;
  let rewritten = text.replaceAll('’', "'");
  for (let hop = 0; hop <= MAX_HOPS && OF.test(rewritten); hop++) rewritten = rewritten.replace(OF, "$2's $1");
  return rewritten;
}

const CHAIN = /(\p{Lu}\p{L}*)((?:'s \p{L}+)+)/u;

/** The person that a question begins with, and its relations; null where it is no chain of known relations. */
export function readQuestion(question: string): { start: string; hops: Relation[] } | null {
  const chain = CHAIN.exec(withPossessives(question));
  if (!chain) return null;
  const hops = chain[2]
    .split("'s ")
    .slice(1)
    .map((word) => RELATION_OF_WORD.get(word.toLowerCase()));
  return hops.every((hop) => hop !== undefined) ? { start: chain[1], hops } : null;
}

const FACT = /^(\p{Lu}\p{L}*)'s (\p{L}+) is (?:(?:a|an|the) )?(\p{L}+(?: \p{L}+)?)\.?$/u;

function readFact(sentence: string): Fact | null {
  const match = FACT.exec(withPossessives(sentence.trim().replaceAll(/\s+/g, ' ').replace(/^The /, 'the ')));
  const relation = match && RELATION_OF_WORD.get(match[2].toLowerCase());
  return relation ? { subject: match[1], relation: relation.name, object: match[3] } : null;
}

export function parseTask(text: string): ParsedTask<EnglishHopsTask, EnglishHopsReason> {
  const json = readLenientJson(text);
  if (json === null) return notATask({ code: 'english-hops/not-json' });
  const { question: asked, facts: sentences } = json;
  if (typeof asked !== 'string' || asked.trim() === '') return notATask({ code: 'english-hops/no-question' });
  const question = asked.trim().replaceAll(/\s+/g, ' ');
  const read = readQuestion(question);
  if (read === null) return notATask({ code: 'english-hops/unclear-question', question });
  const { start, hops } = read;
  if (hops.length > MAX_HOPS)
    return notATask({ code: 'english-hops/too-many-hops', hops: hops.length, most: MAX_HOPS });
  if (!Array.isArray(sentences) || sentences.length === 0) return notATask({ code: 'english-hops/no-facts' });
  if (sentences.length > MAX_FACTS)
    return notATask({ code: 'english-hops/too-many-facts', facts: sentences.length, most: MAX_FACTS });
  const facts: Fact[] = [];
  for (const sentence of sentences as unknown[]) {
    const fact = typeof sentence === 'string' ? readFact(sentence) : null;
    if (fact === null) return notATask({ code: 'english-hops/unclear-fact', fact: String(sentence) });
    if (facts.some((known) => writeFact(known) === writeFact(fact)))
      return notATask({ code: 'english-hops/repeated-fact', fact: writeFact(fact) });
    facts.push(fact);
  }
  return { ok: true, task: { text: writeTask(question, facts), question, start, hops, facts } };
}
