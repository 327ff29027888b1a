/** @file Writes captions for a story's beats (ranges of epochs) and followed task. Finds how far the story has come. */
import { type EpochStage, STAGES } from '../../../../genenv/log/epoch-events.ts';
import type { FollowedTask, Meeting } from '../../../../analysis/followed-task.ts';
import { type RunView, epochToShow, lastStage } from '../../../../analysis/run-view.ts';
import type { Beat } from '../../../../analysis/story-beats.ts';
import { firstMinute } from '../../../../text/text.ts';
import { change } from '../../../../text/change.ts';
import { formatCount, formatNumber, formatPercent } from '../../../shared/format.ts';

/** Formats a level with one decimal, which suffices to compare levels. */
const level = (value: number): string => formatNumber(Math.round(10 * value) / 10);

export const beatCaption = (beat: Beat): string =>
  firstMinute.told({
    same: beat.from === beat.to,
    from: formatCount(beat.from),
    to: formatCount(beat.to),
    caption: captionOf(beat),
  });

/** Returns the sentence for the newest stage of the first meeting. Undefined if another epoch is shown. */
export function meetingCaption(followed: FollowedTask, view: RunView): string | undefined {
  const step = toldStep(followed, view);
  if (!step?.isNow || step.place > 0) return undefined;
  const { count, taught, answers } = step.meeting;
  const { task, right, decision } = followed;
  const facts = {
    task,
    origin: originOf(followed),
    answers: formatCount(answers.length),
    right: right.join(' '),
    k: formatCount(count.k),
    n: formatCount(count.n),
    word: right[decision],
    before: right.slice(0, decision).join(' '),
    taught,
  };
  return firstMinute.meeting[TOLD_STAGES.findLast(step.has)!](facts);
}

/** Returns words that say who wrote the followed task. */
function originOf({ origin, seed }: FollowedTask): string {
  const { origins } = firstMinute.meeting;
  return origin === 'continued' ? origins.continued({ seed }) : origins[origin];
}

export function endCaption({ task, meetings }: FollowedTask): string {
  const [first, last] = [meetings[0].count, meetings.at(-1)!.count];
  return firstMinute.ended({ task, first: formatCount(first.k), last: formatCount(last.k), n: formatCount(last.n) });
}

function captionOf(beat: Beat): string {
  const { beats } = firstMinute;
  switch (beat.code) {
    case 'too-hard':
      return beats[beat.code].caption({ ...beat, right: beat.success.k, answers: beat.success.n });
    case 'comes-down':
      return beats[beat.code].caption({
        levelBefore: level(beat.levelBefore),
        levelAfter: level(beat.levelAfter),
        from: beat.first,
        to: beat.to,
      });
    case 'discovers': {
      const { mastered } = beat;
      return beats[beat.code].caption({
        before: formatPercent(beat.before.k / beat.before.n),
        after: formatPercent(beat.after.k / beat.after.n),
        mastered: mastered && beats[beat.code].mastered(mastered),
      });
    }
    case 'grows': {
      const { heldOutBefore: before, heldOutAfter: after } = beat;
      return beats[beat.code].caption({
        levelBefore: level(beat.levelBefore),
        levelAfter: level(beat.levelAfter),
        heldOut: before === null || after === null ? null : change(formatPercent(before), formatPercent(after)),
      });
    }
  }
}

/** Point that the story has reached. A meeting is an epoch in which the agent attempts the followed task. */
interface ToldStep {
  meeting: Meeting;
  /** Index of the meeting among all meetings. */
  place: number;
  /** True if the meeting is in the epoch shown. */
  isNow: boolean;
  /** Returns true if the stage of the meeting's epoch has been shown. */
  has(stage: EpochStage): boolean;
}

/** Returns the newest meeting up to the epoch shown, or undefined before the first meeting. */
export function toldStep({ meetings }: FollowedTask, view: RunView): ToldStep | undefined {
  const shown = epochToShow(view);
  const place = meetings.findLastIndex(({ epoch }) => epoch <= (shown?.epoch ?? 0));
  if (place < 0) return undefined;
  const meeting = meetings[place];
  const isNow = meeting.epoch === shown?.epoch;
  const last = isNow ? STAGES.indexOf(lastStage(shown)!) : STAGES.length;
  return { meeting, place, isNow, has: (stage) => STAGES.indexOf(stage) <= last };
}

/** Stages that have a sentence in the first meeting. */
const TOLD_STAGES = ['tasks-written', 'rolled-out', 'scored', 'filtered', 'agent-updated'] as const;

/** Returns the index of the first word that differs from the right answer. Null if none differs. */
export function firstWrong(words: readonly string[], right: readonly string[]): number | null {
  const place = Array.from({ length: Math.max(words.length, right.length) }, (_, i) => words[i] === right[i]).indexOf(
    false,
  );
  return place < 0 ? null : place;
}
