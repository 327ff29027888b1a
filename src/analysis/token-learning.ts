/**
 * @file Finds, from the log alone, what each token of an epoch's rollouts does in the agent's update. For a token it
 * gives the optimizer steps of its rollout, its weight in each step, and a push. The push reinforces or suppresses the
 * token.
 *
 * The log has no ratio ρ per token. In the first step after sampling, ρ is 1 up to rounding, because the sampling
 * weights are unchanged. In later steps ρ differs, so the numbers only hold if `ratioKnown`.
 */
import { agentTokens } from '../genenv/log/epoch-events.ts';
import { knownFamily } from '../tasks/registry.ts';
import { familyNameOf } from '../tasks/family.ts';
import { grpoObjective, maxCompletionLength } from '../genenv/stages/update-agent.ts';
import { agentSteps } from '../genenv/stages/agent-steps.ts';
import { learners } from '../genenv/epoch-settings.ts';
import { arms } from '../genenv/sources/arms.ts';
import type { Rollout } from '../genenv/log/events.ts';
import { sequenceWeights } from '../objectives/aggregation-weights.ts';
import { divergenceEstimate, logitPush, type Surrogate, surrogateOf } from '../objectives/grpo-token.ts';
import type { GrpoObjective } from '../objectives/objective.ts';
import { type EpochView, scoredGroups, tasksOf } from './run-view.ts';

export interface RolloutStep {
  /** Number of the optimizer step in the epoch, from 0. */
  step: number;
  /** Weight of each of the rollout's tokens in the loss of this step. */
  weight: number;
  /** True if ρ = 1: in the first step after sampling, if the temperature has not changed since. */
  ratioKnown: boolean;
}

export interface RolloutLearning {
  advantage: number;
  /** Empty if the update does not learn from the rollout. */
  steps: RolloutStep[];
  /**
   * Push of the update on each token's logit, in the units of `logitPush`. It sums all steps as if ρ were 1. A positive
   * push reinforces and a negative push suppresses the token. It is 0 if a simulator wrote the token.
   */
  pushes: number[];
}

export interface EpochLearning {
  objective: GrpoObjective;
  /** Number of optimizer steps of the epoch. `made` is true after the update has happened. */
  steps: number;
  made: boolean;
  /** Keys are the rollouts of the event `rolled-out`. */
  rollouts: ReadonlyMap<Rollout, RolloutLearning>;
  /** Largest absolute push on a token of this epoch. 0 if no token is pushed. */
  largest: number;
}

/** Returns an update's push on each token. Undefined before scoring or for imported updates (`importedLearning`). */
export function epochLearning(epoch: EpochView): EpochLearning | undefined {
  if (!epoch.scored) return undefined;
  const updated = epoch['agent-updated'];
  const settings = epoch.agentSettings ?? epoch.settings;
  const families = settings.families.flatMap((family) => knownFamily(familyNameOf(family)) ?? []);
  const objective = grpoObjective(settings, maxCompletionLength(families));
  const groups = scoredGroups(epoch);
  const steps = learners(settings).agent
    ? agentSteps(settings, epoch.epoch, arms[settings.arm].learnedGroups(settings, groups))
    : [];
  if (updated && updated.steps.length !== steps.length) return undefined;

  const rollouts = new Map<Rollout, RolloutLearning>();
  for (const { rollout, score } of groups.flatMap((group) => group.rollouts))
    rollouts.set(rollout, { advantage: score.advantage, steps: [], pushes: rollout.ids.map(() => 0) });
  const sameTemperature = !epoch.changes.some(({ changes }) => 'agentTemperature' in changes);
  steps.forEach((step, index) => {
    const lengths = step.map(({ rollout }) => agentTokens(rollout));
    const weights = sequenceWeights(lengths, objective.aggregation, objective.maxCompletionLength);
    step.forEach(({ rollout, score: { advantage } }, i) => {
      const learning = rollouts.get(rollout)!;
      learning.steps.push({ step: index, weight: weights[i], ratioKnown: index === 0 && sameTemperature });
      const surrogate = surrogateOf(1, advantage, objective);
      rollout.ids.forEach((_, t) => {
        if (rollout.mask[t] === 1)
          learning.pushes[t] += logitPush(weights[i], surrogate, rollout.logprobs[t], objective.temperature);
      });
    });
  });
  let largest = 0;
  for (const { pushes } of rollouts.values()) for (const push of pushes) largest = Math.max(largest, Math.abs(push));
  return { objective, steps: steps.length, made: updated !== undefined, rollouts, largest };
}

/** Numbers of a token that only the model's weights give. */
export interface TokenMeasured {
  /** Natural log of the token's probability under π₀. */
  referenceLogprob?: number;
  /** Entropy of the distribution that the token was drawn from, in nats. */
  entropy?: number;
  /** Natural log of the token's probability after the update. */
  logprobAfter?: number;
}

/** Terms of a token in the loss of one step. They assume ρ = 1, which may be wrong unless `ratioKnown`. */
export interface TokenTerms {
  step: RolloutStep;
  advantage: number;
  surrogate: Surrogate;
  /** Divergence D. Null without the token's π₀, and for the exact divergence, which needs the whole vocabulary. */
  divergence: number | null;
  /** The token's part of the loss, w·(−S + κD − ηH). Null if one of its terms is not known. */
  loss: number | null;
  /** π_after/π_old. Null if the weights after the update were not read. */
  ratioAfter: number | null;
}

export function tokenTerms(
  { objective }: EpochLearning,
  { advantage }: RolloutLearning,
  step: RolloutStep,
  logprob: number,
  { referenceLogprob, entropy, logprobAfter }: TokenMeasured,
): TokenTerms {
  const { klEstimator, klWeight, entropyWeight } = objective;
  const surrogate = surrogateOf(1, advantage, objective);
  const divergence =
    klEstimator === 'exact' || referenceLogprob === undefined
      ? null
      : divergenceEstimate(klEstimator, { logprob, oldLogprob: logprob, referenceLogprob });
  // A term with weight 0 may be unknown.
  const weighted = (weight: number, value: number | null | undefined) => (weight === 0 ? 0 : value && weight * value);
  const [kl, bonus] = [weighted(klWeight, divergence), weighted(entropyWeight, entropy)];
  return {
    step,
    advantage,
    surrogate,
    divergence,
    loss: kl == null || bonus == null ? null : step.weight * (-surrogate.value + kl - bonus),
    ratioAfter: logprobAfter === undefined ? null : Math.exp(logprobAfter - logprob),
  };
}

/** What another trainer's log says about the update of a rollout. */
export interface ImportedLearning {
  /** Advantage by rollout: above 0 the answer is reinforced, below 0 suppressed. The log does not tell tokens apart. */
  advantages: ReadonlyMap<Rollout, number>;
  /** Largest absolute advantage. 0 if no answer is pushed. */
  largest: number;
}

/** Returns what an imported log says about an epoch's update. Undefined if the epoch is not imported. */
export function importedLearning(epoch: EpochView): ImportedLearning | undefined {
  if (epoch['agent-updated']?.note?.code !== 'imported-step') return undefined;
  const made = tasksOf(epoch).flatMap((task) => task.rollouts);
  const advantages = new Map(made.map(({ rollout, score }) => [rollout, score?.advantage ?? 0]));
  let largest = 0;
  for (const advantage of advantages.values()) largest = Math.max(largest, Math.abs(advantage));
  return { advantages, largest };
}
