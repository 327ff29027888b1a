/** @file How far the story has come with its followed task: the last meeting up to an epoch, and the stage that is told. */
import type { FollowedTask, Meeting } from '../../../../analysis/followed-task.ts';
import { epochToShow, lastStage, type RunView } from '../../../../analysis/run-view.ts';
import { type EpochStage, STAGES } from '../../../../genenv/log/epoch-events.ts';

export interface ToldStep {
  meeting: Meeting;
  /** Its place among the meetings. */
  place: number;
  /** It is in the epoch shown. */
  isNow: boolean;
  /** The stages of the meeting that have been shown. */
  has(stage: EpochStage): boolean;
}

/** Undefined before the first meeting. */
export function toldStep({ meetings }: FollowedTask, view: RunView): ToldStep | undefined {
  const shown = epochToShow(view);
  const place = meetings.findLastIndex(({ epoch }) => epoch <= (shown?.epoch ?? 0));
  if (place < 0) return undefined;
  const meeting = meetings[place];
  const isNow = meeting.epoch === shown?.epoch;
  const last = isNow ? STAGES.indexOf(lastStage(shown)!) : STAGES.length;
  return { meeting, place, isNow, has: (stage) => STAGES.indexOf(stage) <= last };
}

/** The stages of a meeting that a sentence tells. */
export const TOLD_STAGES = ['tasks-written', 'rolled-out', 'scored', 'filtered', 'agent-updated'] as const;

/** The first word in which an answer differs from the right one; null where there is none. */
export function firstWrong(words: readonly string[], right: readonly string[]): number | null {
  const place = Array.from({ length: Math.max(words.length, right.length) }, (_, i) => words[i] === right[i]).indexOf(
    false,
  );
  return place < 0 ? null : place;
}
