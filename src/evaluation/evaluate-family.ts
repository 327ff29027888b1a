/**
 * @file A model attempts a task family's fixed tasks, those no model was trained on, read and scored as in the loop.
 * Random numbers are the loop's too: with its settings, the same success.
 */
import { agentReward } from '../genenv/stages/agent-reward.ts';
import { evaluationTasksOf } from '../genenv/stages/evaluate.ts';
import type { Rollout } from '../genenv/events.ts';
import type { Candidate } from '../genenv/candidate.ts';
import type { RolloutReason } from '../genenv/reasons.ts';
import { randomKey } from '../random/streams.ts';
import { rollOut } from '../genenv/stages/roll-out.ts';
import { defaultSettings } from '../genenv/settings/settings.ts';
import type { Tokenizer } from '../lm/tokenizer.ts';
import type { Family, Split } from '../tasks/family.ts';
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
  /** At most so many tasks of each level; fewer where a level has fewer. */
  tasksPerLevel: number;
  model: EvaluatedModel;
  decoding: Decoding;
  /** Tasks that are attempted together. */
  batch?: number;
  /** Ends the evaluation with what is done. */
  signal?: AbortSignal;
}

/** The fixed tasks an evaluation is over; `text.index` counts through all levels. */
export const familyTasks = ({ family, split, level, tasksPerLevel }: FamilyEvaluation): Candidate[] =>
  evaluationTasksOf([family], { evalSplit: split, evalTasks: tasksPerLevel }).filter(
    ({ text }) => level === undefined || text.level === level,
  );

interface Attempt {
  level: number;
  reward: number;
  success: boolean;
  wellFormed: boolean;
  cutOff: boolean;
}

/**
 * Yields results in the order of levels, tasks and samples; last the success rate by level and its mean over levels.
 * @param sentenceOf makes the reason of a result's row
 * @throws Error naming the first word of the family that the model's vocabulary lacks
 */
export async function* evaluateFamily(
  request: FamilyEvaluation,
  sentenceOf: (reason: RolloutReason) => string,
): AsyncGenerator<EvaluationEvent> {
  const { family, split, model, decoding, batch = EVALUATION_BATCH, signal } = request;
  checkVocabulary(family, model.tokenizer);
  const tasks = familyTasks(request);
  const { samples, temperature, topK, topP, seed } = decoding;
  const attempts: Attempt[] = [];
  for (let start = 0; start < tasks.length && !signal?.aborted; start += batch) {
    const together = tasks.slice(start, start + batch);
    const { rollouts } = await rollOut({
      agent: model.policy,
      tokenizer: model.tokenizer,
      tasks: together,
      rolloutsPerTask: samples,
      temperature,
      settings: { topK, topP },
      contextLength: model.contextLength,
      key: randomKey(seed, 'evaluation', 0),
    });
    for (const [i, rollout] of rollouts.entries()) {
      const task = together[Math.floor(i / samples)];
      const { attempt, row } = judge(task, rollout, `${family.name}/${split}/${task.text.index}`, sentenceOf);
      attempts.push(attempt);
      yield { kind: 'result', row };
    }
    yield { kind: 'progress', done: attempts.length, total: tasks.length * samples, turn: family.maxTurns };
  }
  yield {
    kind: 'aggregate',
    aggregate: {
      ...figures(attempts),
      predictions: attempts.length,
      items_without_prediction: tasks.length - attempts.length / samples,
    },
  };
}

function judge(
  { family, task, text }: Candidate,
  { turns, finish }: Rollout,
  id: string,
  sentenceOf: (reason: RolloutReason) => string,
) {
  const score = agentReward(family, task, turns, finish, defaultSettings.successThreshold);
  const { reward, success, wellFormed, reason } = score;
  const attempt: Attempt = { level: text.level, reward, success, wellFormed, cutOff: finish === 'length' };
  const row: EvaluatedRow = {
    id,
    correct: success,
    reason: sentenceOf(reason),
    output: turns.join('\n'),
    finish,
    level: text.level,
    reward,
    well_formed: wellFormed,
    task: text.text,
  };
  return { attempt, row };
}

function figures(attempts: readonly Attempt[]): Record<string, number> {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const share = (some: readonly Attempt[], of: 'success' | 'wellFormed' | 'cutOff') =>
    mean(some.map((attempt) => Number(attempt[of])));
  if (attempts.length === 0) return {};
  const levels = [...new Set(attempts.map(({ level }) => level))];
  const byLevel = levels.map((level) => ({
    level,
    success: share(
      attempts.filter((attempt) => attempt.level === level),
      'success',
    ),
  }));
  return {
    success: mean(byLevel.map(({ success }) => success)),
    ...Object.fromEntries(byLevel.map(({ level, success }) => [`success_level_${level}`, success])),
    reward: mean(attempts.map(({ reward }) => reward)),
    well_formed: share(attempts, 'wellFormed'),
    cut_off: share(attempts, 'cutOff'),
  };
}

/** A model made for other families lacks words of this one, and would fail at the first task that holds one. */
function checkVocabulary(family: Family, tokenizer: Tokenizer): void {
  const lacking = family.words.find((word) => {
    try {
      tokenizer.encode(word);
      return false;
    } catch {
      return true;
    }
  });
  if (lacking !== undefined)
    throw new Error(
      `This model cannot read the family ${family.name}: its vocabulary lacks "${lacking}". ` +
        'Choose a model that was trained on this family.',
    );
}
