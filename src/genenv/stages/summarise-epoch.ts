/**
 * @file Makes the last event of an epoch, which summarises the epoch.
 */
import { agentTokens } from '../log/epoch-events.ts';
import { meanOrZero } from '../../common/mean.ts';
import type { Family } from '../../tasks/family.ts';
import {
  type Cost,
  type EpochEnded,
  type Filtered,
  type HeldOut,
  type RolledOut,
  type RunState,
  type Scored,
  type TaskText,
  taskVerdict,
  type TaskVerdict,
  type TasksWritten,
} from '../log/events.ts';
import { addCounts, type SuccessCount } from '../../curriculum/environment-reward.ts';
import type { TextTokenizer } from '../../policy/text-tokenizer.ts';
import { countKeys } from './inspect-task.ts';

export interface EpochParts {
  families: readonly Pick<Family, 'name' | 'levels'>[];
  tokenizer: Pick<TextTokenizer, 'encode'>;
  tasksWritten: TasksWritten;
  rolledOut: RolledOut;
  scored: Scored;
  /** Number of successes k and of rollouts n, by family. */
  counts: Record<string, SuccessCount>;
  filtered: Filtered;
  heldOut: HeldOut | null;
  cost: Cost;
  state: RunState;
}

const shareOf = <Item>(items: readonly Item[], holds: (item: Item) => boolean): number =>
  items.length === 0 ? 0 : items.filter(holds).length / items.length;

/** Returns the share of each verdict among the environment's texts of this epoch or, without any, among all texts. */
function verdictShares(texts: readonly TaskText[]): Record<TaskVerdict, number> {
  const written = texts.filter(({ source }) => source === 'environment');
  const counted = written.length > 0 ? written : texts;
  return Object.fromEntries(
    taskVerdict.options.map((verdict) => [verdict, shareOf(counted, (text) => text.verdict === verdict)]),
  ) as Record<TaskVerdict, number>;
}

export function summariseEpoch(parts: EpochParts): EpochEnded {
  const { families, tokenizer, tasksWritten, rolledOut, scored, counts, filtered, heldOut, cost, state } = parts;
  const attempted = tasksWritten.texts.filter(({ used }) => used);
  const writtenKeys = countKeys(attempted, scored);
  return {
    type: 'epoch-ended',
    epoch: tasksWritten.epoch,
    meanReward: meanOrZero(scored.rollouts.map(({ reward }) => reward)),
    success: addCounts(scored.tasks.map(({ count }) => count)),
    ...(families.length > 1 ? { successByFamily: counts } : {}),
    meanEnvironmentReward: meanOrZero(scored.tasks.map(({ environmentReward }) => environmentReward)),
    verdicts: verdictShares(tasksWritten.texts),
    meanLevel: meanOrZero(attempted.map(({ level }) => level)),
    levels: Object.fromEntries(
      families.map(({ name, levels }) => {
        const own = attempted.filter(({ family }) => family === name);
        return [name, Array.from({ length: levels }, (_, i) => shareOf(own, ({ level }) => level === i + 1))];
      }),
    ),
    keptTasks: filtered.tasks.filter(({ kept }) => kept).length,
    attemptedTasks: attempted.length,
    ...(writtenKeys && { writtenKeys }),
    responseLength: meanOrZero(rolledOut.rollouts.map(agentTokens)),
    taskLength: meanOrZero(attempted.map(({ text }) => tokenizer.encode(text).length)),
    distinctTasks: new Set(attempted.map(({ text }) => text)).size,
    heldOut,
    cost,
    state,
  };
}
