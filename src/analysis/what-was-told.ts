/**
 * @file What contexts told the environment of the agent in each epoch of a log. The facts are drawn again from what was known
 * before the epoch, as the loop drew them, so that outlines, which have no texts, are enough.
 */
import { groupBy } from '../common/group-by.ts';
import { meanOrNull, meanOrZero } from '../common/mean.ts';
import { ownValue } from '../common/plain-json.ts';
import { initialState } from '../genenv/coevolve.ts';
import type { TasksWritten } from '../genenv/log/events.ts';
import { type KnownOfAgent, toldFacts } from '../genenv/stages/told-facts.ts';
import { mostContexts } from '../genenv/sources/arms.ts';
import type { ToldFacts } from '../tasks/family.ts';
import { familiesByName } from '../tasks/registry.ts';
import type { EpochView, RunView } from './run-view.ts';

export interface WhatWasTold {
  family: string;
  contexts: number;
  /** Success in [0, 1], of which contexts tell the fifth: lowest, highest and mean. */
  success: { least: number; most: number; mean: number };
  /** Null where no level is told. */
  level: { least: number; most: number; mean: number } | null;
  /** Weak skills with the number of contexts that told each, the most frequent first. */
  weak: { skill: string; contexts: number }[];
}

const spread = (values: readonly number[]) => ({
  least: Math.min(...values),
  most: Math.max(...values),
  mean: meanOrZero(values),
});

function summed(family: string, facts: readonly ToldFacts[]): WhatWasTold {
  const levels = facts.flatMap(({ level }) => level ?? []);
  const weak = groupBy(
    facts.flatMap((told) => told.weak ?? []),
    (skill) => skill,
  );
  return {
    family,
    contexts: facts.length,
    success: spread(facts.map(({ success }) => success)),
    level: levels.length === 0 ? null : spread(levels),
    weak: [...weak]
      .map(([skill, all]) => ({ skill, contexts: all.length }))
      .toSorted((a, b) => b.contexts - a.contexts),
  };
}

/** The task batches whose contexts the environment read; of an outline those of the first draw of texts. */
function batchesOf({ settings, 'tasks-written': written }: EpochView): number[] {
  if (!written || written.attempted) return Array.from({ length: mostContexts(settings) }, (_, i) => i);
  const own = written.texts.filter(({ source, context }) => source === 'environment' && context !== '');
  return [...new Set(own.map(({ batch }) => batch))];
}

/** Of an epoch that has been drawn once: its event is the same for good. */
const drawn = new WeakMap<TasksWritten, readonly WhatWasTold[]>();

/** By family, for each epoch in which the environment was told anything. */
export function whatWasTold({ started, epochs }: RunView): ReadonlyMap<number, readonly WhatWasTold[]> {
  const all = new Map<number, readonly WhatWasTold[]>();
  if (!started) return all;
  const families = familiesByName(started.settings.families);
  let state: KnownOfAgent = initialState(families);
  for (const view of epochs) {
    const { epoch, settings, 'tasks-written': written, 'epoch-ended': ended } = view;
    const wrote = ended ? ended.cost.environmentTokens > 0 : true;
    if (written && wrote) {
      const facts = () =>
        [...groupBy(batchesOf(view), (batch) => families[(batch + epoch) % families.length])].map(([family, batches]) =>
          summed(
            family.name,
            batches.map((batch) => toldFacts({ settings, epoch, state }, family, batch)),
          ),
        );
      const told = drawn.get(written) ?? facts();
      drawn.set(written, told);
      if (told.length > 0) all.set(epoch, told);
    }
    if (ended) state = ended.state;
  }
  return all;
}

/** The mean level of the attempted tasks of a family; null where there was none. */
export function meanLevelOf(levels: Readonly<Record<string, readonly number[]>>, family: string): number | null {
  const shares = ownValue(levels, family) ?? [];
  return meanOrNull([shares.reduce((sum, share, i) => sum + share * (i + 1), 0)].filter((level) => level > 0));
}
