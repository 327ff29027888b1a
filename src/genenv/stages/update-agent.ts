/**
 * @file The agent's update by GRPO on the rollouts of an epoch (Algorithm 1, step 3): group-normalised advantages, a
 * clipped ratio, a KL penalty to the initial agent, an entropy bonus. Formulas: advantages.ts and grpo.ts.
 *
 * In the first step after sampling the loss is about 0 and its gradient is not: the ratio is 1 and advantages are centred.
 */
import type { Family } from '../../tasks/family.ts';
import { isMixed } from '../../curriculum/advantages.ts';
import { updateMemory } from '../memory.ts';
import { klEstimator, lossVariants } from '../loss-variants.ts';
import type { AgentNote } from '../log/reasons.ts';
import type { AgentUpdated, Rollout } from '../log/events.ts';
import type { OptimizerSettings, Learner } from '../../policy/policy.ts';
import type { GrpoObjective, TrainingSequence } from '../../objectives/objective.ts';
import type { Settings } from '../settings/settings.ts';
import { learners } from '../learners.ts';
import { agentSteps } from './agent-steps.ts';
import { countGroups } from './score-groups.ts';

/** The rollouts of one task with their rewards and advantages, in the same order. */
export interface Group {
  promptIds: readonly number[];
  rollouts: readonly Rollout[];
  rewards: readonly number[];
  advantages: readonly number[];
  solved: boolean;
}

export const agentOptimizer = (settings: Settings): OptimizerSettings => ({
  learningRate: settings.agentLearningRate,
  beta1: settings.agentBeta1,
  beta2: settings.agentBeta2,
  epsilon: settings.agentEpsilon,
  weightDecay: settings.agentWeightDecay,
  clipNorm: settings.agentClipNorm,
});

export const grpoObjective = (settings: Settings, maxCompletionLength: number): GrpoObjective => ({
  kind: 'grpo',
  clipLow: settings.clipLow,
  clipHigh: settings.clipHigh,
  dualClip: settings.dualClip,
  klWeight: settings.agentKlWeight,
  klEstimator: klEstimator(settings),
  entropyWeight: settings.entropyWeight,
  aggregation: lossVariants[settings.lossVariant].aggregation,
  maxCompletionLength,
  // Greedy rollouts still have probabilities: those of the untempered distribution.
  temperature: settings.agentTemperature || 1,
});

type AnswerLimits = Pick<Family, 'maxAnswerTokens' | 'maxTurns'>;

/** The longest answer that a task of these families may have, tokens. */
export const maxCompletionLength = (families: readonly AnswerLimits[]): number =>
  Math.max(...families.map(({ maxAnswerTokens, maxTurns }) => maxAnswerTokens * maxTurns));

const sequencesOf = ({ promptIds, rollouts, advantages }: Group): TrainingSequence[] =>
  rollouts.flatMap(({ ids, mask, logprobs }, i) =>
    ids.length === 0
      ? []
      : [{ prompt: promptIds, completion: ids, mask, oldLogprobs: logprobs, advantage: advantages[i] }],
  );

/** Why no group has an advantage to learn from. */
function nothingLearned({ anchor }: Settings, epoch: number, groups: readonly Group[]): AgentNote {
  if (groups.length > 0) return { code: 'no-mixed-group' };
  return { code: epoch === 1 && !anchor ? 'no-tasks-without-anchor' : 'no-tasks' };
}

/**
 * @param groups of all tasks that were attempted: the event counts them
 * @param learned those of them that the update learns from
 */
export async function updateAgent(
  agent: Learner,
  settings: Settings,
  epoch: number,
  groups: readonly Group[],
  learned: readonly Group[],
  families: readonly AnswerLimits[],
): Promise<AgentUpdated> {
  const mixed = learned.filter(({ rewards }) => isMixed(rewards));
  const learns = learners(settings).agent;
  const event: AgentUpdated = {
    type: 'agent-updated',
    epoch,
    steps: [],
    ...countGroups(groups),
    note: !learns ? { code: 'switched-off' } : mixed.length > 0 ? null : nothingLearned(settings, epoch, groups),
  };
  if (!learns) return event;
  const objective = grpoObjective(settings, maxCompletionLength(families));
  const steps = agentSteps(
    settings,
    epoch,
    learned.map((group) => ({ rewards: group.rewards, items: sequencesOf(group) })),
  );
  for (const sequences of steps)
    event.steps.push(
      await agent.update({
        sequences,
        objective,
        optimizer: agentOptimizer(settings),
        memory: updateMemory(settings),
      }),
    );
  return event;
}
