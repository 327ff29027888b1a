/** @file Turns the cases that PyTorch computed (lm/fixtures) into policies, requests and expected statistics. */
import { expect } from 'vitest';
import type { Fixture, FixtureCase } from '../../lm/testing/fixture.ts';
import { writeSafetensors } from '../../lm/files/safetensors.ts';
import type {
  KlEstimator,
  LossAggregation,
  Objective,
  TrainingSequence,
  UpdateStats,
} from '../../objectives/objective.ts';
import type { Device } from '../../tensor/device.ts';
import { LanguageModelPolicy } from '../language-model-policy.ts';
import type { OptimizerSettings, UpdateRequest } from '../policy.ts';

/** Settings of a step that keeps the weights and leaves the gradient in Adam's first moment. */
export const gradientProbe: OptimizerSettings = {
  learningRate: 0,
  beta1: 0,
  beta2: 0.9,
  epsilon: 1e-8,
  weightDecay: 0,
  clipNorm: 0,
};

export function requestOf({ objective, sequences }: FixtureCase, optimizer: OptimizerSettings): UpdateRequest {
  return { objective: objectiveOf(objective), sequences: sequences.map(sequenceOf), optimizer };
}

export function stepOf(
  { cases, optimizer, steps }: Pick<Fixture, 'cases' | 'optimizer' | 'steps'>,
  step: number,
): UpdateRequest {
  const { learning_rate: learningRate, beta1, beta2, epsilon, weight_decay: weightDecay } = optimizer;
  const { case: name, clip_norm: clipNorm } = steps[step];
  return requestOf(cases[name], { learningRate, beta1, beta2, epsilon, weightDecay, clipNorm });
}

/** Expects PyTorch's statistics, with a tolerance of 10⁻⁴ that is relative for values above 1. */
export function expectStatistics(stats: UpdateStats, expected: FixtureCase['statistics']): void {
  const close = (actual: number, wanted: number) =>
    expect(Math.abs(actual - wanted)).toBeLessThan(1e-4 * Math.max(Math.abs(wanted), 1));
  close(stats.loss, expected.loss);
  close(stats.gradNorm / expected.grad_norm, 1);
  close(stats.klPerToken, expected.kl_per_token ?? 0);
  close(stats.klPerSequence, expected.kl_per_sequence ?? 0);
  close(stats.entropy, expected.entropy);
  close(stats.clipFraction, expected.clip_fraction ?? 0);
  close(stats.meanRatio, expected.mean_ratio ?? 1);
}

export function sequenceOf({ old_logprobs, kl_weight, ...rest }: FixtureCase['sequences'][number]): TrainingSequence {
  return {
    ...rest,
    ...(old_logprobs && { oldLogprobs: old_logprobs }),
    ...(kl_weight !== undefined && { klWeight: kl_weight }),
  };
}

function objectiveOf(objective: FixtureCase['objective']): Objective {
  const number = (name: string) => objective[name] as number;
  switch (objective.kind) {
    case 'cross-entropy':
      return { kind: 'cross-entropy', on: objective.on as 'completion' | 'all' };
    case 'rwr':
      return { kind: 'rwr', klWeight: number('kl_weight'), temperature: number('temperature') };
    case 'grpo':
      return {
        kind: 'grpo',
        clipLow: number('clip_low'),
        clipHigh: number('clip_high'),
        dualClip: number('dual_clip'),
        klWeight: number('kl_weight'),
        klEstimator: objective.kl_estimator as KlEstimator,
        entropyWeight: number('entropy_weight'),
        aggregation: objective.aggregation as LossAggregation,
        maxCompletionLength: number('max_completion_length'),
        temperature: number('temperature'),
      };
  }
}

/** Makes a policy with the fixture's initial and current weights, before any step. */
export async function startedPolicy(device: Device, fixture: Fixture): Promise<LanguageModelPolicy> {
  const policy = LanguageModelPolicy.create(device, { ...fixture.model, weights: fixture.initial });
  const { optimizer } = await policy.snapshot();
  await policy.restore({ weights: writeSafetensors(fixture.model.weights), optimizer });
  return policy;
}
