/**
 * @file Multi-hop questions, after Bamboogle: the way to the answer leads over people the question does not name.
 *
 * The agent reads facts in no order and then the question, `boss dan pat rival eve bob mentor eve dan … ? eve guide chief`
 * (the boss of dan is pat), and writes the way in the same form, with the words of the question: `guide eve dan chief dan
 * pat`. Only what the last step ends with is the answer; it is judged as Bamboogle's answers are, by exact match after
 * normalisation for success and by token F1 for the reward (a thing of the wrong colour earns half). Play follows any fact
 * about whom it has come to; what is to be discovered is which one the wording means.
 */
import { RandomStream } from '../../tensor/random.ts';
import { COLOURS, PEOPLE, QUESTION } from '../common-words.ts';
import type { Family, Score } from '../family.ts';
import { requireLevel, singleTurnEpisode } from '../family-parts.ts';
import { fixedTasks } from '../held-out.ts';
import { exactMatch, tokenF1 } from '../text-similarity.ts';
import { cutText, textSeed, wordsOf } from '../text.ts';
import { type Fact, type Hop, lookUp, MAX_HOPS, MOST_FACTS, type MultiHopTask, parseTask, writeTask } from './task.ts';
import { PERSON_QUESTIONS, PERSON_RELATIONS, RELATION_OF, THING_QUESTIONS, THINGS_OF, WORLD_WORDS } from './world.ts';

const RENDER_STREAM = 0x7a5c0020;
/** How many facts the generator gives about a person. */
const FACTS_OFFERED = [2, 3, 3];
const THING_SHARE = 1 / 2;
const THING_FACT_SHARE = 1 / 4;
const SEED_WORDS = 2;
const LONGEST_OBJECT = 2;

interface Step {
  subject: string;
  object: string;
}

interface Walk {
  steps: Step[];
  /** Why the facts do not answer the question; null where they do. */
  problem: string | null;
  /** Whether some hop has two answers. */
  ambiguous: boolean;
}

function walk(task: MultiHopTask): Walk {
  const steps: Step[] = [];
  let subject = task.start;
  let ambiguous = false;
  for (const { question } of task.hops) {
    const [object, ...others] = lookUp(task.facts, subject, RELATION_OF.get(question)!);
    if (object === undefined) return { steps, problem: `No fact answers the “${question}” of ${subject}.`, ambiguous };
    ambiguous ||= others.length > 0;
    steps.push({ subject, object });
    subject = object;
  }
  return { steps, problem: null, ambiguous };
}

const writeWay = (task: MultiHopTask, steps: readonly Step[]): string =>
  task.hops.map(({ question }, i) => `${question} ${steps[i].subject} ${steps[i].object}`).join(' ');

/** What the last step ends with, without its wording and subject; a text without wordings is an answer as a whole. */
export function finalAnswer(words: readonly string[]): string {
  const last = words.findLastIndex((word) => RELATION_OF.has(word));
  return words.slice(last < 0 ? 0 : last + 2).join(' ');
}

/** Whether the answer has, for each wording of the question in order, a person and what some fact says about that person. */
function followsSchema(task: MultiHopTask, words: readonly string[]): boolean {
  const sayings = new Set(task.facts.map(({ subject, object }) => `${subject} ${object}`));
  let at = 0;
  for (const { question } of task.hops) {
    if (words[at] !== question) return false;
    let end = at + 1;
    while (end < words.length && !RELATION_OF.has(words[end])) end++;
    if (!sayings.has(words.slice(at + 1, end).join(' '))) return false;
    at = end;
  }
  return at === words.length;
}

function score(task: MultiHopTask, turns: readonly string[]): Score {
  const words = wordsOf(turns[0] ?? '');
  const wellFormed = followsSchema(task, words);
  const { steps, problem } = walk(task);
  if (problem !== null) return { reward: 0, success: false, wellFormed, reason: problem };
  const gold = steps.at(-1)!.object;
  const answer = finalAnswer(words);
  const success = exactMatch(answer, [gold]);
  const reason = success
    ? `The answer is ${gold}.`
    : `The answer is ${gold}, not ${answer === '' ? 'nothing' : answer}.`;
  return { reward: success ? 1 : tokenF1(answer, [gold]), success, wellFormed, reason };
}

function play(task: MultiHopTask, random: RandomStream): string[] {
  const about = (person: string): Fact[] => task.facts.filter(({ subject }) => subject === person);
  let at = task.start;
  const steps = task.hops.map((): Step => {
    const next = about(at);
    // At a dead end it goes back to the start.
    const { subject, object } = random.choice(next.length > 0 ? next : about(task.start));
    at = object;
    return { subject, object };
  });
  return [writeWay(task, steps)];
}

const drawThing = (relation: string, random: RandomStream): string =>
  `${random.choice(COLOURS)} ${random.choice(THINGS_OF.get(relation)!)}`;

/** One hop from a person: the fact that answers first, then others about the same person, who lead off the way. */
function drawHop(
  subject: string,
  question: string,
  object: string,
  strangers: readonly string[],
  random: RandomStream,
): Hop {
  const answering: Fact = { subject, relation: RELATION_OF.get(question)!, object };
  const things = [...THINGS_OF.keys()].filter((relation) => relation !== answering.relation);
  const people = PERSON_RELATIONS.filter((relation) => relation !== answering.relation);
  const relations = random.sample(people, random.choice(FACTS_OFFERED) - 1);
  if (random.next() < THING_FACT_SHARE) relations[relations.length - 1] = random.choice(things);
  const objects = random.sample(strangers, relations.length);
  const others = relations.map((relation, i): Fact => ({
    subject,
    relation,
    object: THINGS_OF.has(relation) ? drawThing(relation, random) : objects[i],
  }));
  return { question, facts: [answering, ...others] };
}

function sampleTask(level: number, random: RandomStream): string {
  requireLevel('multi-hop', level, MAX_HOPS);
  const [start, ...others] = random.shuffle(PEOPLE);
  const people = others.slice(0, level);
  const strangers = others.slice(level);
  const hops = people.map((person, i) => {
    const subject = i === 0 ? start : people[i - 1];
    if (i < level - 1 || random.next() >= THING_SHARE) {
      return drawHop(subject, random.choice([...PERSON_QUESTIONS.keys()]), person, strangers, random);
    }
    const question = random.choice([...THING_QUESTIONS.keys()]);
    return drawHop(subject, question, drawThing(THING_QUESTIONS.get(question)!, random), strangers, random);
  });
  return writeTask(start, hops);
}

export const multiHop: Family<MultiHopTask> = {
  name: 'multi-hop',
  title: 'Multi-hop questions',
  summary: 'Discover which fact a question means, and follow it over bridges that are not named.',
  levels: MAX_HOPS,
  words: [QUESTION, ...PEOPLE, ...WORLD_WORDS],
  maxTaskTokens: MAX_HOPS * (1 + MOST_FACTS * (1 + LONGEST_OBJECT)) + 1,
  maxAnswerTokens: MAX_HOPS * (2 + LONGEST_OBJECT) + 1,
  maxTurns: 1,
  reward: 'soft',

  sampleSeed: (random) => multiHop.splitSeed(sampleTask(1 + random.integer(MAX_HOPS), random)).seed,
  splitSeed: (text) => cutText(text, SEED_WORDS),
  parse: parseTask,
  level: (task) => task.hops.length,
  prompt(task) {
    const facts = new RandomStream(textSeed(task.text), RENDER_STREAM).shuffle(task.facts);
    const written = facts.map(({ subject, relation, object }) => `${relation} ${subject} ${object}`);
    return [...written, QUESTION, task.start, ...task.hops.map(({ question }) => question)].join(' ');
  },
  oracle(task) {
    const { steps, problem } = walk(task);
    if (problem !== null) return { solvable: false, reason: problem };
    const answer = writeWay(task, steps);
    return { solvable: true, answers: [answer], length: wordsOf(answer).length };
  },
  audit(task) {
    if (walk(task).ambiguous) return 'ambiguous';
    return task.hops.every(({ facts }) => facts.length === 1) ? 'trivial' : 'valid';
  },
  start: singleTurnEpisode,
  score,
  sampleTask,
  play,
  heldOut: (split, level, count) => fixedTasks(multiHop, split, level, count),
};
