/** @file Draws tasks of English function calling, seeds of tasks, and play. */
import type { RandomStream } from '../../../random/random-stream.ts';
import { requireLevel } from '../../family-parts.ts';
import { writeCall } from './rule.ts';
import { type EnglishCallsTask, MAX_SENTENCES, openingOf, writeTask } from './task.ts';
import { type Kind, type KindName, type Tool, TOOLS, writeSentence } from './world.ts';

/** A request that no offered function serves counts as two calls, because play rarely answers with an empty list. */
export const IRRELEVANCE_LEVEL = 2;
const IRRELEVANCE_SHARE = 1 / 8;
/** A sentence names one value or, this often, two. */
const SECOND_VALUE_SHARE = 2 / 5;
const MOST_DISTRACTORS = 2;
const PLAY_NONE = 1 / 16;

function drawSentence(tool: Tool, random: RandomStream): string {
  const [required, ...optional] = tool.parameters;
  const named: KindName[] = [required];
  if (random.next() < SECOND_VALUE_SHARE) named.push(random.choice(optional));
  return writeSentence(tool, random.shuffle(named), random);
}

/** The beginning of a task: its first sentence. */
export const drawSeed = (random: RandomStream): string => openingOf(drawSentence(random.choice(TOOLS), random));

/** The functions that are asked for stand first, in the order of the sentences; the agent sees all in another order. */
export function drawTask(level: number, random: RandomStream): string {
  requireLevel('english-calls', level, MAX_SENTENCES);
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

/** Gives each value, in order, to a parameter of its kind or else to any other; one without is dropped. */
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

/** A call for each sentence, with its values, but of any function that is offered. */
export function playCalls({ sentences, tools }: EnglishCallsTask, random: RandomStream): string[] {
  if (random.next() < PLAY_NONE) return ['[]'];
  const calls = sentences.map(({ values }) => {
    const tool = random.choice(tools);
    return writeCall(tool, assign(tool, values, random));
  });
  return [`[${calls.join(', ')}]`];
}
