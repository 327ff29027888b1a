/** @file Explains why a task, an answer or an update was judged as it was. */
import { isRegressedOn } from '../genenv/log/epoch-events.ts';
import type { TaskSource } from '../genenv/log/events.ts';
import type { AgentNote, EnvironmentNote, FilterReason, RolloutReason, TaskReason } from '../genenv/log/reasons.ts';
import type { FamilyReason } from '../tasks/family.ts';
import { listOf, type MessagesOf, sentenceOf } from './sentence.ts';
import { workText } from './work.ts';

type LoopReason = Exclude<TaskReason | RolloutReason | FilterReason | AgentNote | EnvironmentNote, FamilyReason>;

const messages: MessagesOf<LoopReason> = workText.reasons;

/** Describes an object within a reason: another reason, or reward values by name. */
function nested(value: object): string {
  if ('code' in value) return reasonSentence(value as { code: string });
  return listOf(Object.entries(value).map(([name, one]) => `${name} ${Number((one as number).toFixed(3))}`));
}

/** Returns a reason's message. The household family is a world, so it shares the messages of worlds. */
export const reasonSentence = (reason: { readonly code: string }): string =>
  sentenceOf(messages, reason.code.replace(/^household\//, 'world/'), reason, nested);

/** Describes the filter's verdict. The environment's regression uses only tasks that it wrote in the epoch. */
export const filterSentence = (reason: FilterReason, source: TaskSource): string =>
  isRegressedOn(source) ? reasonSentence(reason) : workText.notRegressed({ reason: reasonSentence(reason) });
