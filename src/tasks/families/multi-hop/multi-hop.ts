/**
 * @file Multi-hop questions, after Bamboogle answered with a search engine: to find the answer, the agent needs facts
 * about people whom the question does not name.
 *
 * The agent reads the question and the facts about its first person, `eve guide chief ? rival bob mentor dan`. In each turn
 * it writes the next wording of the question and a fact that it has read, `guide mentor dan`; the simulator then shows the
 * facts about the person whom that fact names, `friend amy boss pat`. The answer is the end of the last turn, pat in
 * `chief boss pat`. As in Bamboogle only the answer is judged: by exact match after normalisation for success, by token F1
 * for the reward (a thing of the wrong colour earns half). Play takes any fact that it has just read. The agent has to
 * discover which relation a wording means.
 *
 * There are two families of the same tasks. `multi-hop-plain` shows facts as above. `multi-hop`, the first, shows them with
 * the object before the relation, `bob rival dan mentor`; its models stay what they are.
 */
import { RandomStream } from '../../../random/random-stream.ts';
import { COLOURS, NOTHING, PEOPLE, QUESTION } from '../../common-words.ts';
import type { Comparison, Family, Score } from '../../family.ts';
import { requireLevel } from '../../family-parts.ts';
import { heldOutTexts } from '../../held-out.ts';
import { answerTokens, exactMatch, tokenF1 } from '../../../benchmarks/bamboogle/text-similarity.ts';
import { cutText, textHash, wordsOf } from '../../text.ts';
import type { MultiHopReason } from './reasons.ts';
import { type Fact, type Hop, lookUp, MAX_HOPS, MOST_FACTS, type MultiHopTask, parseTask, writeTask } from './task.ts';
import { PERSON_QUESTIONS, PERSON_RELATIONS, RELATION_OF, THING_QUESTIONS, THINGS_OF, WORLD_WORDS } from './world.ts';

const RENDER_STREAM = 0x7a5c0020;
/** How many facts the generator gives about a person. */
const FACTS_OFFERED = [2, 3, 3];
const THING_SHARE = 1 / 2;
const THING_FACT_SHARE = 1 / 4;
const SEED_WORDS = 2;
const LONGEST_OBJECT = 2;
const RELATIONS = new Set(RELATION_OF.values());

interface Walk {
  /** The fact that answers each hop; its object is a person, and at the end perhaps a thing. */
  steps: Fact[];
  /** Why the facts do not answer the question; null where they do. */
  problem: MultiHopReason | null;
  /** Whether some hop has two answers. */
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

const writeFact = ({ relation, object }: Fact): string => `${relation} ${object}`;

const writeTurn = (question: string, fact: Fact): string => `${question} ${writeFact(fact)}`;

/**
 * The facts about a name, in an order that depends only on the task's text (the environment writes the answering fact
 * first, so its order must not be kept).
 */
function passage(task: MultiHopTask, name: string, show: (fact: Fact) => string): string {
  const known = task.facts.filter(({ subject }) => subject === name);
  if (known.length === 0) return NOTHING;
  const shuffled = new RandomStream(textHash(`${name} ${task.text}`), RENDER_STREAM).shuffle(known);
  return shuffled.map(show).join(' ');
}

/** The person or thing that a turn names: its words after the question's wording and the relation, if it has these. */
function answerOf(turn: string): string {
  const words = wordsOf(turn);
  const wording = RELATION_OF.has(words[0]) ? 1 : 0;
  return words.slice(RELATIONS.has(words[wording]) ? wording + 1 : wording).join(' ');
}

/** Whether the turns have each wording of the question in order, with a fact that was read before. */
function followsSchema(task: MultiHopTask, turns: readonly string[]): boolean {
  const read = new Set<string>();
  let at = task.start;
  return (
    turns.length === task.hops.length &&
    task.hops.every(({ question }, i) => {
      for (const fact of task.facts) if (fact.subject === at) read.add(writeFact(fact));
      at = answerOf(turns[i]);
      const [wording, ...fact] = wordsOf(turns[i]);
      return wording === question && read.has(fact.join(' '));
    })
  );
}

/** The last object of a question that is answered to its end: its reward is the token F1. */
function comparison(task: MultiHopTask, turns: readonly string[]): Comparison | null {
  const played = turns.slice(0, task.hops.length);
  const { steps, problem } = walk(task);
  if (problem !== null || played.length < task.hops.length) return null;
  const [answer, reference] = [answerOf(played.at(-1)!), steps.at(-1)!.object].map(answerTokens);
  return { rule: 'token-f1', answer, reference };
}

function score(task: MultiHopTask, turns: readonly string[]): Score<MultiHopReason> {
  const played = turns.slice(0, task.hops.length);
  const wellFormed = followsSchema(task, played);
  const failure = (reason: MultiHopReason): Score<MultiHopReason> => ({
    reward: 0,
    success: false,
    wellFormed,
    reason,
  });
  const { steps, problem } = walk(task);
  if (problem !== null) return failure(problem);
  if (played.length < task.hops.length) return failure({ code: 'multi-hop/no-answer' });
  const gold = steps.at(-1)!.object;
  const answer = answerOf(played.at(-1)!);
  const success = exactMatch(answer, [gold]);
  const reason: MultiHopReason = success
    ? { code: 'multi-hop/solved', answer: gold }
    : { code: 'multi-hop/wrong-answer', answer: gold, given: answer };
  return { reward: success ? 1 : tokenF1(answer, [gold]), success, wellFormed, reason };
}

function play(task: MultiHopTask, random: RandomStream): string[] {
  const read: Fact[] = [];
  let at = task.start;
  return task.hops.map(({ question }) => {
    const facts = task.facts.filter(({ subject }) => subject === at);
    read.push(...facts);
    const fact = random.choice(facts.length > 0 ? facts : read);
    at = fact.object;
    return writeTurn(question, fact);
  });
}

const drawThing = (relation: string, random: RandomStream): string =>
  `${random.choice(COLOURS)} ${random.choice(THINGS_OF.get(relation)!)}`;

/** One hop from a person: first the fact that answers, then other facts about the same person as distractors. */
function drawHop(
  subject: string,
  question: string,
  object: string,
  others: readonly string[],
  random: RandomStream,
): Hop {
  const answering: Fact = { subject, relation: RELATION_OF.get(question)!, object };
  const things = [...THINGS_OF.keys()].filter((relation) => relation !== answering.relation);
  const people = PERSON_RELATIONS.filter((relation) => relation !== answering.relation);
  const relations = random.sample(people, random.choice(FACTS_OFFERED) - 1);
  if (random.next() < THING_FACT_SHARE) relations[relations.length - 1] = random.choice(things);
  const objects = random.sample(others, relations.length);
  const distractors = relations.map((relation, i): Fact => ({
    subject,
    relation,
    object: THINGS_OF.has(relation) ? drawThing(relation, random) : objects[i],
  }));
  return { question, facts: [answering, ...distractors] };
}

function sampleTask(level: number, random: RandomStream): string {
  requireLevel('multi-hop', level, MAX_HOPS);
  const [start, ...rest] = random.shuffle(PEOPLE);
  const people = rest.slice(0, level);
  const others = rest.slice(level);
  const hops = people.map((person, i) => {
    const subject = i === 0 ? start : people[i - 1];
    if (i < level - 1 || random.next() >= THING_SHARE) {
      return drawHop(subject, random.choice([...PERSON_QUESTIONS.keys()]), person, others, random);
    }
    const question = random.choice([...THING_QUESTIONS.keys()]);
    return drawHop(subject, question, drawThing(THING_QUESTIONS.get(question)!, random), others, random);
  });
  return writeTask(start, hops);
}

const splitSeed = (text: string) => cutText(text, SEED_WORDS);

interface Form {
  name: string;
  title: string;
  /** A fact as the agent reads it. */
  show: (fact: Fact) => string;
}

const multiHopFamily = ({ name, title, show }: Form): Family<MultiHopTask, MultiHopReason> => ({
  name,
  title,
  levels: MAX_HOPS,
  words: [QUESTION, NOTHING, ...PEOPLE, ...WORLD_WORDS],
  maxTaskTokens: MAX_HOPS * (1 + MOST_FACTS * (1 + LONGEST_OBJECT)) + 1,
  maxAnswerTokens: 2 + LONGEST_OBJECT + 1,
  maxTurns: MAX_HOPS,
  reward: 'soft',

  sampleSeed: (random) => splitSeed(sampleTask(1 + random.integer(MAX_HOPS), random)).seed,
  splitSeed,
  parse: parseTask,
  level: (task) => task.hops.length,
  prompt: (task) =>
    [task.start, ...task.hops.map(({ question }) => question), QUESTION, passage(task, task.start, show)].join(' '),
  oracle(task) {
    const { steps, problem } = walk(task);
    if (problem !== null) return { solvable: false, reason: problem };
    const answers = task.hops.map(({ question }, i) => writeTurn(question, steps[i]));
    return { solvable: true, answers, length: answers.flatMap(wordsOf).length };
  },
  audit(task) {
    if (walk(task).ambiguous) return 'ambiguous';
    return task.hops.every(({ facts }) => facts.length === 1) ? 'trivial' : 'valid';
  },
  start(task) {
    let turns = 0;
    return {
      step(action) {
        turns++;
        const done = turns >= task.hops.length;
        return { observation: done ? '' : passage(task, answerOf(action), show), done };
      },
    };
  },
  comparison,
  score,
  sampleTask,
  play,
  heldOut: (split, level, count) => heldOutTexts({ name, sampleTask }, split, level, count),
});

/** A fact has its object first. */
export const multiHop = multiHopFamily({
  name: 'multi-hop',
  title: 'Multi-hop questions',
  show: ({ relation, object }) => `${object} ${relation}`,
});

/**
 * A fact has its relation first, as in a turn: an agent that has written the relation copies what follows the same word
 * here. Models of two layers learn this copying within a few hundred steps, and from object to relation hardly ever
 * (docs/multi-hop.md).
 */
export const multiHopPlain = multiHopFamily({
  name: 'multi-hop-plain',
  title: 'Multi-hop questions in plain order',
  show: writeFact,
});
