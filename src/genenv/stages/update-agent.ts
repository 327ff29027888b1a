/**
 * @file Updates the agent by GRPO on the rollouts of an epoch (Algorithm 1, step 3). The loss has group-normalised
 * advantages, a clipped ratio, a KL penalty to the initial agent and an entropy bonus. curriculum/curriculum.ts and
 * objectives/grpo.ts have the formulas.
 *
 * In the first step after sampling, the ratio is 1 and advantages are centred, so the loss is about 0. The gradient of
 * the loss is not 0.
 */
import type { Family } from '../../tasks/family.ts';
import { isMixed } from '../../curriculum/curriculum.ts';
import { klEstimator, learners, lossVariants, optimizerOf, updateMemory } from '../epoch-settings.ts';
import type { AgentNote } from '../log/reasons.ts';
import type { AgentUpdated } from '../log/events.ts';
import { type Attempt, type Group, rewardsOf } from '../log/epoch-events.ts';
import type { LoopPlayer } from '../../policy/policy.ts';
import type { TextTokenizer } from '../../policy/text-tokenizer.ts';
import type { GrpoObjective, TrainingSequence } from '../../objectives/objective.ts';
import type { Settings } from '../settings/settings-table.ts';
import { agentSteps } from './agent-steps.ts';
import type { AttemptedTask } from './inspect-task.ts';
import { countGroups } from './score-groups.ts';

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
  // The agent learns from greedy rollouts (temperature 0) at temperature 1.
  temperature: settings.agentTemperature || 1,
});

type AnswerLimits = Pick<Family, 'maxAnswerTokens' | 'maxTurns'>;

/** Returns the largest number of tokens that the agent may write for a task of these families. */
export const maxCompletionLength = (families: readonly AnswerLimits[]): number =>
  Math.max(...families.map(({ maxAnswerTokens, maxTurns }) => maxAnswerTokens * maxTurns));

function sequenceOf(prompt: readonly number[], { rollout, score: { advantage } }: Attempt): TrainingSequence {
  const { ids: completion, mask, logprobs: oldLogprobs } = rollout;
  return { prompt, completion, mask, oldLogprobs, advantage };
}

/** Returns the reason why no group has an advantage to learn from. */
export function nothingLearned({ anchor }: Settings, epoch: number, groups: readonly Group[]): AgentNote {
  if (groups.length > 0) return { code: 'no-mixed-group' };
  return { code: epoch === 1 && !anchor ? 'no-tasks-without-anchor' : 'no-tasks' };
}

type PromptedGroup = Pick<AttemptedTask, 'index' | 'prompt' | 'rollouts'>;

export interface AgentUpdateRequest {
  agent: LoopPlayer;
  tokenizer: TextTokenizer;
  settings: Settings;
  epoch: number;
  families: readonly AnswerLimits[];
  /** All attempted tasks, whose groups the event counts. */
  tasks: readonly PromptedGroup[];
  /** Tasks that the arm lets the agent learn from. */
  learned: readonly PromptedGroup[];
}

export async function updateAgent(request: AgentUpdateRequest): Promise<AgentUpdated> {
  const { agent, tokenizer, settings, epoch, families, tasks, learned } = request;
  const teaches = learned.some((group) => isMixed(rewardsOf(group)));
  const learns = learners(settings).agent;
  const event: AgentUpdated = {
    type: 'agent-updated',
    epoch,
    steps: [],
    ...countGroups(tasks),
    note: !learns ? { code: 'switched-off' } : teaches ? null : nothingLearned(settings, epoch, tasks),
  };
  if (!learns) return event;
  const objective = grpoObjective(settings, maxCompletionLength(families));
  const prompts = new Map(learned.map(({ index, prompt }) => [index, tokenizer.encode(prompt)]));
  for (const step of agentSteps(settings, epoch, learned)) {
    const sequences = step.map((attempt) => sequenceOf(prompts.get(attempt.rollout.task)!, attempt));
    const [optimizer, memory] = [optimizerOf('agent', settings), updateMemory(settings)];
    event.steps.push(await agent.update({ sequences, objective, optimizer, memory }));
  }
  return event;
}
