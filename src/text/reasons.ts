/** @file Says why a task, an answer, an update or a prediction was judged as it was. */
import { isRegressedOn } from '../genenv/log/epoch-events.ts';
import type { CheckFailure, ConstraintReason, RejectionReason } from '../benchmarks/benchmark.ts';
import type { ErrorData } from '../common/error-parameters.ts';
import type { EvaluationReason, Obstacle } from '../evaluation/evaluation.ts';
import type { TaskSource } from '../genenv/log/events.ts';
import type { AgentNote, EnvironmentNote, FilterReason, RolloutReason, TaskReason } from '../genenv/log/reasons.ts';
import type { FamilyReason } from '../tasks/family.ts';
import type { RegisteredReason } from '../tasks/registry.ts';
import type { KeyReason } from '../tasks/family-parts.ts';
import { errorSentence } from './errors.ts';
import { listOf, type MessagesOf, sentenceOf } from './sentence.ts';
import { workText } from './work.ts';

type LoopReason = Exclude<TaskReason | RolloutReason | FilterReason | AgentNote | EnvironmentNote, FamilyReason>;
type JudgedReason = Exclude<EvaluationReason, { code: 'family-verdict' }> | RejectionReason;
type NestedReason = CheckFailure | ConstraintReason | Obstacle;
/** The household family is a world and shares its messages. */
type WorldLike = { code: `household/${string}` };

const messages: MessagesOf<
  LoopReason | Exclude<RegisteredReason, WorldLike> | KeyReason | JudgedReason | NestedReason
> = workText.reasons;

const isError = (value: object): value is ErrorData => 'parameters' in value || 'message' in value;

/** Words data within a reason: another reason, an error, or reward values by name. */
function nested(value: object): string {
  if (isError(value)) return errorSentence({ ...value, code: value.code ?? undefined });
  if ('code' in value) return reasonSentence(value as { code: string });
  return listOf(Object.entries(value).map(([name, one]) => `${name} ${Number((one as number).toFixed(3))}`));
}

export function reasonSentence(reason: { readonly code: string }): string {
  if (reason.code === 'family-verdict') {
    const { verdict } = reason as Extract<EvaluationReason, { code: 'family-verdict' }>;
    return verdict === null ? '' : reasonSentence(verdict);
  }
  const { code } = reason;
  if (code === 'constraint-fails') {
    const { constraint, ...others } = reason as Extract<EvaluationReason, { code: 'constraint-fails' }>;
    return sentenceOf(messages, code, { ...others, constraint: constraint.replaceAll('_', ' ') }, nested);
  }
  return sentenceOf(messages, code.replace(/^household\//, 'world/'), reason, nested);
}

/** Words the filter's verdict. Only texts that the environment wrote in this epoch can be part of its regression. */
export const filterSentence = (reason: FilterReason, source: TaskSource): string =>
  isRegressedOn(source) ? reasonSentence(reason) : workText.notRegressed({ reason: reasonSentence(reason) });
