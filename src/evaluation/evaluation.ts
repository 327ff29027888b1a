/**
 * @file What evaluations of a benchmark and of a task family share: the model, its decoding and prompts, results, and
 * progress.
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
  /** `room`: tokens that the context holds beside the answer. */
  | { code: 'prompt-too-long'; tokens: number; room: number }
  /** `problem`: of the tokenizer or the chat template. */
  | { code: 'prompt-not-readable'; problem: ErrorData };

export type EvaluationReason =
  | BenchmarkReason
  | { code: 'not-run'; because: Obstacle }
  /** An episode that ended because its conversation could no longer be read. */
  | { code: 'ended-early'; verdict: BenchmarkReason; because: Obstacle }
  | { code: 'family-verdict'; family: string; verdict: RolloutReason | null };

/** A model under evaluation: it writes and does not learn. */
export interface EvaluatedModel {
  policy: Pick<Sampler, 'generate'>;
  tokenizer: Tokenizer;
  /** Null for a base model, which reads conversations as plain text. */
  template: ChatTemplate | null;
  /** Longest sequence (prompt and completion) it accepts, tokens. */
  contextLength: number;
}

/** The choice of tokens. The same decoding on the same adapter gives the same results, whatever the batches are. */
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

/** Longest answer to a benchmark's item, and longest action in an interactive benchmark; tokens. */
export const MAX_NEW_TOKENS = { answer: 512, action: 32 };

/** The default for a benchmark: an item that is an episode takes one action a turn. */
export const defaultMaxNewTokens = ({ episode }: { episode?: unknown }): number =>
  episode ? MAX_NEW_TOKENS.action : MAX_NEW_TOKENS.answer;

/** The end of an answer: by itself, cut off at the length limit, or not begun because the model cannot read the item. */
export type Finish = 'stop' | 'length' | 'not-run';

/** A result as `genenv score` gives it, and what the model wrote: null if it was not run. */
export type EvaluatedRow = ResultRow<EvaluationReason> & { output: string | null; finish: Finish };

export type EvaluationEvent =
  | { kind: 'result'; row: EvaluatedRow }
  /** Finished attempts, and the turn that the others have reached. */
  | { kind: 'progress'; done: number; total: number; turn: number }
  | { kind: 'aggregate'; aggregate: Record<string, number> };

/** Attempts that decode together. It does not change any result. */
export const EVALUATION_BATCH = 8;

/** A result as its output line: that of a scored prediction, with `output` and `finish`. */
export function formatEvaluatedRow(
  { id, correct, reason, output, finish, subscores }: EvaluatedRow,
  sentence: string,
): string {
  return JSON.stringify({ id, correct, reason, sentence, output, finish, ...subscores });
}

export interface TokenForm {
  name: 'chat template' | 'plain text';
  render(messages: readonly ChatMessage[]): string;
  /** The conversation as token ids, up to where the assistant's next message begins. */
  encode(messages: readonly ChatMessage[]): number[];
  /** The assistant's message in what the model wrote, without white space around it. */
  read(ids: readonly number[]): string;
}

/** The form that a model reads: its chat template if it has one. */
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
