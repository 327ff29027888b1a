/**
 * @file Decides which task texts are kept for evaluation.
 *
 * A text's own hash decides: a sixth of all texts is for development, a sixth is held out, the rest is for training
 * data. So no data set needs a list of excluded texts, and the sets stay disjoint however many tasks are drawn. Only the
 * combinations of names are new in a set, because a model that reads words cannot know a name that it has never seen.
 */
import { RandomStream } from '../random/random-stream.ts';
import { streams } from '../random/streams.ts';
import type { Family, Split } from './family.ts';
import { textHash } from './text.ts';

const PARTITIONS = 6;
/** A level with few texts is exhausted long before this many draws per task asked for. */
const DRAWS_PER_TASK = 200;

export type Partition = Split | 'training';

/** The data set a task text belongs to. */
export function partitionOf(text: string): Partition {
  const part = new RandomStream(textHash(text), streams.partition).integer(PARTITIONS);
  return part === 0 ? 'development' : part === 1 ? 'held-out' : 'training';
}

/** True for texts to train on. */
export const isForTraining = ({ given }: Pick<Family, 'given'>, text: string): boolean =>
  given ? !given.isKept(text) : partitionOf(text) === 'training';

/**
 * The first `count` different texts of a level that belong to a split; always the same, and the first of a longer list.
 * Fewer if the level has fewer: household has 72 texts of level 1, so about 12 per split.
 */
export function heldOutTexts(
  family: Pick<Family, 'name' | 'sampleTask'>,
  split: Split,
  level: number,
  count: number,
): string[] {
  const random = new RandomStream(textHash(family.name), streams.heldOut, split === 'development' ? 0 : 1, level);
  const texts = new Set<string>();
  for (let draw = 0; draw < DRAWS_PER_TASK * count && texts.size < count; draw++) {
    const text = family.sampleTask(level, random);
    if (partitionOf(text) === split) texts.add(text);
  }
  return [...texts];
}
