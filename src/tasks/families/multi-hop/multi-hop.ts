/**
 * @file Defines multi-hop questions, after Bamboogle with a search engine. The agent needs facts about people whom the
 * question does not name.
 *
 * A task text tells facts in narrative order:
 *
 *     eve guide mentor dan rival bob chief boss pat friend amy
 *
 * The text begins with a person. Each hop then has the question's wording and one to three facts, each with relation
 * and object. The facts are about the person whom the previous hop found. Here eve's mentor is dan and her rival is
 * bob. Dan's boss is pat and his friend is amy. The question is `eve guide chief`, and the answer is `pat`. The
 * question does not name dan, the bridge.
 *
 * The agent reads the question and the relations that can be looked up about its first person: `eve guide chief ? rival
 * mentor`. In each turn it writes the next wording and one of these relations, such as `guide mentor`. The search
 * returns what it finds and the next relations, `dan friend boss`. After the last wording the search returns only what
 * it finds, `pat`. Then the agent answers `pat`. If nothing can be looked up, the agent reads and writes `nothing`.
 *
 * As in Bamboogle, only the answer is judged: by exact match after normalisation for success, by token F1 for the
 * reward. A thing of the wrong colour earns half. The pre-training answers (`play`) look up any relation shown. The
 * agent has to discover which relation a wording means.
 *
 * The generator gives two or three facts about a person in `multi-hop-search`, three in `wide-search`. The environment
 * may write one to three in both.
 */
import { RandomStream } from '../../../random/random-stream.ts';
import { streams } from '../../../random/streams.ts';
import { generatedFamily, refuse } from '../../family-parts.ts';
import type { Audit, Comparison, Episode, FamilyReason, Score } from '../../family.ts';
import {
  COLOURS,
  cutText,
  exactMatch,
  joinWords,
  NOTHING,
  PEOPLE,
  QUESTION,
  textHash,
  tokenComparison,
  tokenF1,
  wordsOf,
} from '../../text.ts';

/** Maps wordings to the relations they ask for, if the answer is a person. */
const PERSON_QUESTIONS = { guide: 'mentor', chief: 'boss', mate: 'friend', foe: 'rival', kin: 'cousin' };

/** Maps wordings to the relations they ask for, if the answer is a colour and a thing. */
const THING_QUESTIONS = { home: 'lives', ride: 'drives' };

const RELATION_OF: ReadonlyMap<string, string> = new Map(Object.entries({ ...PERSON_QUESTIONS, ...THING_QUESTIONS }));
const PERSON_RELATIONS: readonly string[] = Object.values(PERSON_QUESTIONS);

/** Maps a relation to the things it can name, each after a colour. */
const THINGS_OF: ReadonlyMap<string, readonly string[]> = new Map([
  ['lives', ['house', 'barn', 'loft', 'hut']],
  ['drives', ['car', 'bike', 'van', 'boat']],
]);

const WORLD_WORDS: readonly string[] = [
  ...RELATION_OF.keys(),
  ...RELATION_OF.values(),
  ...COLOURS,
  ...[...THINGS_OF.values()].flat(),
];

const MAX_HOPS = 6;
const MOST_FACTS = 3;
/** Number of words of the longest object, a colour and a thing. */
const LONGEST_OBJECT = 2;
/** Largest number of tokens after the seed: a wording and its facts for each hop, and `<eos>`. */
const MAX_TASK_TOKENS = MAX_HOPS * (1 + MOST_FACTS * (1 + LONGEST_OBJECT)) + 1;

interface Fact {
  subject: string;
  relation: string;
  /** A person, or a colour and a thing. */
  object: string;
}

interface Hop {
  question: string;
  facts: readonly Fact[];
}

interface MultiHopTask {
  text: string;
  start: string;
  hops: readonly Hop[];
  facts: readonly Fact[];
}

function writeTask(start: string, hops: readonly Hop[]): string {
  const written = hops.map(({ question, facts }) =>
    [question, ...facts.map(({ relation, object }) => `${relation} ${object}`)].join(' '),
  );
  return [start, ...written].join(' ');
}

/** Reads the object of a relation from position `at` of the words. Returns null if no such object is there. */
function readObject(words: readonly string[], at: number, relation: string): string | null {
  if (PERSON_RELATIONS.includes(relation)) return PEOPLE.includes(words[at]) ? words[at] : null;
  const [colour, thing] = words.slice(at, at + 2);
  return COLOURS.includes(colour) && THINGS_OF.get(relation)!.includes(thing) ? `${colour} ${thing}` : null;
}

/** Returns the objects of a subject and a relation, each once. */
const lookUp = (facts: readonly Fact[], subject: string, relation: string): string[] => [
  ...new Set(
    facts.filter((fact) => fact.subject === subject && fact.relation === relation).map(({ object }) => object),
  ),
];

function parseTask(text: string): MultiHopTask {
  const [start, ...words] = wordsOf(text);
  if (!PEOPLE.includes(start)) refuse({ code: 'multi-hop/no-person' });
  const hops: { question: string; facts: Fact[] }[] = [];
  // The next hop's facts are about this person or thing. The subject is null after a hop without an answering fact.
  let subject: string | null = start;
  for (let at = 0; at < words.length;) {
    const question = words[at++];
    if (!RELATION_OF.has(question)) refuse({ code: 'multi-hop/not-a-wording', word: question });
    if (subject === null || !PEOPLE.includes(subject)) {
      refuse({ code: 'multi-hop/leads-nowhere', question });
    }
    const facts: Fact[] = [];
    while (at < words.length && !RELATION_OF.has(words[at])) {
      const relation = words[at];
      if (!PERSON_RELATIONS.includes(relation) && !THINGS_OF.has(relation)) {
        refuse({ code: 'multi-hop/not-a-relation', word: relation });
      }
      const object = readObject(words, at + 1, relation);
      if (object === null) refuse({ code: 'multi-hop/no-object', relation });
      facts.push({ subject, relation, object });
      at += 1 + wordsOf(object).length;
    }
    if (facts.length === 0) refuse({ code: 'multi-hop/no-fact', question });
    if (facts.length > MOST_FACTS) refuse({ code: 'multi-hop/too-many-facts', question, most: MOST_FACTS });
    hops.push({ question, facts });
    subject = lookUp(facts, subject, RELATION_OF.get(question)!)[0] ?? null;
  }
  if (hops.length === 0) refuse({ code: 'multi-hop/no-question' });
  if (hops.length > MAX_HOPS) refuse({ code: 'multi-hop/too-many-hops', hops: hops.length, most: MAX_HOPS });
  return { text: writeTask(start, hops), start, hops, facts: hops.flatMap(({ facts }) => facts) };
}

/** Possible numbers of facts about a person. They are drawn uniformly, so three is twice as likely as two. */
const FACTS_OFFERED: readonly number[] = [2, 3, 3];
const THING_SHARE = 1 / 2;
const THING_FACT_SHARE = 1 / 4;
const SEED_WORDS = 2;

const drawThing = (relation: string, random: RandomStream): string =>
  `${random.choice(COLOURS)} ${random.choice(THINGS_OF.get(relation)!)}`;

/** Draws one hop from a person: the fact that answers, then other facts about the person as distractors. */
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

/** Draws a question of a level. Each person's number of facts is drawn from `factsOffered`. */
function drawTask(level: number, factsOffered: readonly number[], random: RandomStream): string {
  const [start, ...rest] = random.shuffle(PEOPLE);
  const people = rest.slice(0, level);
  const others = rest.slice(level);
  const hops = people.map((person, i) => {
    const subject = i === 0 ? start : people[i - 1];
    if (i < level - 1 || random.next() >= THING_SHARE) {
      return drawHop(subject, random.choice(Object.keys(PERSON_QUESTIONS)), person, others, factsOffered, random);
    }
    const question = random.choice(Object.keys(THING_QUESTIONS));
    return drawHop(subject, question, drawThing(RELATION_OF.get(question)!, random), others, factsOffered, random);
  });
  return writeTask(start, hops);
}

/** Splits a task text after the seed, which is the first person and the first wording. */
const splitSeed = (text: string): { seed: string; rest: string } => cutText(text, SEED_WORDS);

const sampleSeed = (random: RandomStream): string =>
  splitSeed(drawTask(1 + random.integer(MAX_HOPS), FACTS_OFFERED, random)).seed;

interface Walk {
  /** The facts that answer the hops, in order. */
  steps: Fact[];
  /** Reason why the facts do not answer the question, or null if they do. */
  problem: FamilyReason | null;
  /** True if some hop has two answers. */
  ambiguous: boolean;
}

function walk(task: MultiHopTask): Walk {
  const steps: Fact[] = [];
  let subject = task.start;
  let ambiguous = false;
  for (const { question } of task.hops) {
    const relation = RELATION_OF.get(question)!;
    const [object, ...others] = lookUp(task.facts, subject, relation);
    if (object === undefined) return { steps, problem: { code: 'multi-hop/unanswered', question, subject }, ambiguous };
    ambiguous ||= others.length > 0;
    steps.push({ subject, relation, object });
    subject = object;
  }
  return { steps, problem: null, ambiguous };
}

function audit(task: MultiHopTask): Audit {
  if (walk(task).ambiguous) return 'ambiguous';
  return task.hops.every(({ facts }) => facts.length === 1) ? 'trivial' : 'valid';
}

/** Returns the comparison that decides the reward, or null if the agent's answer or the right answer is missing. */
function compareAnswer(task: MultiHopTask, given: string | undefined): Comparison | null {
  const { steps, problem } = walk(task);
  if (problem !== null || given === undefined) return null;
  return tokenComparison(given, steps.at(-1)!.object);
}

/**
 * Scores an answer by Bamboogle's rule: exact match after normalisation for success, token F1 for the reward.
 * @param given undefined if the agent gave no answer
 */
function scoreAnswer(task: MultiHopTask, given: string | undefined, wellFormed: boolean): Score {
  const failure = (reason: FamilyReason) => ({ reward: 0, success: false, wellFormed, reason });
  const { steps, problem } = walk(task);
  if (problem !== null) return failure(problem);
  if (given === undefined) return failure({ code: 'multi-hop/no-answer' });
  const answer = steps.at(-1)!.object;
  if (exactMatch(given, [answer])) {
    return { reward: 1, success: true, wellFormed, reason: { code: 'multi-hop/solved', answer } };
  }
  const reason: FamilyReason = { code: 'multi-hop/wrong-answer', answer, given };
  return { reward: tokenF1(given, [answer]), success: false, wellFormed, reason };
}

/** Returns a name's relations, shuffled with the task's text as seed, because the answering fact is written first. */
function relationsOf(task: MultiHopTask, name: string): string[] {
  const known = task.facts.filter(({ subject }) => subject === name).map(({ relation }) => relation);
  if (known.length === 0) return [NOTHING];
  return new RandomStream(textHash(`${name} ${task.text}`), streams.searchedFacts).shuffle([...new Set(known)]);
}

const writeSearch = (question: string, relation: string): string => `${question} ${relation}`;

interface Search extends Episode {
  /** Returns the relations that may be looked up next, or `nothing`. */
  shown: () => readonly string[];
  /** Returns the result of the last search, or `nothing`. */
  found: () => string;
}

function start(task: MultiHopTask): Search {
  let found = task.start;
  let shown = relationsOf(task, found);
  let turns = 0;
  return {
    shown: () => shown,
    found: () => found,
    step(action) {
      turns++;
      if (turns > task.hops.length) return { observation: '', done: true };
      const relation = wordsOf(action).at(-1) ?? NOTHING;
      found = lookUp(task.facts, found, relation).at(0) ?? NOTHING;
      shown = relationsOf(task, found);
      const ends = turns === task.hops.length || found === NOTHING;
      return { observation: ends ? found : joinWords(found, ...shown), done: false };
    },
  };
}

/** Writes the turns of an agent that chooses what to look up for each hop, and answers with what it found. */
function turnsWith(task: MultiHopTask, choose: (shown: readonly string[], hop: number) => string): string[] {
  const search = start(task);
  const searches = task.hops.map(({ question }, hop) => {
    const turn = writeSearch(question, choose(search.shown(), hop));
    search.step(turn);
    return turn;
  });
  return [...searches, search.found()];
}

/** Returns true if the turns look up what was shown, wording by wording, and end with what was found. */
function followsSchema(task: MultiHopTask, turns: readonly string[]): boolean {
  if (turns.length !== task.hops.length + 1) return false;
  const search = start(task);
  const searched = task.hops.every(({ question }, i) => {
    const known = search.shown().some((relation) => wordsOf(turns[i]).join(' ') === writeSearch(question, relation));
    search.step(turns[i]);
    return known;
  });
  return searched && wordsOf(turns.at(-1)!).join(' ') === search.found();
}

/** Returns the agent's answer, which is the turn after one search for each hop; undefined if there is none. */
const answerOf = (task: MultiHopTask, turns: readonly string[]): string | undefined => turns.at(task.hops.length);

/** Makes one of the two families. @param factsOffered numbers of facts about a person that the generator draws from */
const familyOf = (name: string, factsOffered: readonly number[]) =>
  generatedFamily<MultiHopTask>({
    name,
    example: 'eve guide mentor dan rival bob chief boss pat friend amy',
    levels: MAX_HOPS,
    words: [QUESTION, NOTHING, ...PEOPLE, ...WORLD_WORDS],
    maxTaskTokens: MAX_TASK_TOKENS,
    // The longest turn is two words (a colour and a thing, or a wording and a relation) and `<eos>`.
    maxAnswerTokens: LONGEST_OBJECT + 1,
    maxTurns: MAX_HOPS + 1,
    reward: 'soft',
    oneAnswer: false,

    sampleSeed,
    splitSeed,
    read: parseTask,
    level: (task) => task.hops.length,
    prompt: (task) =>
      [task.start, ...task.hops.map(({ question }) => question), QUESTION, ...relationsOf(task, task.start)].join(' '),
    solve(task) {
      const { steps, problem } = walk(task);
      return problem ?? turnsWith(task, (_, hop) => steps[hop].relation);
    },
    audit,
    start,
    comparison: (task, turns) => compareAnswer(task, answerOf(task, turns)),
    score: (task, turns) =>
      scoreAnswer(task, answerOf(task, turns), followsSchema(task, turns.slice(0, task.hops.length + 1))),
    sampleTask: (level, random) => drawTask(level, factsOffered, random),
    play: (task, random) => turnsWith(task, (shown) => random.choice(shown)),
  });

export const multiHopSearch = familyOf('multi-hop-search', FACTS_OFFERED);

/**
 * Family that is harder than `multi-hop-search` for an agent that looks up any relation. Over all levels, 8% of such
 * answers are right instead of 10%.
 */
export const wideSearch = familyOf('wide-search', [3]);
