/** @file The costs and needs of a setting, as sentences. */
import type { SettingEffect } from '../../../../analysis/setting-effects.ts';
import { text } from '../../../../text/text.ts';
import { formatDuration } from '../../../../text/duration.ts';
import { formatCount, formatList, formatNumber } from '../../../shared/format.ts';

const words = text.settings.effects;

export function effectSentences(effect: SettingEffect): string[] {
  switch (effect.kind) {
    case 'passes': {
      const { counts, groupSize, tasks } = effect;
      if (counts.length === 0) return [words.nothingPasses(formatCount(groupSize))];
      const passes = words.passes(formatList(counts.map(formatCount)), formatCount(groupSize));
      return tasks ? [passes, words.tasks(formatCount(tasks.inside), formatCount(tasks.all))] : [passes];
    }
    case 'half-reward':
      return [Number.isFinite(effect.distance) ? words.halfReward(formatNumber(effect.distance)) : words.flat];
    case 'contrast':
      return [words.contrast(formatNumber(effect.factor))];
    case 'rollouts': {
      const { rollouts, times, seconds } = effect;
      const count = formatCount(rollouts);
      return [
        times === 1 ? words.rollouts(count) : words.moreRollouts(count, formatNumber(times)),
        ...(seconds === undefined ? [] : [words.seconds(formatDuration(seconds))]),
      ];
    }
    case 'odds':
      return [Number.isFinite(effect.odds) ? words.odds(formatNumber(effect.odds)) : words.greedy];
  }
}
