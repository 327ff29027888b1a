/** @file Declares the model, decoding, prompts, results and progress of benchmark and task-family evaluations. */
import type { BenchmarkReason } from '../benchmarks/benchmark.ts';
import type { ResultRow } from '../benchmarks/score-predictions.ts';
import type { RolloutReason } from '../genenv/log/reasons.ts';
import { defaultSettings } from '../genenv/settings/settings.ts';
import type { Tokenizer } from '../lm/files/tokenizer.ts';
import type { Sampler } from '../policy/policy.ts';
import { type ChatMessage, promptForm } from '../tasks/family.ts';

export type EvaluationReason =
  | BenchmarkReason
  | { code: 'family-verdict'; family: string; verdict: RolloutReason | null };

export interface EvaluatedModel {
  policy: Pick<Sampler, 'generate'>;
  tokenizer: Tokenizer;
  /** Maximum number of tokens of prompt and completion together. */
  contextLength: number;
}

/** Settings by which tokens are chosen. On one adapter, equal settings give equal results with any batch size. */
export interface Decoding {
  /** Sampling temperature. 0 always takes the most probable token. */
  temperature: number;
  /** Number of most probable tokens to sample from. 0 keeps all tokens. */
  topK: number;
  /** Probability mass of the tokens to sample from (nucleus sampling). 1 keeps all tokens. */
  topP: number;
  /** Number of attempts at each item. */
  samples: number;
  seed: number;
}

/** Default decoding. Benchmarks take one greedy sample per item. Families take samples as the loop's evaluations do. */
export const defaultDecoding = {
  benchmark: { temperature: 0, samples: 1 },
  family: { temperature: defaultSettings.evalTemperature, samples: defaultSettings.evalSamples },
};

/** Maximum number of tokens of an answer, or of an action in an interactive benchmark. */
export const MAX_NEW_TOKENS = { answer: 512, action: 32 };

/** Returns a benchmark's token limit: the limit of an action if its items are episodes, else of an answer. */
export const defaultMaxNewTokens = ({ episode }: { episode?: unknown }): number =>
  episode ? MAX_NEW_TOKENS.action : MAX_NEW_TOKENS.answer;

/** End of an answer: an end token, the length limit, or no start because the model cannot read the item. */
export type Finish = 'stop' | 'length' | 'not-run';

/** Result in the form of `genenv score`, with the model's output. `output` is null if the model did not run. */
export type EvaluatedRow = ResultRow<EvaluationReason> & { output: string | null; finish: Finish };

export type EvaluationEvent =
  | { kind: 'result'; row: EvaluatedRow }
  /** `done` counts finished attempts. `turn` is the turn that the unfinished attempts of the batch have reached. */
  | { kind: 'progress'; done: number; total: number; turn: number }
  | { kind: 'aggregate'; aggregate: Record<string, number> };

/** Number of attempts that decode together by default. The number changes no result. */
export const EVALUATION_BATCH = 8;

/** Writes a result as a JSON line: the line of a scored prediction, with `output` and `finish`. */
export function formatEvaluatedRow(
  { id, correct, reason, output, finish, subscores }: EvaluatedRow,
  sentence: string,
): string {
  return JSON.stringify({ id, correct, reason, sentence, output, finish, ...subscores });
}

/** Returns functions that encode and decode messages, by the model's chat template if it has one, else as text. */
export function tokenForm({ tokenizer }: Pick<EvaluatedModel, 'tokenizer'>) {
  const { name, render, read } = promptForm(tokenizer.chat);
  return {
    name,
    render,
    /**
     * Encodes a conversation as token ids, ready for the assistant's next message. A template writes the special tokens
     * itself, so the tokenizer adds none.
     */
    encode: (messages: readonly ChatMessage[]) => tokenizer.encode(render(messages), tokenizer.chat === null),
    /** Decodes the assistant's message from the model's tokens and trims the text. */
    read: (ids: readonly number[]) => read(tokenizer.decode(ids, true)),
  };
}

export type TokenForm = ReturnType<typeof tokenForm>;
