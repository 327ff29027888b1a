/**
 * @file Which rollouts each optimizer step of the agent's update learns from: a pure function of settings, epoch and rewards,
 * so that a page can tell it from the log.
 */
import { isMixed } from '../../curriculum/advantages.ts';
import { randomStream } from '../../random/streams.ts';
import type { Settings } from '../settings/settings.ts';
import { minibatches } from './minibatches.ts';

/** The rollouts of one task. */
export interface GroupOf<Item> {
  /** Of all its rollouts. */
  rewards: readonly number[];
  /** Those that can be learned from: not empty. */
  items: Item[];
}

type StepSettings = Pick<Settings, 'seed' | 'groupsInLoss' | 'innerEpochs' | 'minibatches'>;

/** @returns the items of each step, in the order of the steps; none where nothing can be learned */
export function agentSteps<Item>(settings: StepSettings, epoch: number, groups: readonly GroupOf<Item>[]): Item[][] {
  const learned = groups
    .filter(({ rewards, items }) => items.length > 0 && (settings.groupsInLoss === 'all' || isMixed(rewards)))
    .map(({ items }) => items);
  if (learned.length === 0) return [];
  return Array.from({ length: settings.innerEpochs }, (_, pass) =>
    minibatches(learned, settings.minibatches, randomStream(settings.seed, 'minibatches', epoch, pass)),
  ).flat();
}
