/** @file Which tasks an epoch takes from those it could take: draws without replacement as long as there are enough. */
import type { RandomStream } from '../../../random/random-stream.ts';
import { randomStream } from '../../../random/streams.ts';
import type { Settings } from '../../settings/settings.ts';

interface DrawRequest {
  settings: Pick<Settings, 'seed'>;
  epoch: number;
}

/**
 * The random numbers of one draw of an epoch.
 * @param draw its number, part of the meaning of a seed: base data 1, replays 2, what an arm draws for itself from 3 on
 */
export const drawStream = ({ settings, epoch }: DrawRequest, draw: number): RandomStream =>
  randomStream(settings.seed, 'mixture', epoch, draw);

/** `count` of the items, different ones as long as there are enough. */
export function drawFrom<Item>(items: readonly Item[], count: number, request: DrawRequest, draw: number): Item[] {
  const random = drawStream(request, draw);
  if (count <= items.length) return random.sample(items, count);
  return Array.from({ length: count }, () => random.choice(items));
}
