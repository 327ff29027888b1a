/**
 * @file Function calling in English, after the Berkeley Function-Calling Leaderboard: a family for models that read and
 * write natural language through their chat template.
 *
 * The environment writes a request and the functions to offer as JSON (task.ts). The agent reads the functions'
 * signatures, in another order, and the request; it answers with calls, `[weather(city='Rome', day='Friday')]`, which
 * BFCL's AST rule judges (rule.ts). What a request asks for is what request.ts reads in it: no key that the environment
 * wrote is trusted. The level is the number of calls. Play calls any offered function for each sentence, with the
 * sentence's values; which function a sentence asks for is the skill to discover.
 */
import { RandomStream } from '../../../random/random-stream.ts';
import { streams } from '../../../random/streams.ts';
import type { Family } from '../../family.ts';
import { singleTurnEpisode } from '../../family-parts.ts';
import { heldOutTexts } from '../../held-out.ts';
import { textHash, wordsOf } from '../../text.ts';
import type { EnglishCallsReason } from './reasons.ts';
import { valuesFor } from './request.ts';
import { scoreCalls, solution } from './rule.ts';
import { drawSeed, drawTask, IRRELEVANCE_LEVEL, playCalls } from './sample.ts';
import { type EnglishCallsTask, MAX_SENTENCES, parseTask, taskProblem } from './task.ts';
import { KIND_OF_VALUE, signature, TOOLS } from './world.ts';

/** The instructions, the one place where they stand. Short, because a small model reads them in every prompt. */
const ANSWER = "Answer only with calls such as [f(a='x', b=2)], or [] if none fits.";
const WRITE =
  'Write a new task as JSON. Begin with the seed. Add sentences, each for one tool, then tools with others.';

/** The signatures, in an order that depends only on the task's text: the environment writes the functions in order of use. */
const offered = (task: EnglishCallsTask): string[] =>
  new RandomStream(textHash(task.text), streams.englishTools).shuffle(task.tools).map(signature);

const PERCENT = 100;

/** The first sentence of a task's text, with what stands before it. */
const SEED = /^\{"request": "(?:[^".?!;\\]|\\.)*[.?!;]/;

export const englishCalls: Family<EnglishCallsTask, EnglishCallsReason> = {
  name: 'english-calls',
  example: '{"request": "Send roses for Amy.", "tools": ["weather", "flowers"]}',
  levels: MAX_SENTENCES,
  words: [
    ...new Set([
      ...[...KIND_OF_VALUE.values()].map(({ value }) => value),
      ...TOOLS.flatMap(({ name, cues, parameters }) => [name, ...cues, ...parameters]),
    ]),
  ],
  chat: {
    agent: (task) => [{ role: 'user', content: [...offered(task), `Request: ${task.request}`, ANSWER].join('\n') }],
    environment: (success, seed, sample) => [
      {
        role: 'user',
        content: [
          WRITE,
          `Tools: ${TOOLS.map(({ name }) => name).join(', ')}`,
          `Success: ${Math.round(PERCENT * success)}%`,
          ...(sample ? [`Write a variation of this task: ${sample.text}`, `Its answer: ${sample.answers[0]}`] : []),
          `Seed: ${seed}`,
        ].join('\n'),
      },
    ],
  },
  maxTaskTokens: 140,
  maxAnswerTokens: 100,
  maxTurns: 1,
  reward: 'exact',
  oneAnswer: true,

  sampleSeed: drawSeed,
  splitSeed(text) {
    const seed = SEED.exec(text)?.[0] ?? '';
    return { seed, rest: text.slice(seed.length) };
  },
  parse: parseTask,
  level: ({ irrelevant, sentences }) => (irrelevant ? IRRELEVANCE_LEVEL : sentences.length),
  goals: ({ sentences }) => sentences.map(({ text }) => text),
  prompt: (task) => [...offered(task), task.request].join('\n'),
  oracle(task) {
    const problem = taskProblem(task);
    if (problem !== null) return { solvable: false, reason: problem };
    const answer = solution(task);
    return { solvable: true, answers: [answer], length: wordsOf(answer).length };
  },
  audit(task) {
    const choice = task.sentences.some((sentence) =>
      sentence.tool.parameters.some((parameter) => new Set(valuesFor(sentence, parameter)).size > 1),
    );
    return choice && !task.irrelevant ? 'ambiguous' : 'valid';
  },
  start: singleTurnEpisode,
  score: (task, turns) => scoreCalls(task, turns[0] ?? ''),
  sampleTask: drawTask,
  play: playCalls,
  heldOut: (split, level, count) => heldOutTexts(englishCalls, split, level, count),
};
