/**
 * @file Declares a task family: one small world with its own task language, oracle and official scoring rule. This
 * file also writes the texts that models read.
 *
 * The environment model writes each task as text and so decides its difficulty.
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

/** Chat template of a checkpoint. It writes conversations in the form that the checkpoint was trained on. */
interface Template {
  render(messages: readonly ChatMessage[]): string;
}

const LABELS = { system: '', user: 'User: ', assistant: 'Assistant: ' };
const NEXT_MESSAGE = /\n\s*User:/;

export const PLAIN_TEXT: PromptForm = {
  name: 'plain text',
  render: (messages) =>
    [...messages.map(({ role, content }) => LABELS[role] + content), LABELS.assistant.trimEnd()].join('\n\n'),
  // A base model may go on to write the user's next message, which is cut off here.
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
 * Reason why a text is not a task, why a task has no solution, or why an answer has its score. The code begins with the
 * name of the family's folder. The English catalogue lists the codes with their parameters (`reasons` in work.json).
 * The shipped world `household` writes the codes of `world` under its own name.
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
  /**
   * `answers` holds the agent's turns in one shortest solution. `length` counts the words of the solution, or the
   * characters if the task is a given task in natural language.
   */
  { solvable: true; answers: string[]; length: number } | { solvable: false; reason: FamilyReason };

export interface Score<Reason = FamilyReason> {
  /** Reward R_agent in [0, 1]: 0 or 1 for structured answers, normalised token F1 for free-form answers. */
  reward: number;
  /** True if the task counts as solved by the benchmark's rule. */
  success: boolean;
  /** True if the answer follows the output schema and could be executed, so that its trace may join D_train. */
  wellFormed: boolean;
  reason: Reason;
}

/** Words of the answer and of the right answer, normalised for the rule. The score depends on nothing else. */
export type Comparison = Readonly<TokenComparison>;

export interface Episode {
  /** Plays the agent's turn and returns the observation that the agent reads next. It is empty if `done`. */
  step(action: string): { observation: string; done: boolean };
}

/** Verdicts on a well-formed, solvable task, which can still be trivial or have several answers. */
export type Audit = 'valid' | 'trivial' | 'ambiguous';

export type Split = 'development' | 'held-out';

/** Task of the base data with its answer. The environment's context may include one as a task to vary. */
export interface BaseSample {
  text: string;
  /** Turns of the agent in one shortest solution. */
  answers: readonly string[];
}

/**
 * Conversations of a family in natural language, which a `PromptForm` writes as text. Such a family allows one turn
 * per task, and the tokens of its texts are not words.
 */
interface FamilyChat<Task = unknown> {
  agent(task: Task): ChatMessage[];
  /**
   * Writes the conversation for the environment, whose answer continues the seed.
   * @param success the agent's recent success rate, rounded to the middle of its fifth of [0, 1]
   * @param sample task that the environment is asked to vary
   */
  environment(success: number, seed: string, sample?: BaseSample): ChatMessage[];
}

/** Options of `play`. A family ignores options that do not apply to its tasks. */
export interface PlayStyle {
  /** Share of choices in which play follows what it has read instead of drawing freely; default: 0. */
  reads?: number;
  /**
   * If true, choices that must differ follow a fixed order from a random start instead of being drawn. A model learns
   * such an order sooner than it learns to rule out earlier choices.
   */
  inOrder?: boolean;
}

/** Part of families of given tasks. Keys judge tasks, because the oracle knows only the answers in the user's file. */
interface GivenTasks<Task = unknown> {
  /** Probability that a random training answer is right on an evaluation task of the same level; mean over levels. */
  readonly guessed: number;
  /** Returns true if the text is, or nearly is, a task kept for evaluation. */
  isKept(text: string): boolean;
  /** Returns a normal form, which is equal for answers that the rule treats as equal. Empty if there is no answer. */
  formOf(turns: readonly string[]): string;
  /** Scores turns against a key. */
  score(key: readonly string[], turns: readonly string[]): Score;
  /** Returns the level of a task with this key. */
  level(task: Task, key: readonly string[]): number;
}

export interface Family<Task = unknown> {
  /** Name in settings and files. It consists of lower-case letters, digits and hyphens. */
  readonly name: string;
  readonly example: string;
  /** Number of difficulty levels, which count from 1. `sampleTask` and the held-out sets cover every level. */
  readonly levels: number;
  /**
   * All words of tasks, observations and answers. The tokenizer's vocabulary contains the words of all families. In a
   * family of natural language, texts may contain other words too.
   */
  readonly words: readonly string[];
  /** Writer of conversations, only for families of natural language. In other families, tags say what a text is. */
  readonly chat?: FamilyChat<Task>;
  /** Longest text that the environment writes after the seed, in tokens with `<eos>`. */
  readonly maxTaskTokens: number;
  /** Longest turn of the agent, in tokens with `<eos>`. */
  readonly maxAnswerTokens: number;
  /** Largest number of the agent's turns in an episode. If this is 1, the answer is one text. */
  readonly maxTurns: number;
  readonly reward: 'exact' | 'soft';
  /** True if only the oracle's answer passes. False if several plans or free-form answers may pass. */
  readonly oneAnswer: boolean;
  /** Set only by families of given tasks. The environment then writes a key after every task. */
  readonly given?: GivenTasks<Task>;

  /** Draws the beginning of a task text, which the environment continues. */
  sampleSeed(random: RandomStream): string;
  /** Splits a task text into its seed and the rest. This is the inverse of `completeTask`. */
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
  /** Returns the comparison that decides the reward, or null if there is none or a turn is missing. Default: null. */
  comparison?(task: Task, turns: readonly string[]): Comparison | null;
  /** Scores the agent's turns, first to last. Never throws on any text. */
  score(task: Task, turns: readonly string[]): Score;
  /** Draws a task text of a level from the true generator, for base data, held-out sets and pre-training. */
  sampleTask(level: number, random: RandomStream): string;
  /** Returns well-formed turns that are valid in the world but ignore how the goal is reached. */
  play(task: Task, random: RandomStream, style?: PlayStyle): string[];
  /** Returns up to `count` different, fixed task texts of a level. Splits and training data (data.ts) are disjoint. */
  heldOut(split: Split, level: number, count: number): string[];
}

/** All families share these words. `<sep>` ends a text that the agent reads, `<eos>` a text that a model writes. */
export const PAD = '<pad>';
export const EOS = '<eos>';
export const SEPARATOR = '<sep>';
export const SUCCESS_BUCKETS = 5;

/** Success rate that contexts state before the agent's first attempt, or always if conditioning is off. */
export const UNKNOWN_SUCCESS = 0.5;

/** Returns the tag that tells either model which family a text belongs to. */
export const familyTag = (family: Pick<Family, 'name'>): string => `<${family.name}>`;

/** Returns which fifth of [0, 1] a success rate lies in, counted from 0. The environment reads a tag for this fifth. */
export const successBucket = (success: number): number =>
  Math.min(SUCCESS_BUCKETS - 1, Math.max(0, Math.floor(success * SUCCESS_BUCKETS)));
const bucketTag = (bucket: number): string => `<b${bucket}>`;

export const bucketMiddle = (bucket: number): number => (bucket + 0.5) / SUCCESS_BUCKETS;

/** Writes the text that the agent reads before it answers. */
export const agentPrompt = <Task>(family: Family<Task>, task: Task, form: PromptForm): string =>
  family.chat ? form.render(family.chat.agent(task)) : `${familyTag(family)} ${family.prompt(task)} ${SEPARATOR}`;

/**
 * Writes the text that the environment reads before it writes the rest of a task.
 * @param success the agent's recent success rate in [0, 1]. The text only says in which fifth the rate lies.
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

/** Name of a shipped family, or a user's own family that passed its checks. */
export type FamilyChoice = string | OwnFamily;

export const isTaskSet = (choice: FamilyChoice): choice is TaskSet => typeof choice === 'object' && 'tasks' in choice;

export function familyNameOf(choice: FamilyChoice): string {
  if (typeof choice === 'string') return choice;
  return isTaskSet(choice) ? taskSetName(choice) : worldName(choice);
}
