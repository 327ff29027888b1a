/** @file Draws the tasks of an epoch from a set, without replacement if the set is large enough. */
import type { RandomStream } from '../../../random/random-stream.ts';
import { randomStream } from '../../../random/streams.ts';
import type { Settings } from '../../settings/settings.ts';

interface DrawRequest {
  settings: Pick<Settings, 'seed'>;
  epoch: number;
}

/**
 * The random numbers of one draw of an epoch.
 * @param draw its number. It never changes, because a seed must keep its meaning: 1 is base data, 2 replays, 3 and more
 *   are the draws of single arms
 */
export const drawStream = ({ settings, epoch }: DrawRequest, draw: number): RandomStream =>
  randomStream(settings.seed, 'mixture', epoch, draw);

/** `count` of the items, all different if there are enough. */
export function drawFrom<Item>(items: readonly Item[], count: number, request: DrawRequest, draw: number): Item[] {
  const random = drawStream(request, draw);
  if (count <= items.length) return random.sample(items, count);
  return Array.from({ length: count }, () => random.choice(items));
}
