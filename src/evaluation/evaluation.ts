/**
 * @file What the evaluations of a benchmark and of a task family have in common: the model, how it decodes, and what
 * comes out, one result at a time.
 */
import type { Policy } from '../policy/policy.ts';
import { defaultSettings } from '../genenv/settings/settings.ts';
import type { ChatTemplate } from '../lm/chat-template.ts';
import type { Tokenizer } from '../lm/tokenizer.ts';
import type { ResultRow } from '../benchmarks/score-predictions.ts';

/** A model that is evaluated: it only writes. */
export interface EvaluatedModel {
  policy: Pick<Policy, 'generate'>;
  tokenizer: Tokenizer;
  /** Null for a base model: it reads conversations as plain text. */
  template: ChatTemplate | null;
  /** Longest sequence (prompt and completion) it accepts, tokens. */
  contextLength: number;
  /** Tokens that end what it writes. */
  stopIds: readonly number[];
}

/** How tokens are chosen. The same decoding on the same adapter gives the same results, in whatever batches. */
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

/** Benchmarks are read greedily, once; families as the loop's own evaluations do. */
export const defaultDecoding = {
  benchmark: { temperature: 0, samples: 1 },
  family: { temperature: defaultSettings.evalTemperature, samples: defaultSettings.evalSamples },
};

/** Longest answer to a benchmark's item, and longest action in one whose world answers back; tokens. */
export const MAX_NEW_TOKENS = { answer: 512, action: 32 };

/** How an answer ended: by itself, cut off for its length, or never begun because the model cannot read the item. */
export type Finish = 'stop' | 'length' | 'not-run';

/** A result line of `genenv score`, and what the model wrote: null where it was not run. */
export type EvaluatedRow = ResultRow & { output: string | null; finish: Finish };

export type EvaluationEvent =
  | { kind: 'result'; row: EvaluatedRow }
  /** Attempts that are over, and the turn that those under way have reached. */
  | { kind: 'progress'; done: number; total: number; turn: number }
  | { kind: 'aggregate'; aggregate: Record<string, number> };

/** Attempts that decode together; changes no result. */
export const EVALUATION_BATCH = 8;

/** A result as its output line: `id`, `correct`, `reason` and `output` first. */
export function formatEvaluatedRow({ id, correct, reason, output, ...rest }: EvaluatedRow): string {
  return JSON.stringify({ id, correct, reason, output, ...rest });
}
