/** @file The common parts of evaluations of a benchmark and of a task family. */
import type { Sampler } from '../policy/policy.ts';
import { defaultSettings } from '../genenv/settings/settings.ts';
import type { ChatTemplate } from '../lm/files/chat-template.ts';
import type { Tokenizer } from '../lm/files/tokenizer.ts';
import type { ResultRow } from '../benchmarks/score-predictions.ts';
import type { EvaluationReason } from './reason.ts';

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
