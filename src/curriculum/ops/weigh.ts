/** @file The environment's half of step 2 of Algorithm 1 on the GPU: one upload, and one readback. */
import type { Weighing, WeighingRequest } from '../curriculum.ts';
import type { Device } from '../../tensor/device.ts';
import { Tape } from '../../tensor/tape.ts';
import { difficultyFilter } from './difficulty-filter.ts';
import { environmentRewards } from './environment-reward.ts';
import { decodeWeight, regressionWeights } from './regression-weights.ts';
import { scopeCounts } from './success-counts.ts';

export async function weighOnGpu(device: Device, request: WeighingRequest): Promise<Weighing> {
  const { counts, scopeOf, reward, penalties, band, lambda, own } = request;
  const tape = new Tape(device, false);
  try {
    const scopes = scopeCounts(
      tape,
      tape.upload(Uint32Array.from(counts.flatMap(({ k, n }) => [k, n])), [counts.length, 2]),
      tape.upload(Uint32Array.from(scopeOf)),
      1 + scopeOf.reduce((most, scope) => Math.max(most, scope), 0),
    );
    const { rewards, fixed } = environmentRewards(tape, scopes, tape.upload(Float32Array.from(penalties)), reward);
    const kept = difficultyFilter(tape, scopes, band);
    const weights = regressionWeights(tape, fixed, kept, tape.upload(Uint32Array.from(own, Number)), lambda);
    const [scopeBits, rewardValues, keptBits, weightBits] = await device.readAll([scopes, rewards, kept, weights]);
    const [scopeWords, keptWords, weightWords] = [scopeBits, keptBits, weightBits].map(
      ({ buffer }) => new Uint32Array(buffer),
    );
    return {
      scopes: counts.map((_, task) => ({ k: scopeWords[2 * task], n: scopeWords[2 * task + 1] })),
      rewards: [...rewardValues],
      kept: [...keptWords].map((word) => word === 1),
      weights: counts.map((_, task) => decodeWeight(weightWords[2 * task], weightWords[2 * task + 1])),
    };
  } finally {
    tape.dispose();
  }
}
