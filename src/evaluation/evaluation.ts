/**
 * @file Declares what evaluations of a benchmark and of a task family share: the model, its decoding and prompts,
 * results, and progress.
 */
import type { BenchmarkReason } from '../benchmarks/benchmark.ts';
import type { ResultRow } from '../benchmarks/score-predictions.ts';
import type { ErrorData } from '../common/error-parameters.ts';
import type { RolloutReason } from '../genenv/log/reasons.ts';
import { defaultSettings } from '../genenv/settings/settings.ts';
import type { ChatTemplate } from '../lm/files/chat-template.ts';
import type { Tokenizer } from '../lm/files/tokenizer.ts';
import type { Sampler } from '../policy/policy.ts';
import { type ChatMessage, promptForm } from '../tasks/family.ts';

/** Why a model cannot read its prompt. */
export type Obstacle =
  /** `room` is the number of tokens that the context leaves for the prompt. */
  | { code: 'prompt-too-long'; tokens: number; room: number }
  /** Raised by the tokenizer or the chat template. */
  | { code: 'prompt-not-readable'; problem: ErrorData };

export type EvaluationReason =
  | BenchmarkReason
  | { code: 'not-run'; because: Obstacle }
  /** The episode ended because its conversation could no longer be read. */
  | { code: 'ended-early'; verdict: BenchmarkReason; because: Obstacle }
  | { code: 'family-verdict'; family: string; verdict: RolloutReason | null };

/** A model under evaluation writes and does not learn. */
export interface EvaluatedModel {
  policy: Pick<Sampler, 'generate'>;
  tokenizer: Tokenizer;
  /** Null for a base model, which reads conversations as plain text. */
  template: ChatTemplate | null;
  /** Largest number of tokens, prompt and completion together. */
  contextLength: number;
}

/** How tokens are chosen. The same decoding on the same adapter gives the same results, whatever the batches are. */
export interface Decoding {
  /** 0 is greedy. */
  temperature: number;
  /** 0 keeps all tokens. */
  topK: number;
  /** 1 keeps all tokens. */
  topP: number;
  /** Attempts at each item. */
  samples: number;
  seed: number;
}

/** Benchmarks are decoded greedily, once per item; families as in the loop's own evaluations. */
export const defaultDecoding = {
  benchmark: { temperature: 0, samples: 1 },
  family: { temperature: defaultSettings.evalTemperature, samples: defaultSettings.evalSamples },
};

/** Largest number of tokens of an answer, or of an action in an interactive benchmark. */
export const MAX_NEW_TOKENS = { answer: 512, action: 32 };

/** Returns a benchmark's default. It is smaller if an item is an episode, which takes one action a turn. */
export const defaultMaxNewTokens = ({ episode }: { episode?: unknown }): number =>
  episode ? MAX_NEW_TOKENS.action : MAX_NEW_TOKENS.answer;

/** An answer ends by itself, is cut off at the length limit, or is not begun because the model cannot read the item. */
export type Finish = 'stop' | 'length' | 'not-run';

/** Adds to a result of `genenv score` what the model wrote: null if it was not run. */
export type EvaluatedRow = ResultRow<EvaluationReason> & { output: string | null; finish: Finish };

export type EvaluationEvent =
  | { kind: 'result'; row: EvaluatedRow }
  /** `done` counts finished attempts. `turn` is the turn that the unfinished ones have reached. */
  | { kind: 'progress'; done: number; total: number; turn: number }
  | { kind: 'aggregate'; aggregate: Record<string, number> };

/** Number of attempts that are decoded together. It changes no result. */
export const EVALUATION_BATCH = 8;

/** Writes a result as one output line: the line of a scored prediction, with `output` and `finish`. */
export function formatEvaluatedRow(
  { id, correct, reason, output, finish, subscores }: EvaluatedRow,
  sentence: string,
): string {
  return JSON.stringify({ id, correct, reason, sentence, output, finish, ...subscores });
}

export interface TokenForm {
  name: 'chat template' | 'plain text';
  render(messages: readonly ChatMessage[]): string;
  /** Encodes the conversation as token ids, up to where the assistant's next message begins. */
  encode(messages: readonly ChatMessage[]): number[];
  /** Reads the assistant's message from what the model wrote, without white space around it. */
  read(ids: readonly number[]): string;
}

/** Returns the chat template's form if the model has a template, else plain text. */
export function tokenForm({ tokenizer, template }: Pick<EvaluatedModel, 'tokenizer' | 'template'>): TokenForm {
  const { name, render, read } = promptForm(template);
  return {
    name,
    render,
    // A template writes the special tokens itself.
    encode: (messages) => tokenizer.encode(render(messages), template === null),
    read: (ids) => read(tokenizer.decode(ids, true)),
  };
}
