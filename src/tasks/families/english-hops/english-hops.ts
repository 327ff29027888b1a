/**
 * @file Multi-hop questions in English, after Bamboogle: a family for models that read and write natural language through
 * their chat template.
 *
 * The environment writes a question and facts as JSON (task.ts). The agent reads the facts in another order and the
 * question, “Name Amy's boss's pet.”, and answers with a name. As in Bamboogle only the answer is judged: by exact match
 * after normalisation for success, by token F1 for the reward. The level is the number of hops. Play names anybody or
 * anything that the facts name; which facts lead from the question to its answer is the skill to discover.
 */
import { exactMatch, tokenComparison, tokenF1 } from '../../../benchmarks/bamboogle/text-similarity.ts';
import { RandomStream } from '../../../random/random-stream.ts';
import { streams } from '../../../random/streams.ts';
import type { Comparison, Family, Score } from '../../family.ts';
import { requireLevel, singleTurnEpisode } from '../../family-parts.ts';
import { heldOutTexts } from '../../held-out.ts';
import { textHash, wordsOf } from '../../text.ts';
import type { EnglishHopsReason } from './reasons.ts';
import { type EnglishHopsTask, type Fact, MAX_HOPS, openingOf, parseTask, writeFact, writeTask } from './task.ts';
import { COLORS, PERSONS, type Relation, TO_PERSON, TO_THING, WORDS } from './world.ts';

const THING_SHARE = 1 / 2;
/** Other facts about each person on the way. */
const DISTRACTORS = [1, 2];
const MOST_WORDS_OF_AN_ANSWER = 8;

/** The instructions, the one place where they stand. */
const ANSWER = 'Answer with the name or thing only.';
const WRITE =
  "Write a new task as JSON. Begin with the seed; more 's make it harder. Give the facts that answer it, and others.";

interface Walk {
  /** What the question asks for; null where the facts do not say. */
  answer: string | null;
  problem: EnglishHopsReason | null;
  /** Whether some hop has two answers. */
  ambiguous: boolean;
}

function walk({ start, hops, facts }: EnglishHopsTask): Walk {
  let subject = start;
  let ambiguous = false;
  for (const { name } of hops) {
    const objects = facts.filter((fact) => fact.subject === subject && fact.relation === name);
    if (objects.length === 0)
      return { answer: null, problem: { code: 'english-hops/unanswered', relation: name, subject }, ambiguous };
    ambiguous ||= objects.length > 1;
    subject = objects[0].object;
  }
  return { answer: subject, problem: null, ambiguous };
}

/** The facts in an order that depends only on the task's text: the environment writes them in the order of the hops. */
const shuffledFacts = (task: EnglishHopsTask): string =>
  new RandomStream(textHash(task.text), streams.englishFacts).shuffle(task.facts).map(writeFact).join(' ');

/** An answer without the article and the full stop of a sentence. */
const named = (answer: string): string => answer.trim().replace(/\.$/, '');

function comparison(task: EnglishHopsTask, turns: readonly string[]): Comparison | null {
  const { answer } = walk(task);
  if (answer === null || turns.length === 0) return null;
  return tokenComparison(named(turns[0]), answer);
}

function score(task: EnglishHopsTask, turns: readonly string[]): Score<EnglishHopsReason> {
  const given = named(turns[0] ?? '');
  const length = wordsOf(given).length;
  const wellFormed = length > 0 && length <= MOST_WORDS_OF_AN_ANSWER;
  const { answer, problem } = walk(task);
  const failure = problem ?? (given === '' ? ({ code: 'english-hops/no-answer' } as const) : null);
  if (answer === null || failure !== null) return { reward: 0, success: false, wellFormed, reason: failure! };
  const success = exactMatch(given, [answer]);
  const reason: EnglishHopsReason = success
    ? { code: 'english-hops/solved', answer }
    : { code: 'english-hops/wrong-answer', answer, given };
  return { reward: success ? 1 : tokenF1(given, [answer]), success, wellFormed, reason };
}

const drawThing = ({ things }: Relation, random: RandomStream): string =>
  `${random.choice(COLORS)} ${random.choice(things!)}`;

/** The facts about one person of the way: first the one that answers, then others. */
function drawFacts(subject: string, relation: Relation, object: string, random: RandomStream): Fact[] {
  const others = random.sample(
    [...TO_PERSON, ...TO_THING].filter(({ name }) => name !== relation.name),
    random.choice(DISTRACTORS),
  );
  return [
    { subject, relation: relation.name, object },
    ...others.map((other) => ({
      subject,
      relation: other.name,
      object: other.things
        ? drawThing(other, random)
        : random.choice(PERSONS.filter((person) => person !== subject && person !== object)),
    })),
  ];
}

function sampleTask(level: number, random: RandomStream): string {
  requireLevel('english-hops', level, MAX_HOPS);
  const people = random.sample(PERSONS, level + 1);
  const toThing = random.next() < THING_SHARE;
  const hops = people
    .slice(0, level)
    .map((_, i) => random.choice(toThing && i === level - 1 && level > 1 ? TO_THING : TO_PERSON));
  const facts = hops.flatMap((hop, i) =>
    drawFacts(people[i], hop, hop.things ? drawThing(hop, random) : people[i + 1], random),
  );
  const chain = hops.map(({ wordings }) => `'s ${random.choice(wordings)}`).join('');
  return writeTask(`Name ${people[0]}${chain}.`, facts);
}

/** The beginning of a question, up to its first relation. */
const SEED = /^\{"question": "Name \p{L}+'s \p{L}+/u;

export const englishHops: Family<EnglishHopsTask, EnglishHopsReason> = {
  name: 'english-hops',
  title: 'Multi-hop questions in English',
  levels: MAX_HOPS,
  words: WORDS,
  chat: {
    agent: (task) => [
      { role: 'user', content: [shuffledFacts(task), `Question: ${task.question}`, ANSWER].join('\n') },
    ],
    environment: (success, seed) => [
      { role: 'user', content: [WRITE, `Success: ${success}%`, `Seed: ${seed}`].join('\n') },
    ],
  },
  maxTaskTokens: 400,
  maxAnswerTokens: 24,
  maxTurns: 1,
  reward: 'soft',

  sampleSeed: (random) =>
    openingOf(`Name ${random.choice(PERSONS)}'s ${random.choice(random.choice(TO_PERSON).wordings)}`),
  splitSeed(text) {
    const seed = SEED.exec(text)?.[0] ?? '';
    return { seed, rest: text.slice(seed.length) };
  },
  parse: parseTask,
  level: ({ hops }) => hops.length,
  prompt: (task) => [shuffledFacts(task), task.question].join('\n'),
  oracle(task) {
    const { answer, problem } = walk(task);
    if (problem !== null) return { solvable: false, reason: problem };
    return { solvable: true, answers: [answer!], length: wordsOf(answer!).length };
  },
  audit(task) {
    if (walk(task).ambiguous) return 'ambiguous';
    return task.facts.length === task.hops.length ? 'trivial' : 'valid';
  },
  start: singleTurnEpisode,
  comparison,
  score,
  sampleTask,
  play: ({ facts }, random) => [random.choice(facts).object],
  heldOut: (split, level, count) => heldOutTexts(englishHops, split, level, count),
};
