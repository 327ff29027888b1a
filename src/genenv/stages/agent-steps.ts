/** @file Deals the epoch's rollouts to the optimizer steps of the agent's update. */
import { isMixed } from '../../curriculum/curriculum.ts';
import type { RandomStream } from '../../random/random-stream.ts';
import { randomStream } from '../../random/streams.ts';
import { type Attempt, type Group, rewardsOf } from '../log/epoch-events.ts';
import type { Settings } from '../settings/settings-table.ts';

/**
 * Shuffles the sequences of a pass and deals them into `count` minibatches, or one per group if there are fewer groups.
 * Each minibatch is one optimizer step. Sizes of minibatches differ by at most one.
 *
 * Sequences are shuffled one by one, not as whole groups. A step on a few whole groups would suit only the tasks of
 * these groups (docs/discovery.md compares both ways).
 * @param groups sequences by task
 * @returns minibatches in which sequences with the same prompt are adjacent, so that each prompt is read once
 */
export function minibatches<Item>(groups: readonly Item[][], count: number, random: RandomStream): Item[][] {
  const order = random.shuffle(groups.flatMap((group, task) => group.map((item) => ({ item, task }))));
  const batches = Math.min(count, groups.length);
  const startOf = (batch: number) => Math.ceil((batch * order.length) / batches);
  return Array.from({ length: batches }, (_, i) =>
    order
      .slice(startOf(i), startOf(i + 1))
      .sort((a, b) => a.task - b.task)
      .map(({ item }) => item),
  );
}

type StepSettings = Pick<Settings, 'seed' | 'groupsInLoss' | 'innerEpochs' | 'minibatches'>;

/**
 * Deals rollouts to the optimizer steps of the agent's update. The result depends only on settings, epoch and logged
 * rollouts, so that a page can compute it from the log.
 * @returns the rollouts of each step, in order; no steps if nothing can be learned
 */
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
