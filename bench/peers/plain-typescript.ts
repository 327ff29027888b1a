/** @file The curriculum in plain TypeScript, by the references that the tests compare the ops with. */
import { groupAdvantages } from '../../src/curriculum/advantages.ts';
import { bandAround, inBand } from '../../src/curriculum/difficulty-filter.ts';
import { environmentReward } from '../../src/curriculum/environment-reward.ts';
import { normaliseWeights, regressionWeight } from '../../src/curriculum/regression-weights.ts';
import { successRate } from '../../src/curriculum/success.ts';
import type { Contestant } from '../contestant.ts';
import { CURRICULUM, GROUP_SIZE, rewards, ROLLOUTS, sumOfSquares } from '../workload.ts';

export async function prepare(): Promise<Contestant> {
  const all = rewards();
  const groups = Array.from({ length: ROLLOUTS / GROUP_SIZE }, (_, task) =>
    Array.from(all.subarray(task * GROUP_SIZE, (task + 1) * GROUP_SIZE)),
  );
  return {
    async curriculum() {
      const { successThreshold, alpha, beta, kMin, lambda, scale } = CURRICULUM;
      const advantages = groups.flatMap((group) => groupAdvantages(group, scale));
      const weights = groups.map((group) => {
        // p̂ is taken per task, so the count of a task is that of its scope.
        const count = { k: group.filter((reward) => reward >= successThreshold).length, n: group.length };
        const reward = environmentReward(successRate(count), alpha, beta);
        return inBand(count, bandAround(alpha, kMin)) ? regressionWeight(reward, lambda) : 0;
      });
      return sumOfSquares(advantages, normaliseWeights(weights));
    },
  };
}
