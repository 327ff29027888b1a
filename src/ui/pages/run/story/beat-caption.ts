/** @file The caption of a beat, after its epochs, with its numbers as the page shows numbers. */
import type { Beat } from '../../../../analysis/story-beats.ts';
import { firstMinute } from '../../../../text/text.ts';
import { formatCount, formatNumber, formatPercent } from '../../../shared/format.ts';

/** One decimal is what a level can be told apart by. */
const level = (value: number): string => formatNumber(Math.round(10 * value) / 10);

export const beatCaption = (beat: Beat): string =>
  firstMinute.told(formatCount(beat.from), formatCount(beat.to), captionOf(beat));

function captionOf(beat: Beat): string {
  const { beats } = firstMinute;
  switch (beat.code) {
    case 'too-hard':
      return beats[beat.code].caption({
        unsolved: formatCount(beat.unsolved),
        groups: formatCount(beat.groups),
        mixed: formatCount(beat.mixed),
        right: formatCount(beat.success.k),
        answers: formatCount(beat.success.n),
      });
    case 'comes-down':
      return beats[beat.code].caption({
        levelBefore: level(beat.levelBefore),
        levelAfter: level(beat.levelAfter),
        from: formatCount(beat.first),
        to: formatCount(beat.to),
      });
    case 'discovers': {
      const { mastered } = beat;
      return beats[beat.code].caption({
        before: formatPercent(beat.before.k / beat.before.n),
        after: formatPercent(beat.after.k / beat.after.n),
        mastered: mastered && {
          epoch: formatCount(mastered.epoch),
          task: mastered.task,
          answers: formatCount(mastered.answers),
        },
      });
    }
    case 'grows': {
      const { heldOutBefore: before, heldOutAfter: after } = beat;
      return beats[beat.code].caption({
        levelBefore: level(beat.levelBefore),
        levelAfter: level(beat.levelAfter),
        heldOut:
          before === null || after === null ? null : { before: formatPercent(before), after: formatPercent(after) },
      });
    }
  }
}
