/**
 * @file Multi-hop questions, after Bamboogle answered with a search engine: to find the answer, the agent needs facts
 * about people whom the question does not name.
 *
 * The agent reads the question and the facts about its first person, `eve guide chief ? bob rival dan mentor`. In each turn
 * it writes the next wording of the question and a fact that it has read, `guide mentor dan`; the simulator then shows the
 * facts about the person whom that fact names, `amy friend pat boss`. The answer is the end of the last turn, pat in
 * `chief boss pat`. As in Bamboogle only the answer is judged: by exact match after normalisation for success, by token F1
 * for the reward (a thing of the wrong colour earns half). Play takes any fact that it has just read. The agent has to
 * discover which relation a wording means.
 */
import { RandomStream } from '../../../random/random-stream.ts';
import { streams } from '../../../random/streams.ts';
import { NOTHING, PEOPLE, QUESTION } from '../../common-words.ts';
import type { Family } from '../../family.ts';
import { heldOutTexts } from '../../held-out.ts';
import { textHash, wordsOf } from '../../text.ts';
import { drawTask, FACTS_OFFERED, sampleSeed, splitSeed } from './generator.ts';
import { compareAnswer, scoreAnswer } from './judge.ts';
import type { MultiHopReason } from './reasons.ts';
import { type Fact, LONGEST_OBJECT, MAX_HOPS, MAX_TASK_TOKENS, type MultiHopTask, parseTask } from './task.ts';
import { audit, walk } from './walk.ts';
import { RELATION_OF, WORLD_WORDS } from './world.ts';

const RELATIONS = new Set(RELATION_OF.values());

const writeFact = ({ relation, object }: Fact): string => `${relation} ${object}`;

const writeTurn = (question: string, fact: Fact): string => `${question} ${writeFact(fact)}`;

/**
 * The facts about a name, in an order that depends only on the task's text (the environment writes the answering fact
 * first, so its order must not be kept). A relation comes after its object: an agent that has written the relation finds
 * the same word here, with the object just before it.
 */
function passage(task: MultiHopTask, name: string): string {
  const known = task.facts.filter(({ subject }) => subject === name);
  if (known.length === 0) return NOTHING;
  const shuffled = new RandomStream(textHash(`${name} ${task.text}`), streams.facts).shuffle(known);
  return shuffled.map(({ relation, object }) => `${object} ${relation}`).join(' ');
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

/** What the last turn names; undefined before there is a turn for each hop. */
function finalAnswer(task: MultiHopTask, turns: readonly string[]): string | undefined {
  const last = turns.at(task.hops.length - 1);
  return last === undefined ? undefined : answerOf(last);
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

export const multiHop: Family<MultiHopTask, MultiHopReason> = {
  name: 'multi-hop',
  title: 'Multi-hop questions',
  example: 'eve guide mentor dan rival bob chief boss pat friend amy',
  levels: MAX_HOPS,
  words: [QUESTION, NOTHING, ...PEOPLE, ...WORLD_WORDS],
  maxTaskTokens: MAX_TASK_TOKENS,
  maxAnswerTokens: 2 + LONGEST_OBJECT + 1,
  maxTurns: MAX_HOPS,
  reward: 'soft',

  sampleSeed,
  splitSeed,
  parse: parseTask,
  level: (task) => task.hops.length,
  prompt: (task) =>
    [task.start, ...task.hops.map(({ question }) => question), QUESTION, passage(task, task.start)].join(' '),
  oracle(task) {
    const { steps, problem } = walk(task);
    if (problem !== null) return { solvable: false, reason: problem };
    const answers = task.hops.map(({ question }, i) => writeTurn(question, steps[i]));
    return { solvable: true, answers, length: answers.flatMap(wordsOf).length };
  },
  audit,
  start(task) {
    let turns = 0;
    return {
      step(action) {
        turns++;
        const done = turns >= task.hops.length;
        return { observation: done ? '' : passage(task, answerOf(action)), done };
      },
    };
  },
  comparison: (task, turns) => compareAnswer(task, finalAnswer(task, turns)),
  score: (task, turns) =>
    scoreAnswer(task, finalAnswer(task, turns), followsSchema(task, turns.slice(0, task.hops.length))),
  sampleTask: (level, random) => drawTask('multi-hop', level, FACTS_OFFERED, random),
  play,
  heldOut: (split, level, count) => heldOutTexts(multiHop, split, level, count),
};
