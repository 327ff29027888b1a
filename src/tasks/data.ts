/**
 * @file Draws training data through a `RandomStream`, without the texts kept for evaluation.
 *
 * - The agent is pre-trained on *play*: well-formed, world-valid answers that ignore how a goal is reached. It learns
 *   the language of a world, but it has to discover the skill from reward.
 * - The environment is pre-trained to finish task texts after their seed. The levels of these tasks follow a prior.
 *
 * Completions lack `<eos>`, because the code that tokenizes them appends it.
 */
import type { RandomStream } from '../random/random-stream.ts';
import { dialogueText, isForTraining, playTurns, withKeyText } from './family-parts.ts';
import {
  agentPrompt,
  bucketMiddle,
  environmentContext,
  type Family,
  PLAIN_TEXT,
  type PromptForm,
  type Split,
  SUCCESS_BUCKETS,
} from './family.ts';

export const LEVEL_PRIORS = ['uniform', 'hard', 'harder', 'easy'] as const;
export type LevelPrior = (typeof LEVEL_PRIORS)[number];

/** Under the hard prior, each of ten levels has this many times the weight of the level before. */
const HARD_GROWTH = 1.35;
const HARD_LEVELS = 10;
const EASY_DECAY = 0.5;

/**
 * Returns the unnormalised weights of levels 1…levels. `hard` is 1.35^level for ten levels. With fewer levels it grows
 * faster, so that the hardest level is 1.35^9 ≈ 15 times as likely as the easiest in every family. `harder` has the
 * square of these weights: 1.35^18 ≈ 222 times as likely. If `prior` is a list, it holds the weights of the first
 * levels, and further levels have weight 0.
 */
export function levelWeights(prior: LevelPrior | readonly number[], levels: number): number[] {
  if (typeof prior !== 'string') return Array.from({ length: levels }, (_, index) => prior[index] ?? 0);
  const growth = HARD_GROWTH ** ((HARD_LEVELS - 1) / Math.max(1, levels - 1));
  const ratio = { uniform: 1, hard: growth, harder: growth ** 2, easy: EASY_DECAY }[prior];
  return Array.from({ length: levels }, (_, index) => ratio ** (index + 1));
}

interface AgentExample {
  /** Family tag, prompt and `<sep>`. In natural language, this is the rendered conversation. */
  prompt: string;
  /** The agent's answer, or the whole episode if the family has several turns (family-parts.ts). */
  completion: string;
  /** One element per word of the completion: 1 if the agent wrote it, 0 if the simulator did. `null`: all are 1. */
  mask: (0 | 1)[] | null;
}

interface EnvironmentExample {
  /** Family tag, success bucket and seed. In natural language, these are the rendered conversation and the seed. */
  context: string;
  /** Rest of the task text after the seed, then the key if the environment writes keys. */
  completion: string;
}

/** Draws a task text of a level from the training data. */
export function trainingTask(family: Family, level: number, random: RandomStream): string {
  for (;;) {
    const text = family.sampleTask(level, random);
    if (isForTraining(family, text)) return text;
  }
}

/** Draws task texts for the base data, with levels drawn from a prior. */
export function baseTasks(
  family: Family,
  prior: LevelPrior | readonly number[],
  count: number,
  random: RandomStream,
): string[] {
  const weights = levelWeights(prior, family.levels);
  return Array.from({ length: count }, () => trainingTask(family, random.weighted(weights) + 1, random));
}

/** Makes the agent's example of a task. @param answer returns the agent's turns */
function agentExample(
  family: Family,
  text: string,
  answer: (task: unknown) => readonly string[],
  form: PromptForm = PLAIN_TEXT,
): AgentExample {
  const parsed = family.parse(text);
  if (!parsed.ok) throw new Error(`“${text}” is not a task of the family ${family.name}: ${parsed.reason.code}`);
  const prompt = agentPrompt(family, parsed.task, form);
  const turns = answer(parsed.task);
  if (family.chat) return { prompt, completion: turns[0], mask: null };
  const { text: completion, mask } = dialogueText(playTurns(family, parsed.task, turns));
  return { prompt, completion, mask };
}

interface PlayOptions {
  /** Form in which the model reads conversations; default: plain text. */
  form?: PromptForm;
  /** Tasks are drawn from this share of each family's levels, lowest first and at least one; default: 1. */
  levelShare?: number;
  /** `PlayStyle.reads` by family name; default: 0. */
  reads?: Readonly<Partial<Record<string, number>>>;
  /** Names of the families that play with `PlayStyle.inOrder`; default: none. */
  inOrder?: readonly string[];
}

/** Draws one training task, with uniform family and level. Returns `plays` examples whose answers ignore its goal. */
export function playExamples(
  families: readonly Family[],
  plays: number,
  random: RandomStream,
  { levelShare = 1, form = PLAIN_TEXT, reads = {}, inOrder = [] }: PlayOptions = {},
): AgentExample[] {
  const family = random.choice(families);
  const levels = Math.max(1, Math.ceil(levelShare * family.levels));
  const text = trainingTask(family, 1 + random.integer(levels), random);
  const style = { reads: reads[family.name], inOrder: inOrder.includes(family.name) };
  return Array.from({ length: plays }, () =>
    agentExample(family, text, (task) => family.play(task, random, style), form),
  );
}

/** Options for the keys that the environment writes after its task texts. */
export interface WrittenKeys {
  /** Share of keys that come from `play`, which ignores the goal and is right only by chance. */
  wrong: number;
}

function drawKey(family: Family, text: string, { wrong }: WrittenKeys, random: RandomStream): readonly string[] {
  const parsed = family.parse(text);
  const oracle = parsed.ok ? family.oracle(parsed.task) : null;
  if (!parsed.ok || !oracle?.solvable) throw new Error(`“${text}” is no solvable task of the family ${family.name}.`);
  return random.next() < wrong ? family.play(parsed.task, random) : oracle.answers;
}

interface EnvironmentOptions {
  form?: PromptForm;
  /** Options for keys. By default the environment writes no keys, except the right keys of given tasks. */
  keys?: WrittenKeys;
  /** If false, the context has no seed and the completion is the whole task text; default: true. */
  anchored?: boolean;
}

/** Draws an example for the environment, with uniform family and success bucket and with the level from the prior. */
export function environmentExample(
  families: readonly Family[],
  prior: LevelPrior | readonly number[],
  random: RandomStream,
  { form = PLAIN_TEXT, keys, anchored = true }: EnvironmentOptions = {},
): EnvironmentExample {
  const family = random.choice(families);
  const success = bucketMiddle(random.integer(SUCCESS_BUCKETS));
  const [text] = baseTasks(family, prior, 1, random);
  const { seed, rest } = anchored ? family.splitSeed(text) : { seed: '', rest: text };
  const written = keys ?? (family.given && { wrong: 0 });
  const completion = written ? withKeyText(family, rest, drawKey(family, text, written, random)) : rest;
  return { context: environmentContext(family, success, seed, form), completion };
}

/** Returns tasks of a split, up to `perLevel` of each level, level 1 first. */
export function evaluationTasks(family: Family, split: Split, perLevel: number): { level: number; text: string }[] {
  return Array.from({ length: family.levels }, (_, index) => index + 1).flatMap((level) =>
    family.heldOut(split, level, perLevel).map((text) => ({ level, text })),
  );
}
