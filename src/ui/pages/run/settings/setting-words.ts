/** @file Describes a setting in words: its value, a change, and its effects. */
import { formatChoice, formatCount, formatNumber } from '../../../shared/format.ts';
import { formatDuration } from '../../../../text/duration.ts';
import { type EffectsRequest, type SettingEffect, settingEffects } from '../../../../analysis/setting-effects.ts';
import { runText } from '../../../../text/run.ts';
import { settingLabels } from '../../../../text/names.ts';
import { type FamilyChoice, familyNameOf } from '../../../../tasks/family.ts';
import type { SettingName } from '../../../../genenv/settings/settings.ts';

/** Translated titles of choices whose names in settings are English words. */
const choiceNames: Partial<Record<SettingName, Readonly<Record<string, string>>>> = runText.choiceNames;

export function shownValue(name: SettingName, value: unknown): string {
  if (typeof value === 'boolean') return value ? runText.settings.on : runText.settings.off;
  if (Array.isArray(value))
    return value.map((one) => (typeof one === 'object' ? familyNameOf(one as FamilyChoice) : String(one))).join(', ');
  return choiceNames[name]?.[String(value)] ?? String(value);
}

export const shownChange = (name: SettingName, from: unknown, to: unknown, symbol = settingLabels[name]): string =>
  runText.knobs.change({ symbol, from: shownValue(name, from), to: shownValue(name, to) });

const words = runText.settings.effects;

/** Describes the effects of a setting. Returns an empty text if no effect is known. */
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
