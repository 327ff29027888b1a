/**
 * @file The cap on the environment's KL divergence to the initial environment model. The paper caps updates "by a maximum KL
 * threshold" and leaves open what happens there; every choice is a setting and what happened is logged.
 *
 * The cap is on the mean KL divergence per sequence over the step's own texts that count in the penalty. After the
 * last step the log says the same mean over the same texts.
 */
import { meanOrZero } from '../../common/mean.ts';
import type { CapAction } from '../log/events.ts';
import type { LoopPlayer, UpdateRequest } from '../../policy/policy.ts';
import type { RwrObjective, TrainingSequence, UpdateStats } from '../../objectives/objective.ts';

/** The most halvings of a step that is too long before it is undone. */
const HALVINGS = 4;

export interface CappedStep {
  /** Null where no step was taken. */
  stats: UpdateStats | null;
  action: CapAction;
  /** Floating-point operations of the step and of measuring the divergence. */
  flops: number;
}

const penalised = (sequences: readonly TrainingSequence[]) => sequences.filter(({ klWeight = 1 }) => klWeight !== 0);

/** Mean KL divergence to the initial weights per sequence, nats; 0 of no sequence. */
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
 * One regression step under the cap.
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
  // A step that leads back towards the cap from beyond it is welcome.
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
