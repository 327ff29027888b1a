/**
 * @file The minibatches of a pass over an epoch's rollouts: one optimizer step each.
 *
 * Rollouts are shuffled one by one, not as whole groups: a step on few whole groups pushes what they share, right for
 * their tasks and wrong for the others, while parts of many groups balance each other. A comparison of both is in
 * docs/discovery.md.
 */
import type { RandomStream } from '../../random/random-stream.ts';

/**
 * The sequences of a pass, shuffled and dealt into `count` minibatches whose sizes differ by at most one; into fewer,
 * where a minibatch would be smaller than a group.
 * @param groups sequences of one task each
 * @returns minibatches with the sequences of one prompt next to each other, so that it is read once
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
