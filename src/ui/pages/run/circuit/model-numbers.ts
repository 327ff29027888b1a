/**
 * @file Computes the numbers on the two model cards from the log, the most important first. They belong to the epoch
 * shown. Only held-out success may be older, and names its epoch. An unknown number says after which stage it is known.
 */
import type { EpochStory } from '../../../../analysis/epoch-story.ts';
import type { HeldOutPoint } from '../../../../analysis/metrics.ts';
import type { EpochView, RunView } from '../../../../analysis/run-view.ts';
import { measuredIn } from './curves/curve-scale.ts';
import { meanOrNull } from '../../../../common/mean.ts';
import type { EpochStage } from '../../../../genenv/log/epoch-events.ts';
import type { PolicyDescription } from '../../../../policy/policy.ts';
import { SUCCESS_BUCKETS, successBucket, UNKNOWN_SUCCESS } from '../../../../tasks/family.ts';
import { formatCount, formatNumber, formatPercent, formatPercentRange, formatShort } from '../../../shared/format.ts';
import { runText } from '../../../../text/run.ts';
import { text } from '../../../../text/text.ts';

export interface ModelNumber {
  name: string;
  value: string;
  /** Share from 0 to 1 that is drawn as a bar. */
  share?: number;
  /** Reason why the number is unknown. */
  why?: string;
}

const words = runText.circuit;

type Value = Omit<ModelNumber, 'name' | 'why'>;

/** Makes a number, or says why it is unknown. @param value null if the stage has not happened or gave no number */
const known = (name: string, epoch: EpochView, stage: EpochStage, value: Value | null): ModelNumber => ({
  name,
  ...(value ?? {
    value: words.unknown,
    why: epoch[stage] ? words.noneInEpoch : words.knownAfter({ stage: text.stages[stage].name }),
  }),
});

function meanValue(values: readonly number[] = [], shown: (mean: string) => string = (mean) => mean): Value | null {
  const mean = meanOrNull(values);
  return mean === null ? null : { value: shown(formatNumber(mean)) };
}

/** Returns true if the log has a level or a size. Both start at 1, and 0 means that the log lacks them. */
const isKnown = (count: number): boolean => count > 0;

const sizeOf = (model: Pick<PolicyDescription, 'parameters'> | undefined): ModelNumber[] =>
  model && isKnown(model.parameters) ? [{ name: words.parameters, value: formatShort(model.parameters) }] : [];

/** Returns the agent's success that this epoch's environment prompts state, as a range. Empty without conditioning. */
function toldOf({ epochs }: RunView, { epoch, settings }: EpochView): ModelNumber[] {
  if (!settings.conditioning) return [];
  const before = epochs.findLast((one) => one.epoch < epoch)?.['epoch-ended'];
  const fifths = (before ? Object.values(before.state.recentSuccess) : [UNKNOWN_SUCCESS]).map(successBucket);
  const [least, most] = [Math.min(...fifths), Math.max(...fifths) + 1];
  return [{ name: words.told, value: formatPercentRange([least / SUCCESS_BUCKETS, most / SUCCESS_BUCKETS]) }];
}

export function environmentNumbers(view: RunView, epoch: EpochView, story: EpochStory | null): ModelNumber[] {
  const { scored, 'tasks-written': written } = epoch;
  const texts = written?.texts.filter(({ source }) => source === 'environment') ?? [];
  const valid = texts.filter(({ verdict }) => verdict === 'valid').length;
  const attempted = written?.texts.filter(({ used }) => used);
  return [
    ...(texts.length
      ? [{ name: words.usable, value: words.of({ part: String(valid), all: String(texts.length) }) }]
      : []),
    known(words.divergence, epoch, 'environment-updated', divergence(story?.environment?.kl, epoch.environmentKlCap)),
    known(words.reward, epoch, 'scored', meanValue(scored?.tasks.map((task) => task.environmentReward))),
    known(words.level, epoch, 'tasks-written', meanValue(attempted?.map(({ level }) => level).filter(isKnown))),
    ...(texts.length ? toldOf(view, epoch) : []),
    ...sizeOf(view.started?.environment),
  ];
}

function divergence(kl: number | null | undefined, cap: number | undefined): Value | null {
  if (kl == null) return null;
  if (!cap) return { value: words.nats({ value: formatNumber(kl) }) };
  return {
    value: words.nats({ value: words.ofCap({ value: formatNumber(kl), cap: formatNumber(cap) }) }),
    share: Math.min(1, kl / cap),
  };
}

/** Returns the numbers on the agent's card. @param evaluation newest evaluation up to the epoch shown */
export function agentNumbers(
  { started }: RunView,
  epoch: EpochView,
  story: EpochStory | null,
  evaluation: HeldOutPoint | undefined,
): ModelNumber[] {
  const steps = epoch['agent-updated']?.steps;
  const success = story?.success;
  return [
    ...(evaluation ? [{ name: words.heldOut, ...heldOutValue(evaluation, epoch.epoch) }] : []),
    known(
      words.solved,
      epoch,
      'scored',
      success ? { value: words.of({ part: formatCount(success.k), all: formatCount(success.n) }) } : null,
    ),
    known(
      words.entropy,
      epoch,
      'agent-updated',
      meanValue(
        steps?.map(({ entropy }) => entropy),
        (value) => words.nats({ value }),
      ),
    ),
    known(
      words.divergence,
      epoch,
      'agent-updated',
      meanValue(
        steps?.map(({ klPerToken }) => klPerToken),
        (kl) => words.perToken({ value: words.nats({ value: kl }) }),
      ),
    ),
    ...sizeOf(started?.agent),
  ];
}

const heldOutValue = ({ epoch, success }: HeldOutPoint, shown: number): Value => ({
  value: measuredIn(epoch, shown, formatPercent(success)),
  share: success,
});
