/**
 * @file Shares of a sweep, so that several machines make one sweep: share i of n has every n-th run, beginning with the i-th.
 * Each has a folder of its own within the sweep's folder, so folders of several machines merge by copying.
 */
import { CodedError } from '../common/coded-error.ts';

export interface Shard {
  /** From 1 to `count`. */
  index: number;
  count: number;
}

/** @throws CodedError `not-a-shard` */
export function parseShard(text: string): Shard {
  const [index, count] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text)?.slice(1) ?? []).map(Number);
  if (!(index >= 1 && index <= count)) throw new CodedError('not-a-shard', { text });
  return { index, count };
}

export const shardRuns = <Run>(runs: readonly Run[], { index, count }: Shard): Run[] =>
  runs.filter((_, i) => i % count === index - 1);

export const shardFolder = ({ index, count }: Shard): string => `shard-${index}-of-${count}`;

export const isShardFolder = (name: string): boolean => /^shard-\d+-of-\d+$/.test(name);
