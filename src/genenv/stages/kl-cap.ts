/**
 * @file Caps the environment's KL divergence to the initial environment model. The paper caps updates "by a maximum KL
 * threshold" and leaves open how; every choice is a setting, and the log says what happened.
 *
 * The cap limits the mean KL divergence per sequence over the texts that the step penalises. The log has the same mean
 * after the last step.
 */
import { meanOrZero } from '../../common/mean.ts';
import type { CapAction } from '../log/events.ts';
import type { LoopPlayer, UpdateRequest } from '../../policy/policy.ts';
import type { RwrObjective, TrainingSequence, UpdateStats } from '../../objectives/objective.ts';

/** The most halvings of a step that is too long before it is undone. */
const HALVINGS = 4;

export interface CappedStep {
  /** Null if no step was taken. */
  stats: UpdateStats | null;
  action: CapAction;
  /** Floating-point operations of the step and of measuring the divergence. */
  flops: number;
}

const penalised = (sequences: readonly TrainingSequence[]) => sequences.filter(({ klWeight = 1 }) => klWeight !== 0);

/** Measures the mean KL divergence to the initial weights, nats per sequence; 0 without sequences. */
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
 * @param cap nats per sequence; 0 is no cap
 */
export async function cappedStep(
  policy: LoopPlayer,
  request: UpdateRequest & { objective: RwrObjective },
  cap: number,
  atCap: Exclude<CapAction, 'none'>,
): Promise<CappedStep> {
  const { temperature } = request.objective;
  const measure = () => meanDivergence(policy, penalised(request.sequences), temperature);

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
  // A step from beyond the cap back towards it is allowed.
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
