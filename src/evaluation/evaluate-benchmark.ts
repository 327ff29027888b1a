/**
 * @file Lets a model attempt a benchmark's items, and judges it by the benchmark's own rule. An item is one question,
 * or an episode of several turns if the benchmark is interactive.
 *
 * The model cannot read an item if its vocabulary lacks a word or its context is shorter than the prompt. Such an item
 * is not a wrong answer. Its result says why the model did not run. The figures leave the item out and count it as
 * rejected.
 */
import { endTokens } from '../policy/text-tokenizer.ts';
import { errorData } from '../common/error-data.ts';
import type { Prompt } from '../policy/policy.ts';
import { randomKey } from '../random/streams.ts';
import type {
  Benchmark,
  BenchmarkEpisode,
  BenchmarkItem,
  BenchmarkReason,
  ScoredItem,
} from '../benchmarks/benchmark.ts';
import { aggregateOf } from '../benchmarks/score-predictions.ts';
import {
  type Decoding,
  type EvaluatedModel,
  type EvaluatedRow,
  EVALUATION_BATCH,
  type EvaluationEvent,
  type Finish,
  tokenForm,
  type TokenForm,
} from './evaluation.ts';
import type { ChatMessage } from '../tasks/family.ts';

export interface BenchmarkEvaluation<Item extends BenchmarkItem> {
  benchmark: Benchmark<Item>;
  items: readonly Item[];
  model: EvaluatedModel;
  decoding: Decoding;
  /** Maximum number of tokens of an answer, or of an action if the benchmark is interactive. */
  maxNewTokens: number;
  /** Number of attempts that decode together. */
  batch?: number;
  /** Signal that ends the evaluation early. Finished attempts still count. */
  signal?: AbortSignal;
}

/** Attempt at an item, in progress or ended. */
interface ItemAttempt<Item> {
  item: Item;
  /** Position of the item in the list, which random numbers use as the task's number. */
  index: number;
  sample: number;
  messages: ChatMessage[];
  /** Episode of an interactive item. Null if the item is one question. */
  world: BenchmarkEpisode | null;
  turns: string[];
  /** Number of tokens written in earlier turns. The random numbers continue at this position. */
  position: number;
  /** End of the attempt. Null while the attempt is in progress. */
  finish: Finish | null;
  /** Reason why the model could not read its prompt. Null if it could. */
  obstacle: BenchmarkReason | null;
}

/**
 * Yields results in the order of items and samples, then the benchmark's figures with the three counts of
 * `scorePredictions`. An abort drops unfinished attempts, so the figures cover only finished attempts.
 */
export async function* evaluateBenchmark<Item extends BenchmarkItem>(
  request: BenchmarkEvaluation<Item>,
): AsyncGenerator<EvaluationEvent> {
  const { benchmark, items, decoding, batch = EVALUATION_BATCH, signal } = request;
  const attempts = items.length * decoding.samples;
  const scored: ScoredItem<Item>[] = [];
  let rejected = 0;

  const resultOf = async ({ item, world, turns, finish, obstacle }: ItemAttempt<Item>): Promise<EvaluatedRow> => {
    const { id } = item;
    if (turns.length === 0 && obstacle !== null) {
      rejected += 1;
      const reason: BenchmarkReason = { code: 'not-run', because: obstacle };
      return { id, correct: false, reason, output: null, finish: 'not-run', subscores: {} };
    }
    const output = turns.join('\n');
    const verdict = world === null ? await benchmark.score(item, output) : world.verdict();
    scored.push({ item, verdict });
    const reason: BenchmarkReason =
      obstacle === null ? verdict.reason : { code: 'ended-early', verdict: verdict.reason, because: obstacle };
    return { id, ...verdict, reason, output, finish: finish ?? 'stop' };
  };

  for (let start = 0; start < attempts && !signal?.aborted; start += batch) {
    const together = Array.from({ length: Math.min(batch, attempts - start) }, (_, i) =>
      beginAttempt(benchmark, items, Math.floor((start + i) / decoding.samples), (start + i) % decoding.samples),
    );
    for await (const turn of playTogether(together, request)) {
      const done = start + together.filter(({ finish }) => finish !== null).length;
      yield { kind: 'progress', done, total: attempts, turn };
    }
    for (const attempt of together) if (attempt.finish !== null) yield { kind: 'result', row: await resultOf(attempt) };
  }
  yield { kind: 'aggregate', aggregate: aggregateOf(benchmark, items, scored, rejected) };
}

function beginAttempt<Item extends BenchmarkItem>(
  benchmark: Benchmark<Item>,
  items: readonly Item[],
  index: number,
  sample: number,
): ItemAttempt<Item> {
  const item = items[index];
  return {
    item,
    index,
    sample,
    messages: benchmark.prompt(item),
    world: benchmark.episode?.(item) ?? null,
    turns: [],
    position: 0,
    finish: null,
    obstacle: null,
  };
}

/** Runs attempts together until all have ended or the signal is aborted. Yields the number of each finished turn. */
async function* playTogether<Item extends BenchmarkItem>(
  attempts: readonly ItemAttempt<Item>[],
  { model, decoding, maxNewTokens, signal }: BenchmarkEvaluation<Item>,
): AsyncGenerator<number> {
  const form = tokenForm(model);
  const { temperature, topK, topP, seed } = decoding;
  const interactive = attempts.some(({ world }) => world !== null);
  const sampling = { temperature, topK, topP, maxNewTokens, stopIds: stopTokens(model, interactive) };
  for (let turn = 1; !signal?.aborted; turn++) {
    const prompts = promptsOf(attempts, form, model.contextLength - maxNewTokens);
    if (prompts.length === 0) return;
    const { completions } = await model.policy.generate(prompts, sampling, randomKey(seed, 'evaluation', 0));
    for (const { task, rollout, ids, finish } of completions) {
      const attempt = attempts.find(({ index, sample }) => index === task && sample === rollout)!;
      attempt.position += ids.length;
      takeTurn(attempt, form.read(ids), finish);
    }
    yield turn;
  }
}

/** Returns the tokens that end a turn. They are the model's end tokens and, if interactive, the line feed. */
export function stopTokens({ tokenizer }: EvaluatedModel, interactive: boolean): readonly number[] {
  const stopIds = endTokens(tokenizer);
  const lineFeed = interactive ? tokenizer.encode('\n') : [];
  return lineFeed.length === 1 ? [...stopIds, lineFeed[0]] : stopIds;
}

/**
 * Returns the prompts of the next turn. In the first turn, all attempts at an item share a prompt. Ends the attempts
 * whose prompt the model cannot read.
 */
function promptsOf<Item extends BenchmarkItem>(
  attempts: readonly ItemAttempt<Item>[],
  form: TokenForm,
  longest: number,
): Prompt[] {
  const prompts: (Prompt & { rollouts: number[] })[] = [];
  for (const attempt of attempts) {
    if (attempt.finish !== null) continue;
    const before = prompts.at(-1);
    if (attempt.turns.length === 0 && before?.task === attempt.index && before.position === 0) {
      before.rollouts.push(attempt.sample);
      continue;
    }
    const read = readMessages(attempt.messages, form, longest);
    if ('obstacle' in read) {
      attempt.finish = attempt.turns.length === 0 ? 'not-run' : 'length';
      attempt.obstacle = read.obstacle;
      continue;
    }
    prompts.push({ ids: read.ids, task: attempt.index, rollouts: [attempt.sample], position: attempt.position });
  }
  return prompts;
}

function readMessages(
  messages: readonly ChatMessage[],
  form: TokenForm,
  longest: number,
): { ids: number[] } | { obstacle: BenchmarkReason } {
  try {
    const ids = form.encode(messages);
    if (ids.length <= longest) return { ids };
    return { obstacle: { code: 'prompt-too-long', tokens: ids.length, room: Math.max(0, longest) } };
  } catch (error) {
    return { obstacle: { code: 'prompt-not-readable', problem: errorData(error) } };
  }
}

function takeTurn(attempt: ItemAttempt<BenchmarkItem>, text: string, finish: 'stop' | 'length'): void {
  const { world, turns, messages } = attempt;
  if (world === null) {
    turns.push(text);
    attempt.finish = finish;
    return;
  }
  const [action] = text.split('\n', 1);
  turns.push(action);
  const { observation, done } = world.act(action.trim());
  if (done) attempt.finish = 'stop';
  messages.push({ role: 'assistant', content: action }, { role: 'user', content: observation });
}
