/**
 * @file A model attempts a benchmark's items and is judged by the benchmark's own rule. Items are asked in one message,
 * or played step by step where the benchmark's world answers back.
 *
 * What a model cannot read (a word its vocabulary lacks, a prompt longer than its context) is no wrong answer: such an
 * item is a result that says why, and is left out of the benchmark's figures, which count it as rejected.
 */
import type { Prompt } from '../policy/policy.ts';
import { randomKey } from '../random/streams.ts';
import type { Benchmark, BenchmarkEpisode, BenchmarkItem, ChatMessage, ScoredItem } from '../benchmarks/benchmark.ts';
import { aggregateOf } from '../benchmarks/score-predictions.ts';
import {
  EVALUATION_BATCH,
  type Decoding,
  type EvaluatedModel,
  type EvaluatedRow,
  type EvaluationEvent,
  type Finish,
} from './evaluation.ts';
import { promptForm, type PromptForm } from './prompt-form.ts';

export interface BenchmarkEvaluation<Item extends BenchmarkItem> {
  benchmark: Benchmark<Item>;
  items: readonly Item[];
  model: EvaluatedModel;
  decoding: Decoding;
  /** Longest answer or, where the world answers back, longest action; tokens. */
  maxNewTokens: number;
  /** Attempts that decode together. */
  batch?: number;
  /** Ends the evaluation with what is done. */
  signal?: AbortSignal;
}

/** One attempt at an item. */
interface Attempt<Item> {
  item: Item;
  /** Of the item in the list: part of the random key. */
  index: number;
  sample: number;
  messages: ChatMessage[];
  /** Null where one answer is all. */
  world: BenchmarkEpisode | null;
  turns: string[];
  /** Tokens written in earlier turns: the next random position. */
  position: number;
  /** Null while it is under way. */
  finish: Finish | null;
  /** Why it could not go on, in a sentence; else empty. */
  obstacle: string;
}

/**
 * Yields results in the order of items, then of samples; last the benchmark's figures with the three counts of
 * `scorePredictions`. Aborting ends it soon: attempts under way are dropped, and the figures are of those before.
 */
export async function* evaluateBenchmark<Item extends BenchmarkItem>(
  request: BenchmarkEvaluation<Item>,
): AsyncGenerator<EvaluationEvent> {
  const { benchmark, items, decoding, batch = EVALUATION_BATCH, signal } = request;
  const attempts = items.length * decoding.samples;
  const scored: ScoredItem<Item>[] = [];
  let rejected = 0;

  const resultOf = ({ item, world, turns, finish, obstacle }: Attempt<Item>): EvaluatedRow => {
    if (turns.length === 0) {
      rejected += 1;
      return { id: item.id, correct: false, reason: `Not run: ${obstacle}`, output: null, finish: 'not-run' };
    }
    const output = turns.join('\n');
    const verdict = world === null ? benchmark.score(item, output) : world.verdict();
    scored.push({ item, verdict });
    const reason = [verdict.reason, obstacle].filter(Boolean).join(' ');
    return { ...verdict.subscores, id: item.id, correct: verdict.correct, reason, output, finish: finish ?? 'stop' };
  };

  for (let start = 0; start < attempts && !signal?.aborted; start += batch) {
    const together = Array.from({ length: Math.min(batch, attempts - start) }, (_, i) =>
      beginAttempt(benchmark, items, Math.floor((start + i) / decoding.samples), (start + i) % decoding.samples),
    );
    for await (const turn of playTogether(together, request)) {
      const done = start + together.filter(({ finish }) => finish !== null).length;
      yield { kind: 'progress', done, total: attempts, turn };
    }
    for (const attempt of together) if (attempt.finish !== null) yield { kind: 'result', row: resultOf(attempt) };
  }
  yield { kind: 'aggregate', aggregate: aggregateOf(benchmark, items, scored, rejected) };
}

function beginAttempt<Item extends BenchmarkItem>(
  benchmark: Benchmark<Item>,
  items: readonly Item[],
  index: number,
  sample: number,
): Attempt<Item> {
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
    obstacle: '',
  };
}

/** Plays attempts side by side to their ends, or until the signal is aborted; yields each turn's number. */
async function* playTogether<Item extends BenchmarkItem>(
  attempts: readonly Attempt<Item>[],
  { model, decoding, maxNewTokens, signal }: BenchmarkEvaluation<Item>,
): AsyncGenerator<number> {
  const form = promptForm(model);
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

/** Tokens that end a turn: the model's own and, where actions are lines, the line feed. */
export function stopTokens({ tokenizer, stopIds }: EvaluatedModel, interactive: boolean): readonly number[] {
  if (stopIds.length === 0)
    throw new Error('The model names no end-of-sequence token, so no answer would end. Use a checkpoint that does.');
  const lineFeed = interactive ? tokenizer.encode('\n') : [];
  return lineFeed.length === 1 ? [...stopIds, lineFeed[0]] : stopIds;
}

/** One prompt for each item in its first turn, later one for each attempt; what cannot be read ends here. */
function promptsOf<Item extends BenchmarkItem>(
  attempts: readonly Attempt<Item>[],
  form: PromptForm,
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
    const { ids, obstacle } = read(attempt.messages, form, longest);
    if (ids === null) {
      attempt.finish = attempt.turns.length === 0 ? 'not-run' : 'length';
      attempt.obstacle = obstacle;
    } else prompts.push({ ids, task: attempt.index, rollouts: [attempt.sample], position: attempt.position });
  }
  return prompts;
}

function read(
  messages: readonly ChatMessage[],
  form: PromptForm,
  longest: number,
): { ids: number[]; obstacle: '' } | { ids: null; obstacle: string } {
  try {
    const ids = form.encode(messages);
    if (ids.length <= longest) return { ids, obstacle: '' };
    const room = `its context leaves room for ${Math.max(0, longest)} beside the answer`;
    return { ids: null, obstacle: `The model would have to read ${ids.length} tokens, but ${room}.` };
  } catch (error) {
    return { ids: null, obstacle: (error as Error).message };
  }
}

function takeTurn(attempt: Attempt<BenchmarkItem>, text: string, finish: 'stop' | 'length'): void {
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
