/**
 * @file Declares a task family: one small world with its own task language, oracle and official scoring rule. It also
 * writes the texts that models read of a family, with the words that all families share.
 *
 * The environment model writes the whole task as text, which sets the difficulty. Everything here is a pure function of
 * its arguments.
 */
import type { RandomStream } from '../random/random-stream.ts';
import { type TaskSet, taskSetName } from './given/task-set.ts';
import { joinWords, type TokenComparison } from './text.ts';
import { type World, worldName } from './worlds/world.ts';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/**
 * Writes a conversation as the text that a model reads, and reads an answer from its continuation: by the
 * checkpoint's chat template or, for a model without one, as plain text with a label before each message.
 */
export interface PromptForm {
  name: 'chat template' | 'plain text';
  /** Writes the conversation as text, up to where the assistant's next message begins. */
  render(messages: readonly ChatMessage[]): string;
  /** Reads the assistant's message from the model's text, without white space around it. */
  read(written: string): string;
}

/** Writes a conversation as a checkpoint's own training did. */
interface Template {
  render(messages: readonly ChatMessage[]): string;
}

const LABELS = { system: '', user: 'User: ', assistant: 'Assistant: ' };
const NEXT_MESSAGE = /\n\s*User:/;

export const PLAIN_TEXT: PromptForm = {
  name: 'plain text',
  render: (messages) =>
    [...messages.map(({ role, content }) => LABELS[role] + content), LABELS.assistant.trimEnd()].join('\n\n'),
  // A base model continues both sides of the conversation.
  read: (written) => written.split(NEXT_MESSAGE, 1)[0].trim(),
};

/** Returns the form that a model reads: its chat template if it has one. */
export const promptForm = (template: Template | null): PromptForm =>
  template === null
    ? PLAIN_TEXT
    : {
        name: 'chat template',
        render: (messages) => template.render(messages),
        read: (written) => written.trim(),
      };

/**
 * Why a text is not a task, why a task has no solution, or why an answer has its score: a code with the names and
 * numbers of its sentence, plain data. The code begins with the name of the family or of the family whose tasks it
 * shares, e.g. `household/unknown-verb`. text/ makes the sentences, so rewording one never changes a log.
 */
export type FamilyReason = {
  readonly code: `${string}/${string}`;
  readonly [parameter: string]: string | number | boolean | null;
};

/** @typeParam Reason the closed union of a family's reasons */
export type ParsedTask<Task, Reason = FamilyReason> = { ok: true; task: Task } | { ok: false; reason: Reason };

type OracleResult<Reason = FamilyReason> =
  /** `answers` holds the agent's turns of one shortest solution; `length` counts its tokens (words). */
  { solvable: true; answers: string[]; length: number } | { solvable: false; reason: Reason };

export interface Score<Reason = FamilyReason> {
  /** R_agent is in [0, 1]: 0 or 1 for structured answers, normalised token-F1 for free-form answers. */
  reward: number;
  /** True if the task counts as solved by the benchmark's rule. */
  success: boolean;
  /** True if the answer follows the output schema and could be executed, so that its trace may join D_train. */
  wellFormed: boolean;
  reason: Reason;
}

/** The score depends only on these words of the answer and the right answer, normalised for the rule. */
export type Comparison = Readonly<TokenComparison>;

export interface Episode {
  /** Takes the agent's turn and returns the observation it reads next, empty if `done`. */
  step(action: string): { observation: string; done: boolean };
}

/** A well-formed, solvable task can still be too easy or have several answers. */
export type Audit = 'valid' | 'trivial' | 'ambiguous';

export type Split = 'development' | 'held-out';

/**
 * This is a task of the base data with its answer. A context may include such a sample, so that the environment writes
 * variations of it.
 */
export interface BaseSample {
  text: string;
  /** These turns of the agent are one shortest solution. */
  answers: readonly string[];
}

/**
 * A family of natural language writes conversations, which the model's chat template renders. Such a family has one
 * turn, and the tokens of its texts are not words.
 */
interface FamilyChat<Task = unknown> {
  agent(task: Task): ChatMessage[];
  /**
   * Writes the conversation for the environment, whose answer continues the seed.
   * @param success the middle of the fifth in which the agent's recent success lies
   * @param sample the base sample that it is to vary, if the context tells one
   */
  environment(success: number, seed: string, sample?: BaseSample): ChatMessage[];
}

/** Sets how `play` chooses. A family without such choices ignores it. */
export interface PlayStyle {
  /**
   * This share of turns does what the task or an observation says outright, if a family has such words. Default: 0.
   */
  reads?: number;
  /**
   * True if choices that must differ run through their fixed order, beginning anywhere, instead of being drawn. Each
   * choice then tells the next, which a model learns sooner than to rule out what it has written.
   */
  inOrder?: boolean;
}

/** A family of given tasks has this instead of an oracle: only the author of a new task knows its answer. */
interface GivenTasks<Task = unknown> {
  /**
   * An answer of a random training task is right on an evaluation task of its level with this probability, averaged
   * over the levels.
   */
  readonly guessed: number;
  /** Returns true if the text is, or nearly is, a task kept for evaluation. */
  isKept(text: string): boolean;
  /**
   * Returns a normal form: answers that the rule treats as equal have the same form. It is empty if there is no answer.
   */
  formOf(turns: readonly string[]): string;
  /** Scores turns by a key. */
  score(key: readonly string[], turns: readonly string[]): Score;
  /** Returns the level of a task with this key. */
  level(task: Task, key: readonly string[]): number;
}

export interface Family<Task = unknown, Reason extends FamilyReason = FamilyReason> {
  /** Identifies the family in settings and files. It has only lower-case letters and hyphens. */
  readonly name: string;
  readonly example: string;
  /** Counts difficulty levels from 1. `sampleTask` and the held-out sets cover each. */
  readonly levels: number;
  /**
   * Lists every word of the task language, observations and answers; the tokenizer has the union over families. A
   * family of natural language lists the words that it understands and allows others.
   */
  readonly words: readonly string[];
  /** Only families of natural language set this. Other texts are words, and tags tell the models what they read. */
  readonly chat?: FamilyChat<Task>;
  /** Limits what the environment writes after the seed, in tokens with `<eos>`. */
  readonly maxTaskTokens: number;
  /** Limits one turn of the agent, in tokens with `<eos>`. */
  readonly maxAnswerTokens: number;
  /** Limits the turns of the agent in an episode. With 1, the answer is one text. */
  readonly maxTurns: number;
  readonly reward: 'exact' | 'soft';
  /** True if only the oracle's answer passes; false if several plans or free-form answers may. */
  readonly oneAnswer: boolean;
  /** Only families of given tasks set this. The environment then writes the key of every task. */
  readonly given?: GivenTasks<Task>;

  /** Draws the beginning of a task text, which the environment continues. */
  sampleSeed(random: RandomStream): string;
  /** Splits a task text into seed and the rest; the inverse of `completeTask`. */
  splitSeed(text: string): { seed: string; rest: string };
  /** Reads a task text, or says why it is not a task. Never throws on any text. */
  parse(text: string): ParsedTask<Task, Reason>;
  /** Measures the difficulty level of a task, from 1 to `levels`. */
  level(task: Task): number;
  /** Returns the goals of a task, equal in tasks that ask for the same. Default: the whole task is one goal. */
  goals?(task: Task): string[];
  /** Writes the agent's prompt without the family's tag and separator, which `agentPrompt` adds. */
  prompt(task: Task): string;
  oracle(task: Task): OracleResult<Reason>;
  audit(task: Task): Audit;
  start(task: Task): Episode;
  /**
   * Returns the comparison that decides the reward; null if a rule decides or a turn is missing. Default: always null.
   */
  comparison?(task: Task, turns: readonly string[]): Comparison | null;
  /** Scores the agent's turns, first to last. Never throws on any text. */
  score(task: Task, turns: readonly string[]): Score<Reason>;
  /** Draws a task text of a level from the true generator, for base data, held-out sets and pre-training. */
  sampleTask(level: number, random: RandomStream): string;
  /** Plays well-formed, world-valid turns that ignore how the goal is reached. */
  play(task: Task, random: RandomStream, style?: PlayStyle): string[];
  /**
   * Returns fixed, different task texts of a level; fewer than `count` if the level has fewer. `development`,
   * `held-out` and the training data of data.ts are disjoint.
   */
  heldOut(split: Split, level: number, count: number): string[];
}

/** All families share these words. `<sep>` ends what the agent reads; `<eos>` ends what either model writes. */
export const PAD = '<pad>';
export const EOS = '<eos>';
export const SEPARATOR = '<sep>';
export const SUCCESS_BUCKETS = 5;

/** Contexts state this success before the agent has attempted anything, and always if conditioning is off. */
export const UNKNOWN_SUCCESS = 0.5;

/** Returns the tag that tells either model which family a text belongs to. */
export const familyTag = (family: Pick<Family, 'name'>): string => `<${family.name}>`;

/** Returns the tag of recent success in [0, 1], in fifths, which conditions the environment. */
export const successBucket = (success: number): number =>
  Math.min(SUCCESS_BUCKETS - 1, Math.max(0, Math.floor(success * SUCCESS_BUCKETS)));
const bucketTag = (bucket: number): string => `<b${bucket}>`;

/** Returns the middle of a bucket, which stands for its success. */
export const bucketMiddle = (bucket: number): number => (bucket + 0.5) / SUCCESS_BUCKETS;

/** Writes the text that the agent reads before it answers. */
export const agentPrompt = <Task>(family: Family<Task>, task: Task, form: PromptForm): string =>
  family.chat ? form.render(family.chat.agent(task)) : `${familyTag(family)} ${family.prompt(task)} ${SEPARATOR}`;

/**
 * Writes the text that the environment reads before it writes the rest of a task.
 * @param success the agent's recent success in [0, 1]; the text says in which fifth it lies
 */
export const environmentContext = (
  family: Pick<Family, 'name' | 'chat'>,
  success: number,
  seed: string,
  form: PromptForm,
  sample?: BaseSample,
): string =>
  family.chat
    ? form.render(family.chat.environment(bucketMiddle(successBucket(success)), seed, sample)) + seed
    : [
        familyTag(family),
        bucketTag(successBucket(success)),
        ...(sample ? [sample.text, ...sample.answers].flatMap((part) => [part, SEPARATOR]) : []),
        seed,
      ]
        .filter(Boolean)
        .join(' ');

/** Joins a task's seed and what the environment wrote after it. */
export const completeTask = ({ chat }: Pick<Family, 'chat'>, seed: string, rest: string): string =>
  chat ? seed + rest : joinWords(seed, rest);

/**
 * Lists `<pad> <eos> <sep>`, the families' tags, the success buckets' tags, then the words of each family in the order
 * given, each once.
 */
export function vocabulary(families: readonly Pick<Family, 'name' | 'words'>[]): string[] {
  const buckets = Array.from({ length: SUCCESS_BUCKETS }, (_, bucket) => bucketTag(bucket));
  const words = families.flatMap((family) => family.words);
  return [...new Set([PAD, EOS, SEPARATOR, ...families.map(familyTag), ...buckets, ...words])];
}

export type OwnFamily = World | TaskSet;

/** A run names a shipped family, or contains a user's own family, which must have no problems. */
export type FamilyChoice = string | OwnFamily;

export const isTaskSet = (choice: FamilyChoice): choice is TaskSet => typeof choice === 'object' && 'tasks' in choice;

/** Returns the name of a family in texts, scores and charts of a run. */
export function familyNameOf(choice: FamilyChoice): string {
  if (typeof choice === 'string') return choice;
  return isTaskSet(choice) ? taskSetName(choice) : worldName(choice);
}
