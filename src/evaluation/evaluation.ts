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

/** Says why a model cannot read its prompt. */
export type Obstacle =
  /** The context holds `room` tokens beside the answer. */
  | { code: 'prompt-too-long'; tokens: number; room: number }
  /** The tokenizer or the chat template has the problem. */
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
  /** A base model, which reads conversations as plain text, has none (null). */
  template: ChatTemplate | null;
  /** The model accepts at most this many tokens, prompt and completion together. */
  contextLength: number;
}

/**
 * Decides how tokens are chosen. The same decoding on the same adapter gives the same results, whatever the batches
 * are.
 */
export interface Decoding {
  /** 0 is greedy. */
  temperature: number;
  /** 0 keeps all tokens. */
  topK: number;
  /** 1 keeps all tokens. */
  topP: number;
  /** Each item is attempted this often. */
  samples: number;
  seed: number;
}

/** Benchmarks are decoded greedily, once per item; families as in the loop's own evaluations. */
export const defaultDecoding = {
  benchmark: { temperature: 0, samples: 1 },
  family: { temperature: defaultSettings.evalTemperature, samples: defaultSettings.evalSamples },
};

/** An answer to a benchmark's item, and an action in an interactive benchmark, have at most this many tokens. */
export const MAX_NEW_TOKENS = { answer: 512, action: 32 };

/** Returns the default for a benchmark: an item that is an episode takes one action a turn. */
export const defaultMaxNewTokens = ({ episode }: { episode?: unknown }): number =>
  episode ? MAX_NEW_TOKENS.action : MAX_NEW_TOKENS.answer;

/** An answer ends by itself, is cut off at the length limit, or is not begun because the model cannot read the item. */
export type Finish = 'stop' | 'length' | 'not-run';

/** Adds to a result of `genenv score` what the model wrote: null if it was not run. */
export type EvaluatedRow = ResultRow<EvaluationReason> & { output: string | null; finish: Finish };

export type EvaluationEvent =
  | { kind: 'result'; row: EvaluatedRow }
  /** Counts finished attempts, and gives the turn that the others have reached. */
  | { kind: 'progress'; done: number; total: number; turn: number }
  | { kind: 'aggregate'; aggregate: Record<string, number> };

/** This many attempts decode together. The number does not change any result. */
export const EVALUATION_BATCH = 8;

/** Writes a result as its output line: a scored prediction's line with `output` and `finish`. */
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

/** Returns the form that a model reads: its chat template if it has one. */
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
