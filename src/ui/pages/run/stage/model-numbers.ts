/**
 * @file The numbers of the two models in the picture of the loop, the most important first; all from the event log. A number
 * that the epoch does not have yet is that of the epoch before.
 */
import type { EpochStory } from '../../../../analysis/epoch-story.ts';
import { type EpochView, latestWith, type RunView } from '../../../../analysis/run-view.ts';
import { meanOrNull } from '../../../../common/mean.ts';
import { formatCount, formatNumber, formatPercent, formatPercentRange, formatShort } from '../../../shared/format.ts';
import { text } from '../../../../text/text.ts';

export interface ModelNumber {
  name: string;
  value: string;
  /** Of a whole, 0 to 1: drawn as a bar. */
  share?: number;
}

const words = text.stage;

export function environmentNumbers(view: RunView, epoch: EpochView): ModelNumber[] {
  const texts = epoch['tasks-written']?.texts.filter(({ source }) => source === 'environment') ?? [];
  const valid = texts.filter(({ verdict }) => verdict === 'valid').length;
  const told = Object.values(epoch['tasks-written']?.recentSuccess ?? {});
  const updated = latestWith(view, 'environment-updated', epoch.epoch);
  const kl = updated?.['environment-updated']?.klPerSequence;
  const cap = updated?.klCap ?? 0;
  const ended = latestWith(view, 'epoch-ended', epoch.epoch)?.['epoch-ended'];
  return [
    ...(texts.length ? [{ name: words.usable, value: words.of(String(valid), String(texts.length)) }] : []),
    ...(kl !== undefined
      ? [
          {
            name: words.divergence,
            value: cap ? words.nats(words.ofCap(formatNumber(kl), formatNumber(cap))) : words.nats(formatNumber(kl)),
            ...(cap ? { share: Math.min(1, kl / cap) } : {}),
          },
        ]
      : []),
    ...(ended
      ? [{ name: words.reward, value: formatNumber(ended.meanEnvironmentReward), share: ended.meanEnvironmentReward }]
      : []),
    ...(ended ? [{ name: words.level, value: formatNumber(ended.meanLevel) }] : []),
    ...(told.length ? [{ name: words.told, value: formatPercentRange(told) }] : []),
    ...(view.started ? [{ name: words.parameters, value: formatShort(view.started.environment.parameters) }] : []),
  ];
}

/** @param heldOut the newest held-out success up to the epoch shown */
export function agentNumbers(
  view: RunView,
  epoch: EpochView,
  story: EpochStory | null,
  heldOut: number | null,
): ModelNumber[] {
  const steps = latestWith(view, 'agent-updated', epoch.epoch)?.['agent-updated']?.steps ?? [];
  const entropy = meanOrNull(steps.map((step) => step.entropy));
  const kl = meanOrNull(steps.map((step) => step.klPerToken));
  return [
    ...(heldOut === null ? [] : [{ name: words.heldOut, value: formatPercent(heldOut), share: heldOut }]),
    ...(story?.success
      ? [{ name: words.solved, value: words.of(formatCount(story.success.k), formatCount(story.success.n)) }]
      : []),
    ...(entropy === null ? [] : [{ name: words.entropy, value: words.nats(formatNumber(entropy)) }]),
    ...(kl === null ? [] : [{ name: words.divergence, value: words.perToken(words.nats(formatNumber(kl))) }]),
    ...(view.started ? [{ name: words.parameters, value: formatShort(view.started.agent.parameters) }] : []),
  ];
}
