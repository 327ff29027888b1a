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
  /** Largest number of tokens, prompt and completion together. */
  contextLength: number;
}

/** How tokens are chosen. One decoding gives equal results on one adapter, whatever the batches are. */
export interface Decoding {
  /** 0 is greedy. */
  temperature: number;
  /** 0 keeps all tokens. */
  topK: number;
  /** 1 keeps all tokens. */
  topP: number;
  /** Number of attempts at each item. */
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

/** Returns a benchmark's default: the limit of an action if its items are episodes, else of an answer. */
export const defaultMaxNewTokens = ({ episode }: { episode?: unknown }): number =>
  episode ? MAX_NEW_TOKENS.action : MAX_NEW_TOKENS.answer;

/** An answer ends by itself, is cut off at the length limit, or is not begun because the model cannot read the item. */
export type Finish = 'stop' | 'length' | 'not-run';

/** A result of `genenv score` with what the model wrote. `output` is null if the model was not run. */
export type EvaluatedRow = ResultRow<EvaluationReason> & { output: string | null; finish: Finish };

export type EvaluationEvent =
  | { kind: 'result'; row: EvaluatedRow }
  /** `done` is the number of finished attempts, `turn` the turn that the others have reached. */
  | { kind: 'progress'; done: number; total: number; turn: number }
  | { kind: 'aggregate'; aggregate: Record<string, number> };

/** Number of attempts that decode together. It changes no result. */
export const EVALUATION_BATCH = 8;

/** Writes a result as one output line: a scored prediction's line with `output` and `finish`. */
export function formatEvaluatedRow(
  { id, correct, reason, output, finish, subscores }: EvaluatedRow,
  sentence: string,
): string {
  return JSON.stringify({ id, correct, reason, sentence, output, finish, ...subscores });
}

/** Returns the chat template's form if the model has a template, else plain text. */
export function tokenForm({ tokenizer }: Pick<EvaluatedModel, 'tokenizer'>) {
  const { name, render, read } = promptForm(tokenizer.chat);
  return {
    name,
    render,
    /**
     * Encodes the conversation as token ids, up to where the assistant's next message begins. A template writes the
     * special tokens itself.
     */
    encode: (messages: readonly ChatMessage[]) => tokenizer.encode(render(messages), tokenizer.chat === null),
    /** Reads the assistant's message from the model's tokens and trims it. */
    read: (ids: readonly number[]) => read(tokenizer.decode(ids, true)),
  };
}

export type TokenForm = ReturnType<typeof tokenForm>;
