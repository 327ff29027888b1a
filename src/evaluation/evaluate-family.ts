/**
 * @file Lets a model attempt a task family's fixed tasks, on which no model was trained. Answers are sampled and scored
 * as in the loop, with the loop's random numbers. So a run's settings give the success that the run logged.
 *
 * Every evaluation has a header, because figures can only be compared if model, tasks and decoding are known.
 */
import { type BenchmarkItem, partsOf, type ScoringRule } from '../benchmarks/benchmark.ts';
import { CodedError } from '../common/coded-error.ts';
import { meanOrZero } from '../common/mean.ts';
import { defaultSettings } from '../genenv/settings/settings.ts';
import { attemptTasks, evaluationTasksOf, meansByLevel, type ScoredAttempt } from '../genenv/stages/evaluate.ts';
import type { Candidate } from '../genenv/stages/inspect-task.ts';
import { writtenTurns } from '../genenv/stages/roll-out.ts';
import type { Tokenizer } from '../lm/files/tokenizer.ts';
import type { PolicyDescription } from '../policy/policy.ts';
import { endTokens } from '../policy/text-tokenizer.ts';
import { type Family, promptForm, type Split } from '../tasks/family.ts';
import { type BenchmarkEvaluation, stopTokens } from './evaluate-benchmark.ts';
import {
  type Decoding,
  type EvaluatedModel,
  type EvaluatedRow,
  EVALUATION_BATCH,
  type EvaluationEvent,
  tokenForm,
} from './evaluation.ts';

export interface FamilyEvaluation {
  family: Family;
  split: Split;
  /** Level of the tasks. Default: all levels. */
  level?: number;
  /** Number of tasks of each level. A level with fewer tasks gives all of its tasks. */
  tasksPerLevel: number;
  model: EvaluatedModel;
  decoding: Decoding;
  /** Number of tasks attempted together. */
  batch?: number;
  /** Signal that ends the evaluation early. Finished attempts still count. */
  signal?: AbortSignal;
}

/** Returns the fixed tasks of an evaluation. A task's `index` counts through all levels. */
export const familyTasks = ({ family, split, level, tasksPerLevel, model }: FamilyEvaluation): Candidate[] =>
  evaluationTasksOf([family], { evalSplit: split, evalTasks: tasksPerLevel }, promptForm(model.tokenizer.chat)).filter(
    (task) => level === undefined || task.level === level,
  );

/**
 * Yields results in the order of levels, tasks and samples. Then it yields the figures, such as the success by level.
 * @throws CodedError `vocabulary-lacks-word` with the first word of the family that the model cannot read
 */
export async function* evaluateFamily(request: FamilyEvaluation): AsyncGenerator<EvaluationEvent> {
  const { family, split, model, decoding, batch = EVALUATION_BATCH, signal } = request;
  checkVocabulary(family, model.tokenizer);
  const tasks = familyTasks(request);
  const { samples, temperature, topK, topP, seed } = decoding;
  const attempts: ScoredAttempt[] = [];
  for (let start = 0; start < tasks.length && !signal?.aborted; start += batch) {
    const together = await attemptTasks({
      agent: model.policy,
      tokenizer: model.tokenizer,
      tasks: tasks.slice(start, start + batch),
      samples,
      temperature,
      settings: { topK, topP, successThreshold: defaultSettings.successThreshold },
      contextLength: model.contextLength,
      seed,
    });
    attempts.push(...together);
    for (const attempt of together) yield { kind: 'result', row: rowOf(attempt, split, model.tokenizer) };
    yield { kind: 'progress', done: attempts.length, total: tasks.length * samples, turn: family.maxTurns };
  }
  yield {
    kind: 'aggregate',
    aggregate: {
      ...figures(family, attempts),
      predictions: attempts.length,
      items_without_prediction: tasks.length - attempts.length / samples,
    },
  };
}

function rowOf({ candidate, rollout, score }: ScoredAttempt, split: Split, tokenizer: Tokenizer): EvaluatedRow {
  const { family, index, level, text: task, world } = candidate;
  const { reward, success, wellFormed, reason } = score;
  return {
    id: `${family}/${split}/${index}`,
    correct: success,
    reason: { code: 'family-verdict', family, verdict: reason },
    output: writtenTurns(world, tokenizer, rollout).join('\n'),
    finish: rollout.finish,
    subscores: { level, reward, well_formed: wellFormed, task },
  };
}

function figures(family: Family, attempts: readonly ScoredAttempt[]): Record<string, number> {
  if (attempts.length === 0) return {};
  const byLevel = meansByLevel([family], attempts, ({ success }) => Number(success))[family.name].flatMap(
    (success, index) => (success === null ? [] : [{ level: index + 1, success }]),
  );
  const mean = (value: (attempt: ScoredAttempt) => number) => meanOrZero(attempts.map(value));
  return {
    success: meanOrZero(byLevel.map(({ success }) => success)),
    ...Object.fromEntries(byLevel.map(({ level, success }) => [`success_level_${level}`, success])),
    reward: mean(({ score }) => score.reward),
    well_formed: mean(({ score }) => Number(score.wellFormed)),
    cut_off: mean(({ rollout }) => Number(rollout.finish === 'length')),
  };
}

/** Throws if the tokenizer lacks a word of the family. The tokenizers of models for other families may lack some. */
function checkVocabulary(family: Family, tokenizer: Tokenizer): void {
  const word = family.words.find((candidate) => {
    try {
      tokenizer.encode(candidate);
      return false;
    } catch {
      return true;
    }
  });
  if (word === undefined) return;
  throw new CodedError('vocabulary-lacks-word', { family: family.name, word });
}

export interface EvaluationHeader {
  model: string;
  weights_sha256: string;
  adapter: string;
  /** Source of the items, such as `bamboogle`, `alfworld, valid_unseen` or `household, held-out`. */
  items_of: string;
  rule: ScoringRule;
  items: number;
  prompts: {
    form: 'chat template' | 'plain text' | 'family text';
    /** Exact text of the first prompt. Null if there is no item. */
    first: string | null;
  };
  decoding: {
    temperature: number;
    top_k: number;
    top_p: number;
    max_new_tokens: number;
    samples: number;
    seed: number;
    /** Tokens that end an answer or, in an interactive benchmark, a turn. */
    stop: string[];
  };
}

const modelPart = ({ name, weightsHash, runtime }: PolicyDescription) => ({
  model: name,
  weights_sha256: weightsHash,
  adapter: runtime,
});

function decodingPart(
  { tokenizer }: EvaluatedModel,
  { temperature, topK, topP, samples, seed }: Decoding,
  maxNewTokens: number,
  stopIds: readonly number[],
): EvaluationHeader['decoding'] {
  const stop = stopIds.map((id) => tokenizer.tokenText(id));
  return { temperature, top_k: topK, top_p: topP, max_new_tokens: maxNewTokens, samples, seed, stop };
}

export function benchmarkHeader<Item extends BenchmarkItem>(
  { benchmark, items, model, decoding, maxNewTokens }: BenchmarkEvaluation<Item>,
  description: PolicyDescription,
): EvaluationHeader {
  const form = tokenForm(model);
  const first = items.at(0);
  const parts = partsOf(benchmark, items);
  return {
    ...modelPart(description),
    items_of: [benchmark.name, ...(parts.length === 1 ? parts : [])].join(', '),
    rule: benchmark.rule,
    items: items.length,
    prompts: { form: form.name, first: first === undefined ? null : form.render(benchmark.prompt(first)) },
    decoding: decodingPart(model, decoding, maxNewTokens, stopTokens(model, benchmark.episode !== undefined)),
  };
}

export function familyHeader(request: FamilyEvaluation, description: PolicyDescription): EvaluationHeader {
  const { family, split, level, model, decoding } = request;
  const tasks = familyTasks(request);
  return {
    ...modelPart(description),
    items_of: `${family.name}, ${split}${level === undefined ? '' : `, level ${level}`}`,
    rule: family.reward === 'soft' ? 'token-f1' : 'exact-match',
    items: tasks.length,
    prompts: { form: 'family text', first: tasks.at(0)?.prompt ?? null },
    decoding: decodingPart(model, decoding, family.maxAnswerTokens, endTokens(model.tokenizer)),
  };
}
