/**
 * @file Updates the environment by reward-weighted regression (Algorithm 1, step 3). This is supervised learning of
 * (context → task) with weights ∝ exp(λ·R_env). A KL penalty and a cap keep the environment near its initial weights.
 * curriculum/environment-reward.ts and objectives/rwr.ts have the formulas.
 *
 * Inside the band the weights are nearly equal (within 2% at the paper's values). So the environment learns mainly by
 * the filter's choice of tasks.
 *
 * The paper caps updates "by a maximum KL threshold" and does not say how, so the setting `capAction` offers several
 * ways. The cap limits the mean KL divergence per sequence over the texts in the KL penalty of a step.
 */
import { meanOrZero } from '../../common/mean.ts';
import type { RwrObjective, TokenIds, TrainingSequence, UpdateStats } from '../../objectives/objective.ts';
import type { LoopPlayer, UpdateRequest } from '../../policy/policy.ts';
import { randomStream } from '../../random/streams.ts';
import { learners, optimizerOf, updateMemory } from '../epoch-settings.ts';
import type { CapAction, EnvironmentEntry, EnvironmentUpdated } from '../log/events.ts';
import type { EnvironmentNote } from '../log/reasons.ts';
import { type Pools, regressionWindow } from '../pools.ts';
import type { Settings } from '../settings/settings-table.ts';
import type { AttemptedTask, Candidate } from './inspect-task.ts';

/** Number of times that a step beyond the cap is halved before it is undone. */
const HALVINGS = 4;

interface CappedStep {
  /** Statistics of the step. Null if the cap prevented the step. */
  stats: UpdateStats | null;
  action: CapAction;
  /** Cost of the step and of measuring the divergence. */
  flops: number;
}

/** Measures the mean KL divergence to the initial weights, in nats per sequence. Returns 0 without sequences. */
export async function meanDivergence(
  policy: LoopPlayer,
  sequences: readonly TrainingSequence[],
  temperature: number,
): Promise<{ mean: number; flops: number }> {
  if (sequences.length === 0) return { mean: 0, flops: 0 };
  const { perSequence, flops } = await policy.divergence(sequences, temperature);
  return { mean: meanOrZero(perSequence), flops };
}

/**
 * Takes one regression step under the cap.
 * @param cap largest mean divergence in nats per sequence; 0: no cap
 */
export async function cappedStep(
  policy: LoopPlayer,
  request: UpdateRequest & { objective: RwrObjective },
  cap: number,
  atCap: Exclude<CapAction, 'none'>,
): Promise<CappedStep> {
  const { temperature } = request.objective;
  const inPenalty = request.sequences.filter(({ klWeight = 1 }) => klWeight !== 0);
  const measure = () => meanDivergence(policy, inPenalty, temperature);

  if (cap === 0) {
    const stats = await policy.update(request);
    return { stats, action: 'none', flops: stats.flops };
  }

  if (atCap === 'kl-only') {
    const stats = await policy.update({ ...request, objective: { ...request.objective, klOnlyAbove: cap } });
    return { stats, action: stats.klPerSequence >= cap ? 'kl-only' : 'none', flops: stats.flops };
  }

  if (atCap === 'stop') {
    const before = await measure();
    if (before.mean >= cap) return { stats: null, action: 'stop', flops: before.flops };
    const stats = await policy.update(request);
    return { stats, action: 'none', flops: before.flops + stats.flops };
  }

  await policy.hold();
  const stats = await policy.update(request);
  let { mean: divergence, flops } = await measure();
  flops += stats.flops;
  // A step that starts beyond the cap is allowed if it lowers the divergence.
  const tooFar = () => divergence > cap && divergence > stats.klPerSequence;
  if (!tooFar()) return { stats, action: 'none', flops };
  for (let halving = 0; atCap === 'scale-back' && halving < HALVINGS; halving++) {
    await policy.backtrack(0.5);
    const after = await measure();
    divergence = after.mean;
    flops += after.flops;
    if (!tooFar()) return { stats, action: 'scale-back', flops };
  }
  await policy.backtrack(0);
  return { stats, action: 'roll-back', flops };
}

/** Returns the (context → task) pairs of this epoch that passed the filter: texts of the environment, and examples. */
export const environmentPairs = (epoch: number, tasks: readonly AttemptedTask[]): EnvironmentEntry[] =>
  tasks.flatMap(({ family, context, contextIds, written, lesson, scored: { successRate }, filtered: { weight } }) => {
    const pair = lesson ?? (written && { context, contextIds, writtenIds: written.ids });
    return weight > 0 && pair ? [{ epoch, family, ...pair, successRate, weight }] : [];
  });

/** Temperature of the regression, even if texts were sampled at another temperature. */
const TEMPERATURE = 1;

/** Returns the environment's attempted texts of this epoch with weight 0, so that they count only in the KL penalty. */
const penalised = (tasks: readonly Candidate[]): TrainingSequence[] =>
  tasks.flatMap(({ contextIds, source, written }) =>
    source === 'environment' && written ? [{ prompt: contextIds, completion: written.ids, weight: 0 }] : [],
  );

const regressed = (entries: readonly EnvironmentEntry[]): TrainingSequence[] =>
  entries.map(({ contextIds, writtenIds, weight }) => ({ prompt: contextIds, completion: writtenIds, weight }));

/** Notes for the actions of the cap that end an epoch's update early. */
const notes: Partial<Record<CapAction, EnvironmentNote>> = {
  stop: { code: 'cap-reached' },
  'roll-back': { code: 'step-undone' },
};

interface EnvironmentUpdateRequest {
  environment: LoopPlayer;
  settings: Settings;
  /** True if the environment learns in this arm. The setting `whoLearns` may still prevent it. */
  learns: boolean;
  epoch: number;
  /** D_env of earlier epochs. The pairs of this epoch, D̃_env, are in `pairs`. */
  pools: Pick<Pools, 'environment'>;
  pairs: readonly EnvironmentEntry[];
  tasks: readonly Candidate[];
}

export const noEnvironmentUpdate = (epoch: number, note: EnvironmentNote | null): EnvironmentUpdated => ({
  type: 'environment-updated',
  epoch,
  steps: [],
  klPerSequence: 0,
  pairs: 0,
  cap: 'none',
  note,
});

export async function updateEnvironment(
  request: EnvironmentUpdateRequest,
): Promise<{ event: EnvironmentUpdated; flops: number }> {
  const { environment, settings, learns, epoch, pools, pairs, tasks } = request;
  if (!learns) return { event: noEnvironmentUpdate(epoch, { code: 'environment-frozen' }), flops: 0 };
  const event = noEnvironmentUpdate(epoch, null);
  const window = [...regressionWindow(pools.environment, epoch, settings.environmentReplayEpochs), ...pairs];
  event.pairs = window.length;
  const objective: RwrObjective = {
    kind: 'rwr',
    overMean: true,
    klWeight: settings.environmentKlWeight,
    temperature: TEMPERATURE,
  };
  const current = penalised(tasks);
  const inWindow = new Set<TokenIds>(pairs.map(({ writtenIds }) => writtenIds));
  // Texts that passed the filter are already in the regression window, so the KL penalty needs only the others.
  const pull = settings.klOnCurrentBatch ? current.filter(({ completion }) => !inWindow.has(completion)) : [];
  // The log has the divergence over the texts of the last step tried, like the cap. If no step is tried, the divergence
  // is over this epoch's texts.
  let measured: readonly TrainingSequence[] = current;
  let flops = 0;
  const on = learners(settings).environment;
  if (!on) event.note = { code: 'switched-off' };
  for (let step = 0; on && step < settings.environmentSteps; step++) {
    const batch =
      window.length <= settings.environmentMaxPairs
        ? window
        : randomStream(settings.seed, 'regression', epoch, step).sample(window, settings.environmentMaxPairs);
    const sequences = [...regressed(batch), ...pull];
    if (sequences.length === 0) {
      event.note = { code: 'nothing-kept', epochs: settings.environmentReplayEpochs };
      break;
    }
    measured = sequences;
    const [optimizer, memory] = [optimizerOf('environment', settings), updateMemory(settings)];
    const update = { sequences, objective, optimizer, memory };
    const capped = await cappedStep(environment, update, settings.environmentKlCap, settings.capAction);
    flops += capped.flops;
    if (capped.stats) event.steps.push({ ...capped.stats, capAction: capped.action });
    if (capped.action !== 'none') event.cap = capped.action;
    event.note = notes[capped.action] ?? null;
    if (event.note) break;
  }
  // This measurement is only for the log, so it is not part of the cost.
  event.klPerSequence = (await meanDivergence(environment, measured, TEMPERATURE)).mean;
  return { event, flops };
}
