/** @file Draws the tasks of an epoch from a set, without replacement if the set is large enough. */
import type { RandomStream } from '../../../random/random-stream.ts';
import { randomStream } from '../../../random/streams.ts';
import type { Settings } from '../../settings/settings.ts';

export interface DrawRequest {
  settings: Pick<Settings, 'seed'>;
  epoch: number;
}

/** The draws of an epoch by their numbers, which are part of the meaning of a seed: never renumber or reuse, only add. */
export const draws = {
  baseData: 1,
  static: 3,
  offline: 4,
  levelRule: 5,
  moppsCandidates: 6,
  moppsPosteriors: 7,
  history: 8,
  baseSamples: 10,
  sec: 11,
  promptCandidates: 13,
} as const;

export type DrawName = keyof typeof draws;

/** The random numbers of one draw of an epoch. */
export const drawStream = ({ settings, epoch }: DrawRequest, draw: DrawName): RandomStream =>
  randomStream(settings.seed, 'mixture', epoch, draws[draw]);

/** `count` of the items, all different if there are enough. */
export function drawFrom<Item>(items: readonly Item[], count: number, request: DrawRequest, draw: DrawName): Item[] {
  const random = drawStream(request, draw);
  if (count <= items.length) return random.sample(items, count);
  return Array.from({ length: count }, () => random.choice(items));
}
