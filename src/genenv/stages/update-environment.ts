/**
 * @file Updates the environment by reward-weighted regression (Algorithm 1, step 3): supervised learning of (context →
 * task) with weights ∝ exp(λ·R_env), a KL penalty to the initial environment model, and a cap on it.
 * regression-weights.ts, objectives/rwr.ts and kl-cap.ts have the formulas.
 *
 * Inside the band the weights are nearly flat (within 2% at the paper's values), so the filter is the signal.
 */
import type { RwrObjective, TokenIds, TrainingSequence } from '../../objectives/objective.ts';
import type { LoopPlayer, OptimizerSettings } from '../../policy/policy.ts';
import { randomStream } from '../../random/streams.ts';
import { learners, updateMemory } from '../epoch-settings.ts';
import type { CapAction, EnvironmentEntry, EnvironmentUpdated } from '../log/events.ts';
import type { EnvironmentNote } from '../log/reasons.ts';
import { type Pools, regressionWindow } from '../pools.ts';
import type { Settings } from '../settings/settings-table.ts';
import type { AttemptedTask, Candidate } from './inspect-task.ts';
import { cappedStep, meanDivergence } from './kl-cap.ts';

/** Returns the (context → task) pairs that passed: the environment's own texts, and examples. */
export const environmentPairs = (epoch: number, tasks: readonly AttemptedTask[]): EnvironmentEntry[] =>
  tasks.flatMap(({ family, context, contextIds, written, lesson, scored: { successRate }, filtered: { weight } }) => {
    const pair = lesson ?? (written && { context, contextIds, writtenIds: written.ids });
    return weight > 0 && pair ? [{ epoch, family, ...pair, successRate, weight }] : [];
  });

/** Regression uses temperature 1, even if texts were sampled at another. */
const TEMPERATURE = 1;

export const environmentOptimizer = (settings: Settings): OptimizerSettings => ({
  learningRate: settings.environmentLearningRate,
  beta1: settings.environmentBeta1,
  beta2: settings.environmentBeta2,
  epsilon: settings.environmentEpsilon,
  weightDecay: settings.environmentWeightDecay,
  clipNorm: settings.environmentClipNorm,
});

/** Returns the environment's attempted texts of this epoch, for the KL penalty alone. */
const penalised = (tasks: readonly Candidate[]): TrainingSequence[] =>
  tasks.flatMap(({ contextIds, source, written }) =>
    source === 'environment' && written ? [{ prompt: contextIds, completion: written.ids, weight: 0 }] : [],
  );

const regressed = (entries: readonly EnvironmentEntry[]): TrainingSequence[] =>
  entries.map(({ contextIds, writtenIds, weight }) => ({ prompt: contextIds, completion: writtenIds, weight }));

/** Notes for actions that end an epoch's update before all its steps are taken. */
const notes: Partial<Record<CapAction, EnvironmentNote>> = {
  stop: { code: 'cap-reached' },
  'roll-back': { code: 'step-undone' },
};

interface EnvironmentUpdateRequest {
  environment: LoopPlayer;
  settings: Settings;
  /** True if the environment learns in this arm. The setting `whoLearns` may still switch it off. */
  learns: boolean;
  epoch: number;
  /** D_env of earlier epochs, and D̃_env of this one. */
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
  // The window already has the texts that passed the filter.
  const pull = settings.klOnCurrentBatch ? current.filter(({ completion }) => !inWindow.has(completion)) : [];
  // The log shows the divergence over the last step's texts, as the cap does; without a step, over this epoch's.
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
    const [optimizer, memory] = [environmentOptimizer(settings), updateMemory(settings)];
    const update = { sequences, objective, optimizer, memory };
    const capped = await cappedStep(environment, update, settings.environmentKlCap, settings.capAction);
    flops += capped.flops;
    if (capped.stats) event.steps.push({ ...capped.stats, capAction: capped.action });
    if (capped.action !== 'none') event.cap = capped.action;
    event.note = notes[capped.action] ?? null;
    if (event.note) break;
  }
  // This measurement is for the log, so it is no part of the cost.
  event.klPerSequence = (await meanDivergence(environment, measured, TEMPERATURE)).mean;
  return { event, flops };
}
