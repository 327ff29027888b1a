/**
 * @file What happened in one epoch, in counts: the numbers that the picture of the loop carries and that its sentence is
 * made of. A pure function of the epoch's events; a number is null until its stage has happened.
 */
import { isMixed } from '../curriculum/advantages.ts';
import type { SuccessCount } from '../curriculum/success.ts';
import type { CapAction } from '../genenv/events.ts';
import type { EpochStage } from '../genenv/epoch-stages.ts';
import type { AgentNote, EnvironmentNote } from '../genenv/reasons.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import { groupBy } from '../common/group-by.ts';
import { type EpochView, lastStage } from './run-view.ts';

/** Groups of rollouts by what they teach: only mixed ones have advantages. */
interface Groups {
  mixed: number;
  solved: number;
  unsolved: number;
}

export interface EpochStory {
  epoch: number;
  /** The last stage that has happened. */
  stage: EpochStage;
  whoLearns: Settings['whoLearns'];
  tasks: { written: number; attempted: number } | null;
  rollouts: number | null;
  /** Successes among the rollouts. */
  success: SuccessCount | null;
  groups: Groups | null;
  /** Tasks that passed the filter, and those of them that the environment wrote in this epoch. */
  kept: { tasks: number; own: number } | null;
  agent: { steps: number; note: AgentNote['code'] | null } | null;
  environment: { steps: number; pairs: number; cap: CapAction; note: EnvironmentNote['code'] | null } | null;
  pools: { train: number; environment: number; trainSize: number; environmentSize: number } | null;
}

/** Null where no stage of the epoch has happened. */
export function epochStory(epoch: EpochView): EpochStory | null {
  const stage = lastStage(epoch);
  if (!stage) return null;
  const texts = epoch['tasks-written']?.texts;
  const kept = epoch.filtered?.tasks.filter((task) => task.kept);
  const agent = epoch['agent-updated'];
  const environment = epoch['environment-updated'];
  const pools = epoch['pools-updated'];
  return {
    epoch: epoch.epoch,
    stage,
    whoLearns: epoch.settings.whoLearns,
    tasks: texts ? { written: texts.length, attempted: texts.filter(({ used }) => used).length } : null,
    rollouts: epoch['rolled-out']?.rollouts.length ?? null,
    success: epoch.scored ? successOf(epoch.scored.rollouts) : null,
    groups: epoch.scored ? groupsOf(epoch.scored.rollouts) : null,
    kept: kept ? { tasks: kept.length, own: kept.filter(({ weight }) => weight > 0).length } : null,
    agent: agent ? { steps: agent.steps.length, note: agent.note?.code ?? null } : null,
    environment: environment
      ? {
          steps: environment.steps.length,
          pairs: environment.pairs,
          cap: environment.cap,
          note: environment.note?.code ?? null,
        }
      : null,
    pools: pools
      ? {
          train: pools.train.length,
          environment: pools.environment.length,
          trainSize: pools.trainSize,
          environmentSize: pools.environmentSize,
        }
      : null,
  };
}

type Scores = NonNullable<EpochView['scored']>['rollouts'];

const successOf = (rollouts: Scores): SuccessCount => ({
  k: rollouts.filter(({ success }) => success).length,
  n: rollouts.length,
});

function groupsOf(rollouts: Scores): Groups {
  const groups = [...groupBy(rollouts, ({ task }) => task).values()];
  const uniform = groups.filter((group) => !isMixed(group.map(({ reward }) => reward)));
  const solved = uniform.filter((group) => group.every(({ success }) => success)).length;
  return { mixed: groups.length - uniform.length, solved, unsolved: uniform.length - solved };
}
