/**
 * @file Tells the story of one epoch from its events. It has the counts that the loop diagram shows, and the claims of
 * the diagram's sentence as codes with numbers. A stage that has not happened has null counts and no claims.
 */
import { isMixed } from '../curriculum/curriculum.ts';
import { addCounts, type SuccessCount } from '../curriculum/environment-reward.ts';
import { type EpochStage, type Group, rewardsOf } from '../genenv/log/epoch-events.ts';
import type { AgentUpdated, EnvironmentUpdated, TasksWritten } from '../genenv/log/events.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import { arms } from '../genenv/sources/arms.ts';
import { type EpochView, lastStage, scoredGroups } from './run-view.ts';

export type Claim =
  /** `attempted` counts the texts that the agent attempts. */
  | { code: 'texts'; texts: number; attempted: number }
  | { code: 'nothing-attempted' }
  | { code: 'answers'; tasks: number; answers: number }
  | { code: 'right'; right: number; answers: number; scope: Settings['successScope'] }
  /** `inside` counts the tasks that passed the filter, whoever wrote them. */
  | { code: 'inside-band'; inside: number; tasks: number }
  /** Numbers of tasks whose answers never, always or sometimes succeed. Soft rewards can differ in each case. */
  | { code: 'solved'; tasks: number; never: number; always: number; sometimes: number }
  /** `groups` counts the groups whose rewards differ. In other groups all advantages are 0. */
  | { code: 'agent-learned'; groups: number; steps: number }
  /** All advantages were 0, so only the KL penalty and the entropy bonus drove these steps. */
  | { code: 'agent-penalties'; steps: number }
  | { code: 'agent-no-step' }
  | { code: 'agent-off' }
  | { code: 'agent-unknown' }
  /** `steps` counts regression steps that were kept, `pairs` their texts, and `own` the texts from this epoch. */
  | { code: 'environment-learned'; steps: number; pairs: number; own: number }
  /** All steps followed the KL penalty alone: because of the cap (`capped`), or because there were no texts. */
  | { code: 'environment-penalty'; steps: number; capped: boolean }
  /** The KL cap undid every step. */
  | { code: 'environment-capped' }
  | { code: 'environment-no-step' }
  | { code: 'environment-frozen' }
  | { code: 'environment-off' }
  | { code: 'environment-unknown' }
  | { code: 'pools-grew'; traces: number; tasks: number };

export interface EpochStory {
  epoch: number;
  /** The last stage that has happened. */
  stage: EpochStage;
  ofStage: readonly Claim[];
  /** Claims about all stages that have happened. */
  ofEpoch: readonly Claim[];
  attempted: number | null;
  rollouts: number | null;
  success: SuccessCount | null;
  mixed: number | null;
  /** Number of tasks that the environment wrote and that passed the filter. */
  kept: number | null;
  agentSteps: number | null;
  /** `kl` is the KL divergence from the initial environment model. Null if unknown. */
  environment: { steps: number; pairs: number; kl: number | null } | null;
  pools: { train: number; environment: number } | null;
}

/** Counts the traces that the epoch adds to D_train. Returns 0 before the pools are updated. */
export const newTraces = ({ scored, 'pools-updated': pools }: EpochView): number =>
  scored && pools ? scored.rollouts.length - pools.invalidTraces : 0;

/** Returns the story of an epoch. Null if no stage has happened. */
export function epochStory(epoch: EpochView): EpochStory | null {
  const stage = lastStage(epoch);
  if (!stage) return null;
  const { filtered, 'agent-updated': agent, 'environment-updated': environment, 'pools-updated': pools } = epoch;
  const written = epoch['tasks-written'];
  // An outline holds no texts, so nothing can be counted from them.
  const texts = written?.attempted ? undefined : written?.texts;
  const attempted = texts?.filter(({ used }) => used).length ?? null;
  const rollouts = epoch['rolled-out']?.rollouts.length ?? null;
  const groups = epoch.scored && texts && scoredGroups(epoch);
  const success = groups ? addCounts(groups.map(countOf)) : null;
  const mixed = groups ? mixedGroups(epoch, groups) : null;
  const kept = filtered?.tasks.filter(({ weight }) => weight > 0).length ?? null;

  const learned = agent && texts ? [agentClaim(agent, mixed ?? 0)] : [];
  const regressed = environment && texts ? [environmentClaim(environment, kept ?? 0)] : [];
  const solved = groups?.length ? [solvedClaim(groups)] : [];
  const ofEpoch = attempted === 0 ? [nothing, ...regressed] : [...solved, ...learned, ...regressed];
  const ofStage: Record<EpochStage, () => Claim[]> = {
    'tasks-written': () => [{ code: 'texts', texts: texts?.length ?? 0, attempted: attempted ?? 0 }],
    'rolled-out': () => [{ code: 'answers', tasks: attempted ?? 0, answers: rollouts ?? 0 }],
    scored: () => [
      { code: 'right', right: success?.k ?? 0, answers: success?.n ?? 0, scope: epoch.settings.successScope },
    ],
    filtered: () => [
      { code: 'inside-band', inside: filtered?.tasks.filter((task) => task.kept).length ?? 0, tasks: attempted ?? 0 },
    ],
    'agent-updated': () => learned,
    'environment-updated': () => regressed,
    'pools-updated': () => [{ code: 'pools-grew', traces: newTraces(epoch), tasks: pools?.environment.length ?? 0 }],
    'epoch-ended': () => ofEpoch,
  };
  const nothingToJudge = attempted === 0 && (stage === 'rolled-out' || stage === 'scored' || stage === 'filtered');
  return {
    epoch: epoch.epoch,
    stage,
    ofStage: nothingToJudge ? [nothing] : texts ? ofStage[stage]() : [],
    ofEpoch,
    attempted,
    rollouts,
    success,
    mixed,
    kept,
    agentSteps: agent?.steps.length ?? null,
    environment: environment
      ? { steps: environment.steps.length, pairs: environment.pairs, kl: divergence(environment, texts) }
      : null,
    pools: pools ? { train: newTraces(epoch), environment: pools.environment.length } : null,
  };
}

/**
 * Returns the KL divergence. It is measured on the last step's texts, or without a step on the epoch's attempted texts.
 * Null if there are no texts.
 */
function divergence({ steps, pairs, klPerSequence, note }: EnvironmentUpdated, texts: EpochTexts = []): number | null {
  if (note?.code === 'imported') return null;
  const isMeasured =
    steps.length > 0 || pairs > 0 || texts.some(({ used, source }) => used && source === 'environment');
  return isMeasured || note?.code === 'environment-frozen' ? klPerSequence : null;
}

const nothing: Claim = { code: 'nothing-attempted' };

type EpochTexts = TasksWritten['texts'];

const countOf = ({ rollouts }: Group): SuccessCount => ({
  k: rollouts.filter(({ score }) => score.success).length,
  n: rollouts.length,
});

/** Counts the groups whose rewards differ among the groups that the arm learns from. */
function mixedGroups(epoch: EpochView, groups: readonly Group[]): number {
  const settings = epoch.agentSettings ?? epoch.settings;
  return arms[settings.arm].learnedGroups(settings, groups).filter((group) => isMixed(rewardsOf(group))).length;
}

function solvedClaim(groups: readonly Group[]): Claim {
  const counts = groups.map(countOf);
  const never = counts.filter(({ k }) => k === 0).length;
  const always = counts.filter(({ k, n }) => k === n).length;
  return { code: 'solved', tasks: groups.length, never, always, sometimes: groups.length - never - always };
}

function agentClaim({ steps: { length: steps }, note }: AgentUpdated, mixed: number): Claim {
  if (note?.code === 'switched-off') return { code: 'agent-off' };
  if (note?.code === 'imported-step') return { code: 'agent-unknown' };
  if (steps === 0) return { code: 'agent-no-step' };
  return mixed > 0 ? { code: 'agent-learned', groups: mixed, steps } : { code: 'agent-penalties', steps };
}

function environmentClaim({ steps, pairs, cap, note }: EnvironmentUpdated, own: number): Claim {
  if (note?.code === 'environment-frozen') return { code: note.code };
  if (note?.code === 'switched-off') return { code: 'environment-off' };
  if (note?.code === 'imported') return { code: 'environment-unknown' };
  // The log also holds steps that were undone.
  const regressed = steps.filter(({ capAction }) => capAction === 'none' || capAction === 'scale-back').length;
  if (regressed > 0 && pairs > 0) return { code: 'environment-learned', steps: regressed, pairs, own };
  const alone = steps.filter(({ capAction }) => capAction !== 'roll-back').length;
  if (alone > 0) return { code: 'environment-penalty', steps: alone, capped: cap === 'kl-only' };
  return { code: cap === 'none' ? 'environment-no-step' : 'environment-capped' };
}
