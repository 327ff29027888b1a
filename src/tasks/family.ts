/**
 * @file Declares a task family: one small world with its own task language, oracle and official scoring rule. Also
 * writes the texts that models read, with the words that all families share.
 *
 * The environment model writes the whole task as text, which sets the difficulty. Everything here is a pure function of
 * its arguments.
 */
import type { CodedData } from '../common/message-data.ts';
import type { WorkMessages } from '../common/message-types.ts';
import type { RandomStream } from '../random/random-stream.ts';
import { type TaskSet, taskSetName } from './given/task-set.ts';
import { joinWords, type TokenComparison } from './text.ts';
import { type World, worldName } from './worlds/world.ts';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/**
 * Writes a conversation as the text that a model reads, and reads an answer from the continuation. Uses the
 * checkpoint's chat template or, for a model without one, plain text with a label before each message.
 */
export interface PromptForm {
  name: 'chat template' | 'plain text';
  /** Writes the conversation as text, up to where the assistant's next message begins. */
  render(messages: readonly ChatMessage[]): string;
  /** Reads the assistant's message from the model's text and trims it. */
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

/** Returns the chat template's form, or plain text if the model has no template. */
export const promptForm = (template: Template | null): PromptForm =>
  template === null
    ? PLAIN_TEXT
    : {
        name: 'chat template',
        render: (messages) => template.render(messages),
        read: (written) => written.trim(),
      };

type Reasons = WorkMessages['reasons'];

/**
 * Why a text is not a task, why a task has no solution, or why an answer has its score. The code begins with the name
 * of the family or of the family whose tasks it shares. The English catalogue lists the codes with their parameters
 * (`reasons` in work.json). The shipped world `household` writes the codes of `world` under its own name.
 */
export type FamilyReason = CodedData<{
  [
    Code in keyof Reasons as Code extends `world/${infer Bare}`
      ? Code | `household/${Bare}`
      : Extract<Code, `${string}/${string}`>
  ]: Reasons[Code];
}>;

export type ParsedTask<Task> = { ok: true; task: Task } | { ok: false; reason: FamilyReason };

type OracleResult =
  /** `answers` holds the agent's turns of one shortest solution; `length` counts its tokens (words). */
  { solvable: true; answers: string[]; length: number } | { solvable: false; reason: FamilyReason };

export interface Score<Reason = FamilyReason> {
  /** R_agent in [0, 1]: 0 or 1 for structured answers, normalised token F1 for free-form answers. */
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

/** A well-formed, solvable task can still be trivial or have several answers. */
export type Audit = 'valid' | 'trivial' | 'ambiguous';

export type Split = 'development' | 'held-out';

/** A task of the base data with its answer. A context may include one, for the environment to vary. */
export interface BaseSample {
  text: string;
  /** The agent's turns of one shortest solution. */
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
   * @param sample what the environment is to vary
   */
  environment(success: number, seed: string, sample?: BaseSample): ChatMessage[];
}

/** Sets how `play` chooses. A family without such choices ignores it. */
export interface PlayStyle {
  /** Share of turns that do what the task or an observation says outright, if it does so; default: 0. */
  reads?: number;
  /**
   * True if choices that must differ follow a fixed order, from a random start, instead of being drawn. A model learns
   * the next choice in an order sooner than it learns to rule out earlier choices.
   */
  inOrder?: boolean;
}

/** Judges new tasks by their keys, because the oracle of given tasks knows only the answers of the given ones. */
interface GivenTasks<Task = unknown> {
  /** Probability that a random training answer is right on an evaluation task of its level; mean over the levels. */
  readonly guessed: number;
  /** Returns true if the text is, or nearly is, a task kept for evaluation. */
  isKept(text: string): boolean;
  /** Returns a normal form, equal for answers that the rule treats as equal; empty if there is no answer. */
  formOf(turns: readonly string[]): string;
  /** Scores turns against a key. */
  score(key: readonly string[], turns: readonly string[]): Score;
  /** Returns the level of a task with this key. */
  level(task: Task, key: readonly string[]): number;
}

export interface Family<Task = unknown> {
  /** Name in settings and files, of lower-case letters, digits and hyphens. */
  readonly name: string;
  readonly example: string;
  /** Number of difficulty levels, which count from 1. `sampleTask` and the held-out sets cover each. */
  readonly levels: number;
  /**
   * Every word of the task language, observations and answers; the tokenizer has the union over families. A family of
   * natural language has the words that it understands, and allows others.
   */
  readonly words: readonly string[];
  /** Only families of natural language set this. In other families tags tell the models what they read. */
  readonly chat?: FamilyChat<Task>;
  /** Longest text that the environment writes after the seed, in tokens with `<eos>`. */
  readonly maxTaskTokens: number;
  /** Longest turn of the agent, in tokens with `<eos>`. */
  readonly maxAnswerTokens: number;
  /** Largest number of the agent's turns in an episode. If it is 1, the answer is one text. */
  readonly maxTurns: number;
  readonly reward: 'exact' | 'soft';
  /** True if only the oracle's answer passes; false if several plans or free-form answers may. */
  readonly oneAnswer: boolean;
  /** Only families of given tasks set this. The environment then writes the key of every task. */
  readonly given?: GivenTasks<Task>;

  /** Draws the beginning of a task text, which the environment continues. */
  sampleSeed(random: RandomStream): string;
  /** Splits a task text into its seed and the rest; the inverse of `completeTask`. */
  splitSeed(text: string): { seed: string; rest: string };
  /** Reads a task text, or says why it is not a task. Never throws on any text. */
  parse(text: string): ParsedTask<Task>;
  /** Measures the difficulty level of a task, from 1 to `levels`. */
  level(task: Task): number;
  /** Returns a task's goals. Equal goals of two tasks ask for the same thing. Default: the whole task is one goal. */
  goals?(task: Task): string[];
  /** Writes the agent's prompt without the family's tag and separator, which `agentPrompt` adds. */
  prompt(task: Task): string;
  oracle(task: Task): OracleResult;
  audit(task: Task): Audit;
  start(task: Task): Episode;
  /** Returns the comparison that decides the reward; null if there is none or a turn is missing. Default: null. */
  comparison?(task: Task, turns: readonly string[]): Comparison | null;
  /** Scores the agent's turns, first to last. Never throws on any text. */
  score(task: Task, turns: readonly string[]): Score;
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

/** Contexts state this success before the agent's first attempt, and always if conditioning is off. */
export const UNKNOWN_SUCCESS = 0.5;

/** Returns the tag that tells either model which family a text belongs to. */
export const familyTag = (family: Pick<Family, 'name'>): string => `<${family.name}>`;

/**
 * Returns which fifth of [0, 1] a success rate lies in, counted from 0. The tag of that fifth conditions the
 * environment.
 */
export const successBucket = (success: number): number =>
  Math.min(SUCCESS_BUCKETS - 1, Math.max(0, Math.floor(success * SUCCESS_BUCKETS)));
const bucketTag = (bucket: number): string => `<b${bucket}>`;

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

/** Returns `<pad> <eos> <sep>`, the tags of families and success buckets, then the families' words, each once. */
export function vocabulary(families: readonly Pick<Family, 'name' | 'words'>[]): string[] {
  const buckets = Array.from({ length: SUCCESS_BUCKETS }, (_, bucket) => bucketTag(bucket));
  const words = families.flatMap((family) => family.words);
  return [...new Set([PAD, EOS, SEPARATOR, ...families.map(familyTag), ...buckets, ...words])];
}

export type OwnFamily = World | TaskSet;

/** A shipped family's name, or a user's own family, which must have no problems. */
export type FamilyChoice = string | OwnFamily;

export const isTaskSet = (choice: FamilyChoice): choice is TaskSet => typeof choice === 'object' && 'tasks' in choice;

export function familyNameOf(choice: FamilyChoice): string {
  if (typeof choice === 'string') return choice;
  return isTaskSet(choice) ? taskSetName(choice) : worldName(choice);
}
