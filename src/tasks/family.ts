/**
 * @file A task family: one small world with its own task language, oracle and official scoring rule; and the texts that
 * models read of it, with the words that all families share.
 *
 * The environment model writes the whole task as text; difficulty is what the text says. Everything here is a pure
 * function of its arguments.
 */
import type { RandomStream } from '../random/random-stream.ts';
import { joinWords, type TokenComparison } from './text.ts';

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
  /** The conversation as text, up to where the assistant's next message begins. */
  render(messages: readonly ChatMessage[]): string;
  /** The assistant's message in what the model wrote, without white space around it. */
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

/** The form that a model reads: its chat template if it has one. */
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
 * numbers of its sentence, plain data. The code begins with the family's name, `household/unknown-verb`, or with that of
 * the family whose tasks it shares. The sentences are made where they are shown (text/), so rewording one never changes a
 * log.
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
  /** R_agent in [0, 1]: 0 or 1 for structured answers, normalised token-F1 for free-form ones. */
  reward: number;
  /** True if the task counts as solved by the benchmark's rule. */
  success: boolean;
  /** True if the answer follows the output schema and could be executed, which makes a trace valid for D_train. */
  wellFormed: boolean;
  reason: Reason;
}

/** An answer and what it should be, as words, normalised as the rule wants it: the score is nothing but their comparison. */
export type Comparison = Readonly<TokenComparison>;

/** A task being played: the simulator's side of the dialogue. */
export interface Episode {
  /** Takes what the agent wrote in this turn; answers with the observation it reads next, empty where `done`. */
  step(action: string): { observation: string; done: boolean };
}

/** The problem of a well-formed, solvable task, if it has one. */
export type Audit = 'valid' | 'trivial' | 'ambiguous';

export type Split = 'development' | 'held-out';

/** A task of the base data with its answer, which a context may tell: the environment writes variations of it. */
export interface BaseSample {
  text: string;
  /** The agent's turns of one shortest solution. */
  answers: readonly string[];
}

/**
 * The conversations of a family of natural language with models. The model's chat template renders them. Such a
 * family has one turn, and the tokens of its texts are not words.
 */
interface FamilyChat<Task = unknown> {
  agent(task: Task): ChatMessage[];
  /**
   * Asks the environment. Its answer begins with the seed and goes on with what it writes.
   * @param success the middle of the fifth in which the agent's recent success lies
   * @param sample the base sample that it is to vary, if the context tells one
   */
  environment(success: number, seed: string, sample?: BaseSample): ChatMessage[];
}

/** The style of play if a family leaves it a choice. */
export interface PlayStyle {
  /** The share of turns that do what the task or an observation says outright, if a family has such words; absent: 0. */
  reads?: number;
  /**
   * True if choices of which none may occur twice are a run through their fixed order, from anywhere in it, instead of a
   * draw: the one before tells the next, which a model learns sooner than to rule out what it has written.
   */
  inOrder?: boolean;
}

/** What a family of given tasks has where others have an oracle: no one knows the answer of a new task, but who wrote it. */
interface GivenTasks<Task = unknown> {
  /** How often the answer of any training task of the level is right on a task kept for evaluation, a mean over the levels. */
  readonly guessed: number;
  /** True if the text is, or nearly is, a task kept for evaluation. */
  isKept(text: string): boolean;
  /** Answers that the family's rule takes for the same have the same form; empty for what is no answer. */
  formOf(turns: readonly string[]): string;
  /** Scores turns by a key. */
  score(key: readonly string[], turns: readonly string[]): Score;
  /** The level of a task with this key. */
  level(task: Task, key: readonly string[]): number;
}

export interface Family<Task = unknown, Reason extends FamilyReason = FamilyReason> {
  /** Identifier, also the name in settings and files: lower case, hyphens. */
  readonly name: string;
  /** A task text, to show the language by. */
  readonly example: string;
  /** Difficulty levels 1…levels; each at least sampled by `sampleTask` and held out. */
  readonly levels: number;
  /**
   * Every word of the task language, observations and answers (the tokenizer is built from the union over families). In a
   * family of natural language the words that it understands; others may stand between them.
   */
  readonly words: readonly string[];
  /** Present in a family of natural language; absent: texts are words, and tags tell the models what they read. */
  readonly chat?: FamilyChat<Task>;
  /** The most tokens the environment may write (after the seed), and the agent in one turn; `<eos>` counts. */
  readonly maxTaskTokens: number;
  readonly maxAnswerTokens: number;
  /** Agent turns in one episode; 1: the answer is one text. */
  readonly maxTurns: number;
  readonly reward: 'exact' | 'soft';
  /** True if nothing but what the oracle writes passes; false if several plans, ways or free-form answers may. */
  readonly oneAnswer: boolean;
  /** Present where tasks are given as data: the environment then writes the key of every task. */
  readonly given?: GivenTasks<Task>;

  /** The beginning of a task that anchors what the environment writes next; a prefix of the task text. */
  sampleSeed(random: RandomStream): string;
  /** Splits a task text into seed and the rest; the inverse of `completeTask`. */
  splitSeed(text: string): { seed: string; rest: string };
  /** Reads a task text, or says why it is not a task. Never throws on any text. */
  parse(text: string): ParsedTask<Task, Reason>;
  /** Difficulty level, 1…levels, measured from the task. */
  level(task: Task): number;
  /** The parts of what the task asks for, equal in tasks that ask for the same. Absent: the whole task is one. */
  goals?(task: Task): string[];
  /** The agent's prompt, without the family's tag and separator (those come from `agentPrompt`). */
  prompt(task: Task): string;
  oracle(task: Task): OracleResult<Reason>;
  audit(task: Task): Audit;
  start(task: Task): Episode;
  /** The comparison of the turns' reward; null if a rule decides or a turn is missing. Absent: it never is. */
  comparison?(task: Task, turns: readonly string[]): Comparison | null;
  /** Scores the agent's turns, first to last. Never throws on any text. */
  score(task: Task, turns: readonly string[]): Score<Reason>;
  /** A task text of a level from the true generator: base data, held-out sets, pre-training. */
  sampleTask(level: number, random: RandomStream): string;
  /** Goal-agnostic play: well-formed, world-valid turns that ignore how the goal is reached. */
  play(task: Task, random: RandomStream, style?: PlayStyle): string[];
  /**
   * Fixed, different task texts of a level, fewer than `count` where the level has fewer. `development`, `held-out` and
   * what data.ts draws for training are disjoint.
   */
  heldOut(split: Split, level: number, count: number): string[];
}

/** Words shared by all families. `<sep>` ends what the agent reads; `<eos>` ends what either model writes. */
export const PAD = '<pad>';
export const EOS = '<eos>';
export const SEPARATOR = '<sep>';
export const SUCCESS_BUCKETS = 5;

/** Contexts state this success before the agent has attempted anything, and always if conditioning is off. */
export const UNKNOWN_SUCCESS = 0.5;

/** The tag that tells either model which family a text belongs to. */
export const familyTag = (family: Pick<Family, 'name'>): string => `<${family.name}>`;

/** The tag of recent success in [0, 1], in fifths: the summary statistic the environment is conditioned on. */
export const successBucket = (success: number): number =>
  Math.min(SUCCESS_BUCKETS - 1, Math.max(0, Math.floor(success * SUCCESS_BUCKETS)));
const bucketTag = (bucket: number): string => `<b${bucket}>`;

/** The success that stands for a bucket: its middle. */
export const bucketMiddle = (bucket: number): number => (bucket + 0.5) / SUCCESS_BUCKETS;

/** The text that the agent reads before it answers. */
export const agentPrompt = <Task>(family: Family<Task>, task: Task, form: PromptForm): string =>
  family.chat ? form.render(family.chat.agent(task)) : `${familyTag(family)} ${family.prompt(task)} ${SEPARATOR}`;

/**
 * The text that the environment reads before it writes the rest of a task.
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

/** The text of a task: its seed and what the environment wrote after it. */
export const completeTask = ({ chat }: Pick<Family, 'chat'>, seed: string, rest: string): string =>
  chat ? seed + rest : joinWords(seed, rest);

/** `<pad> <eos> <sep>`, the families' tags, the success buckets' tags, then the words of each family in the order given, each once. */
export function vocabulary(families: readonly Pick<Family, 'name' | 'words'>[]): string[] {
  const buckets = Array.from({ length: SUCCESS_BUCKETS }, (_, bucket) => bucketTag(bucket));
  const words = families.flatMap((family) => family.words);
  return [...new Set([PAD, EOS, SEPARATOR, ...families.map(familyTag), ...buckets, ...words])];
}
