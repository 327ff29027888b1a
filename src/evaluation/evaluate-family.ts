/**
 * @file A model attempts a task family's fixed tasks, on which no model was trained. They are read and scored as in the
 * loop, with the loop's random numbers: with a run's settings, the success is the run's.
 */
import { CodedError } from '../common/coded-error.ts';
import { meanOrZero } from '../common/mean.ts';
import { defaultSettings } from '../genenv/settings/settings.ts';
import { attemptTasks, evaluationTasksOf, meansByLevel, type ScoredAttempt } from '../genenv/stages/evaluate.ts';
import type { Candidate } from '../genenv/stages/inspect-task.ts';
import { writtenTurns } from '../genenv/stages/roll-out.ts';
import type { Tokenizer } from '../lm/files/tokenizer.ts';
import { type Family, promptForm, type Split } from '../tasks/family.ts';
import {
  EVALUATION_BATCH,
  type Decoding,
  type EvaluatedModel,
  type EvaluatedRow,
  type EvaluationEvent,
} from './evaluation.ts';

export interface FamilyEvaluation {
  family: Family;
  split: Split;
  /** One level only; absent: all. */
  level?: number;
  /** The number of tasks of each level; fewer if a level has fewer. */
  tasksPerLevel: number;
  model: EvaluatedModel;
  decoding: Decoding;
  /** Tasks that are attempted together. */
  batch?: number;
  /** Ends the evaluation; the finished attempts count. */
  signal?: AbortSignal;
}

/** The fixed tasks of an evaluation; `index` counts through all levels. */
export const familyTasks = ({ family, split, level, tasksPerLevel, model }: FamilyEvaluation): Candidate[] =>
  evaluationTasksOf([family], { evalSplit: split, evalTasks: tasksPerLevel }, promptForm(model.tokenizer.chat)).filter(
    (task) => level === undefined || task.level === level,
  );

/**
 * Yields results in the order of levels, tasks and samples; last the success rate by level and its mean over levels.
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

/** A model that was made for other families lacks words of this one and would fail at the first task with such a word. */
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
