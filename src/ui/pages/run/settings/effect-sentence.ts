/** @file Words the costs and needs of a setting. */
import { type EffectsRequest, type SettingEffect, settingEffects } from '../../../../analysis/setting-effects.ts';
import type { SettingName } from '../../../../genenv/settings/settings.ts';
import { runText } from '../../../../text/run.ts';
import { formatDuration } from '../../../../text/duration.ts';
import { formatChoice, formatCount, formatNumber } from '../../../shared/format.ts';

const words = runText.settings.effects;

/** Returns an empty text if no number can be given for the setting. */
export const effectsText = (name: SettingName, request: EffectsRequest): string =>
  settingEffects(name, request).flatMap(sentencesOf).join(' ');

function sentencesOf(effect: SettingEffect): string[] {
  switch (effect.kind) {
    case 'passes': {
      const { counts, groupSize, tasks } = effect;
      if (counts.length === 0) return [words.nothingPasses({ groupSize: formatCount(groupSize) })];
      const passes = words.passes({
        counts: formatChoice(counts.map(formatCount)),
        groupSize: formatCount(groupSize),
      });
      return tasks
        ? [passes, words.tasks({ inside: formatCount(tasks.inside), all: formatCount(tasks.all) })]
        : [passes];
    }
    case 'half-reward':
      return [
        Number.isFinite(effect.distance) ? words.halfReward({ distance: formatNumber(effect.distance) }) : words.flat,
      ];
    case 'contrast':
      return [words.contrast({ factor: formatNumber(effect.factor) })];
    case 'rollouts': {
      const { rollouts, times, seconds } = effect;
      const count = formatCount(rollouts);
      return [
        times === 1 ? words.rollouts({ count }) : words.moreRollouts({ count, times: formatNumber(times) }),
        ...(seconds === undefined ? [] : [words.seconds({ time: formatDuration(seconds) })]),
      ];
    }
    case 'odds':
      return [Number.isFinite(effect.odds) ? words.odds({ times: formatNumber(effect.odds) }) : words.greedy];
  }
}
