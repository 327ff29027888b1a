/**
 * @file What contexts tell the environment of the agent: of each family a level ℓ near that of recent tasks, recent success at
 * that level, and up to two weak skills.
 *
 * After an epoch, with d the setting `recentSuccessDecay` and s the family's recent success:
 * - L ← d·L + (1 − d)·(mean level of the attempted tasks); the first mean as it is.
 * - s_ℓ ← d·s_ℓ + (1 − d)·(successes / rollouts of the tasks of level ℓ), where there were any; the first share as it is.
 * - m_k ← d·m_k + (1 − d)·(successes / rollouts of the tasks that need skill k), where there were any; a skill that no task
 *   needed before begins with m_k = s, the success recent before the epoch.
 *
 * A context tells ℓ = round(L) + u, within the family's levels, with u drawn from −2 … 2 for each context: what the agent does
 * around its level says more than one mean, which stays near ½ while the filter works. It tells s_ℓ with it, or that of the
 * nearest level attempted so far (the lower of two). Weak are the skills with m_k < s, the lowest first, equal ones in the
 * family's order.
 */
import { groupBy } from '../../common/group-by.ts';
import { meanOrNull } from '../../common/mean.ts';
import { ownValue } from '../../common/plain-json.ts';
import { addCounts, successRate } from '../../curriculum/success.ts';
import { randomStream } from '../../random/streams.ts';
import { MOST_WEAK } from '../../tasks/data.ts';
import type { Family, ToldFacts } from '../../tasks/family.ts';
import type { AgentRecord, RunState } from '../log/events.ts';
import type { Settings } from '../settings/settings.ts';
import type { AttemptedTask } from './candidate.ts';

/** How far a told level may lie from that of recent tasks. */
const LEVEL_SPREAD = 2;
/** The success that the environment reads if conditioning is off. */
const MIDDLE = 0.5;

export type KnownOfAgent = Pick<RunState, 'recentSuccess' | 'records'>;

/** What a context is told from. */
export interface TellingRequest {
  settings: Settings;
  /** 0 for tasks made before training. */
  epoch: number;
  state: KnownOfAgent;
}

/** The record of one family after an epoch. */
function recordAfter(
  decay: number,
  before: AgentRecord | undefined,
  success: number,
  tasks: readonly Pick<AttemptedTask, 'world' | 'task' | 'level' | 'scored'>[],
): AgentRecord | undefined {
  const level = meanOrNull(tasks.map((task) => task.level));
  if (level === null) return before;
  const mixed = (past: number, now: number) => decay * past + (1 - decay) * now;
  const needed = tasks.map(({ world, task, scored }) => ({
    skills: new Set(world.skillsOf(task)),
    count: scored.count,
  }));
  const seen = tasks[0].world.skills.flatMap((skill): [string, number][] => {
    const counts = needed.filter(({ skills }) => skills.has(skill)).map(({ count }) => count);
    const past = ownValue(before?.skills, skill);
    if (counts.length > 0) return [[skill, mixed(past ?? success, successRate(addCounts(counts)))]];
    return past === undefined ? [] : [[skill, past]];
  });
  const levels = { ...before?.levels };
  for (const [one, own] of groupBy(tasks, (task) => task.level)) {
    const now = successRate(addCounts(own.map(({ scored }) => scored.count)));
    levels[one] = one in levels ? mixed(levels[one], now) : now;
  }
  return { level: before ? mixed(before.level, level) : level, levels, skills: Object.fromEntries(seen) };
}

/** The records of all families after an epoch. */
export function recordsAfter(
  { recentSuccessDecay }: Pick<Settings, 'recentSuccessDecay'>,
  { recentSuccess, records = {} }: KnownOfAgent,
  tasks: readonly Pick<AttemptedTask, 'family' | 'world' | 'task' | 'level' | 'scored'>[],
): Record<string, AgentRecord> {
  const after = Object.entries(recentSuccess).flatMap(([name, success]): [string, AgentRecord][] => {
    const own = tasks.filter(({ family }) => family === name);
    const record = recordAfter(recentSuccessDecay, ownValue(records, name), success, own);
    return record ? [[name, record]] : [];
  });
  return Object.fromEntries(after);
}

/** The success of the attempted level that is nearest. */
function successAt(levels: AgentRecord['levels'], level: number): number {
  const nearest = Object.keys(levels)
    .map(Number)
    .reduce((best, one) => (Math.abs(one - level) < Math.abs(best - level) ? one : best));
  return levels[nearest];
}

/** The facts that one context tells. */
export function toldFacts(
  { settings, epoch, state: { recentSuccess, records } }: TellingRequest,
  family: Family,
  batch: number,
): ToldFacts {
  if (!settings.conditioning) return { success: MIDDLE };
  const { name, levels } = family;
  const record = ownValue(records, name);
  const success = recentSuccess[name];
  if (settings.toldOfAgent === 'success' || !record) return { success };
  const mean = (skill: string) => ownValue(record.skills, skill) ?? success;
  const weak = family.skills
    .filter((skill) => mean(skill) < success)
    .toSorted((a, b) => mean(a) - mean(b))
    .slice(0, MOST_WEAK);
  const random = randomStream(settings.seed, 'toldFacts', epoch, batch);
  const near = Math.round(record.level) + random.integer(2 * LEVEL_SPREAD + 1) - LEVEL_SPREAD;
  const level = Math.min(levels, Math.max(1, near));
  return { success: successAt(record.levels, level), level, weak };
}
