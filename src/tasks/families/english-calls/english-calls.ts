/**
 * @file Defines function calling in English, after the Berkeley Function-Calling Leaderboard. It is for models that
 * read and write natural language through their chat template.
 *
 * The environment writes a request and the functions to offer as JSON (task.ts). The agent reads the functions'
 * signatures in random order, then the request. It answers with calls such as `[weather(city='Rome', day='Friday')]`,
 * which BFCL's AST rule judges (rule.ts). task.ts finds out what a request asks for. The level is the number of calls.
 *
 * The pre-training answers (`play`) call a random offered function for each sentence, with the sentence's values. The
 * agent has to discover which function a sentence asks for.
 */
import { RandomStream } from '../../../random/random-stream.ts';
import { streams } from '../../../random/streams.ts';
import { generatedFamily } from '../../family-parts.ts';
import { textHash } from '../../text.ts';
import { scoreCalls, solution, writeCall } from './rule.ts';
import {
  type EnglishCallsTask,
  MAX_SENTENCES,
  openingOf,
  parseTask,
  taskProblem,
  valuesFor,
  writeTask,
} from './task.ts';
import { type Kind, KIND_OF_VALUE, type KindName, signature, type Tool, TOOLS, writeSentence } from './world.ts';

/** Level of a request that no offered function serves. It is not 1, because `play` rarely answers with no call. */
const IRRELEVANCE_LEVEL = 2;
const IRRELEVANCE_SHARE = 1 / 8;
/** Share of sentences that name two values. All other sentences name one value. */
const SECOND_VALUE_SHARE = 2 / 5;
const MOST_DISTRACTORS = 2;
const PLAY_NONE = 1 / 16;

function drawSentence(tool: Tool, random: RandomStream): string {
  const [required, ...optional] = tool.parameters;
  const named: KindName[] = [required];
  if (random.next() < SECOND_VALUE_SHARE) named.push(random.choice(optional));
  return writeSentence(tool, random.shuffle(named), random);
}

/** Draws a seed, which is the beginning of a task up to the end of its first sentence. */
const drawSeed = (random: RandomStream): string => openingOf(drawSentence(random.choice(TOOLS), random));

/** Draws a task that lists the requested functions first, in sentence order. The agent sees another order. */
function drawTask(level: number, random: RandomStream): string {
  const irrelevant = level === IRRELEVANCE_LEVEL && random.next() < IRRELEVANCE_SHARE;
  const calls = irrelevant ? 1 : level;
  const distractors = 1 + random.integer(MOST_DISTRACTORS);
  const drawn = random.sample(TOOLS, calls + distractors);
  const request = drawn
    .slice(0, calls)
    .map((tool) => drawSentence(tool, random))
    .join(' ');
  return writeTask(
    request,
    drawn.slice(irrelevant ? calls : 0).map(({ name }) => name),
  );
}

/** Pairs each value with a free parameter of its kind, or else any free one. Drops the value if none is free. */
function assign(tool: Tool, values: readonly { kind: Kind; value: string }[], random: RandomStream) {
  const free = new Set(tool.parameters);
  return values.flatMap(({ kind, value }): [KindName, string][] => {
    if (free.size === 0) return [];
    const fitting = [...free].find((name) => name === kind.name);
    const parameter = fitting ?? random.choice([...free]);
    free.delete(parameter);
    return [[parameter, value]];
  });
}

/** Writes a call of a random offered function for each sentence, with the sentence's values, or sometimes no call. */
function playCalls({ sentences, tools }: EnglishCallsTask, random: RandomStream): string[] {
  if (random.next() < PLAY_NONE) return ['[]'];
  const calls = sentences.map(({ values }) => {
    const tool = random.choice(tools);
    return writeCall(tool, assign(tool, values, random));
  });
  return [`[${calls.join(', ')}]`];
}

/** The instructions are short, because a small model reads them in every prompt. */
const ANSWER = "Answer only with calls such as [f(a='x', b=2)], or [] if none fits.";
const WRITE =
  'Write a new task as JSON. Begin with the seed. Add sentences, each for one tool, then tools with others.';

/** Returns the signatures, shuffled with the task's text as seed. The environment lists functions in order of use. */
const offered = (task: EnglishCallsTask): string[] =>
  new RandomStream(textHash(task.text), streams.englishTools).shuffle(task.tools).map(signature);

const PERCENT = 100;

/** Matches the seed: a task's text up to the end of the first sentence. */
const SEED = /^\{"request": "(?:[^".?!;\\]|\\.)*[.?!;]/;

export const englishCalls = generatedFamily<EnglishCallsTask>({
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

  sampleSeed: drawSeed,
  splitSeed(text) {
    const seed = SEED.exec(text)?.[0] ?? '';
    return { seed, rest: text.slice(seed.length) };
  },
  read: parseTask,
  level: ({ irrelevant, sentences }) => (irrelevant ? IRRELEVANCE_LEVEL : sentences.length),
  goals: ({ sentences }) => sentences.map(({ text }) => text),
  prompt: (task) => [...offered(task), task.request].join('\n'),
  solve: (task) => taskProblem(task) ?? [solution(task)],
  audit(task) {
    const choice = task.sentences.some((sentence) =>
      sentence.tool.parameters.some((parameter) => new Set(valuesFor(sentence, parameter)).size > 1),
    );
    return choice && !task.irrelevant ? 'ambiguous' : 'valid';
  },
  score: (task, turns) => scoreCalls(task, turns[0] ?? ''),
  sampleTask: drawTask,
  play: playCalls,
});
