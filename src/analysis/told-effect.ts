/** @file What telling one fact otherwise came to: two lists of texts that differ in nothing else, compared context by context. */
import { meanOrNull } from '../common/mean.ts';
import { type Estimate, estimate } from './statistics.ts';

interface Written {
  texts: readonly string[];
  /** Null of a text that is no valid task. */
  level: readonly (number | null)[];
  skills: Readonly<Record<string, number>>;
}

/** By the weights after an epoch. */
export interface ToldOtherwise {
  epoch: number;
  family: string;
  other: { success?: number; level?: number; weak?: readonly string[] };
  asTold: Written;
  otherwise: Written;
}

export interface ToldEffect {
  texts: number;
  /** Texts that are the same word for word. */
  same: number;
  /** Mean levels of the valid tasks; null where there is none. */
  asTold: number | null;
  otherwise: number | null;
  /** Level as told otherwise, less that as told, over the contexts whose texts are valid tasks both times; null of fewer than two. */
  difference: Estimate | null;
}

const known = (levels: readonly (number | null)[]): number[] => levels.filter((level) => level !== null);

export function toldEffect({ asTold, otherwise }: Pick<ToldOtherwise, 'asTold' | 'otherwise'>): ToldEffect {
  const differences = asTold.level.flatMap((level, i) => {
    const other = otherwise.level[i];
    return level === null || other === null ? [] : [other - level];
  });
  return {
    texts: asTold.texts.length,
    same: asTold.texts.filter((text, i) => text === otherwise.texts[i]).length,
    asTold: meanOrNull(known(asTold.level)),
    otherwise: meanOrNull(known(otherwise.level)),
    difference: differences.length < 2 ? null : estimate(differences),
  };
}
