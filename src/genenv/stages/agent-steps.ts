/**
 * @file Deals rollouts to the optimizer steps of the agent's update: a pure function of settings, epoch and rewards,
 * so that a page can tell it from the log.
 */
import { isMixed } from '../../curriculum/advantages.ts';
import { randomStream } from '../../random/streams.ts';
import { type Attempt, type Group, rewardsOf } from '../log/task-events.ts';
import type { Settings } from '../settings/settings.ts';
import { minibatches } from './minibatches.ts';

type StepSettings = Pick<Settings, 'seed' | 'groupsInLoss' | 'innerEpochs' | 'minibatches'>;

/** @returns the rollouts of each step, in the order of the steps; none where nothing can be learned */
export function agentSteps(settings: StepSettings, epoch: number, groups: readonly Group[]): Attempt[][] {
  const learned = groups
    .filter((group) => settings.groupsInLoss === 'all' || isMixed(rewardsOf(group)))
    .map(({ rollouts }) => rollouts.filter(({ rollout }) => rollout.ids.length > 0))
    .filter((group) => group.length > 0);
  if (learned.length === 0) return [];
  return Array.from({ length: settings.innerEpochs }, (_, pass) =>
    minibatches(learned, settings.minibatches, randomStream(settings.seed, 'minibatches', epoch, pass)),
  ).flat();
}
