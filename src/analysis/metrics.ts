/**
 * @file A run in numbers per epoch: one fold over its events, for charts, tables and figures alike.
 */
import type {
  AgentUpdated,
  CapAction,
  Cost,
  EnvironmentUpdated,
  EpochEnded,
  HeldOut,
  PoolsUpdated,
  RunEvent,
  SuccessCount,
  TaskVerdict,
} from '../genenv/events.ts';
import { arms } from '../genenv/sources/arms.ts';
import { defaultSettings, type Settings } from '../genenv/settings/settings.ts';
import { successRate } from '../genenv/curriculum/success.ts';

/** All that was spent since the run began, the making of fixed tasks included, evaluations not. */
export interface Spent extends Cost {
  /** Tokens sampled and floating-point operations, of both models. */
  tokens: number;
  flops: number;
}

export interface EpochMetrics {
  epoch: number;
  /** p̂ of the epoch: the agent's success on the tasks it attempted, and the counts it is from. */
  successRate: number;
  success: SuccessCount;
  /** The success rates this epoch's filter let pass: α − k_min and α + k_min, or as the arm has it. */
  band: [low: number, high: number];
  /** Mean R_agent and mean R_env. */
  reward: number;
  environmentReward: number;
  meanLevel: number;
  /** Share of attempted tasks by level, by family. */
  levels: Record<string, number[]>;
  attempted: number;
  distinct: number;
  /** Share of attempted tasks that passed the difficulty filter. */
  keptShare: number;
  verdicts: Record<TaskVerdict, number>;
  /** Mean tokens. */
  responseLength: number;
  taskLength: number;
  /** Shares of groups with different rewards, all successes, and neither. */
  mixedShare: number;
  solvedShare: number;
  unsolvedShare: number;
  /** Means over the epoch's optimizer steps; null where there was none. KL: nats to the initial weights. */
  agentLoss: number | null;
  agentKl: number | null;
  agentEntropy: number | null;
  agentGradNorm: number | null;
  clipFraction: number | null;
  environmentLoss: number | null;
  environmentGradNorm: number | null;
  /** After the update, on the epoch's texts, nats per sequence. */
  environmentKl: number;
  cap: CapAction;
  trainSize: number;
  environmentSize: number;
  heldOut: HeldOut | null;
  spent: Spent;
}

export interface HeldOutPoint {
  epoch: number;
  success: number;
  /** Samples per task (avg@k). */
  samples: number;
  byLevel: Record<string, number[]>;
  spent: Spent;
}

export interface RunMetrics {
  /** Finished epochs, in order. */
  epochs: EpochMetrics[];
  /** Evaluations in order, the one before the first epoch (as epoch 0) included. */
  heldOut: HeldOutPoint[];
}

const noCost: Cost = { agentTokens: 0, environmentTokens: 0, agentFlops: 0, environmentFlops: 0, agentRollouts: 0 };

export function addCosts(a: Cost, b: Cost): Spent {
  const agentTokens = a.agentTokens + b.agentTokens;
  const environmentTokens = a.environmentTokens + b.environmentTokens;
  const agentFlops = a.agentFlops + b.agentFlops;
  const environmentFlops = a.environmentFlops + b.environmentFlops;
  return {
    agentTokens,
    environmentTokens,
    agentFlops,
    environmentFlops,
    agentRollouts: a.agentRollouts + b.agentRollouts,
    tokens: agentTokens + environmentTokens,
    flops: agentFlops + environmentFlops,
  };
}

function meanOf<Step>(steps: readonly Step[], value: (step: Step) => number): number | null {
  return steps.length === 0 ? null : steps.reduce((sum, step) => sum + value(step), 0) / steps.length;
}

type Band = Pick<Settings, 'arm' | 'alpha' | 'beta' | 'kMin'>;

interface EpochEvents {
  /** The band when the filter judged: later changes are for the next epoch. */
  band?: Band;
  agent?: AgentUpdated;
  environment?: EnvironmentUpdated;
  pools?: PoolsUpdated;
}

function epochMetrics(
  ended: EpochEnded,
  { agent, environment, pools, band = defaultSettings }: EpochEvents,
  spent: Spent,
): EpochMetrics {
  const agentSteps = agent?.steps ?? [];
  const environmentSteps = environment?.steps ?? [];
  const { mixedGroups = 0, solvedGroups = 0, unsolvedGroups = 0 } = agent ?? {};
  const groups = mixedGroups + solvedGroups + unsolvedGroups || 1;
  return {
    epoch: ended.epoch,
    successRate: successRate(ended.success),
    success: ended.success,
    band: arms[band.arm].curriculum.band(band),
    reward: ended.meanReward,
    environmentReward: ended.meanEnvironmentReward,
    meanLevel: ended.meanLevel,
    levels: ended.levels,
    attempted: ended.attemptedTasks,
    distinct: ended.distinctTasks,
    keptShare: ended.keptTasks / (ended.attemptedTasks || 1),
    verdicts: ended.verdicts,
    responseLength: ended.responseLength,
    taskLength: ended.taskLength,
    mixedShare: mixedGroups / groups,
    solvedShare: solvedGroups / groups,
    unsolvedShare: unsolvedGroups / groups,
    agentLoss: meanOf(agentSteps, ({ loss }) => loss),
    agentKl: meanOf(agentSteps, ({ klPerToken }) => klPerToken),
    agentEntropy: meanOf(agentSteps, ({ entropy }) => entropy),
    agentGradNorm: meanOf(agentSteps, ({ gradNorm }) => gradNorm),
    clipFraction: meanOf(agentSteps, ({ clipFraction }) => clipFraction),
    environmentLoss: meanOf(environmentSteps, ({ loss }) => loss),
    environmentGradNorm: meanOf(environmentSteps, ({ gradNorm }) => gradNorm),
    environmentKl: environment?.klPerSequence ?? 0,
    cap: environment?.cap ?? 'none',
    trainSize: pools?.trainSize ?? 0,
    environmentSize: pools?.environmentSize ?? 0,
    heldOut: ended.heldOut,
    spent,
  };
}

/** Metrics of all finished epochs of a log; events of an unfinished one are passed over. */
export function runMetrics(events: readonly RunEvent[]): RunMetrics {
  const metrics: RunMetrics = { epochs: [], heldOut: [] };
  let spent = addCosts(noCost, noCost);
  let seen: EpochEvents = {};
  let band: Band = defaultSettings;
  const evaluated = (epoch: number, heldOut: HeldOut | null) => {
    if (!heldOut) return;
    const { success, samples, byLevel } = heldOut;
    metrics.heldOut.push({ epoch, success, samples, byLevel, spent });
  };
  for (const event of events) {
    switch (event.type) {
      case 'run-started':
        band = event.settings;
        spent = addCosts(spent, event.cost);
        evaluated(0, event.heldOut);
        break;
      case 'settings-changed':
        band = { ...band, ...event.changes };
        break;
      case 'tasks-written':
        seen = {};
        break;
      case 'filtered':
        seen.band = band;
        break;
      case 'agent-updated':
        seen.agent = event;
        break;
      case 'environment-updated':
        seen.environment = event;
        break;
      case 'pools-updated':
        seen.pools = event;
        break;
      case 'epoch-ended':
        spent = addCosts(spent, event.cost);
        metrics.epochs.push(epochMetrics(event, seen, spent));
        evaluated(event.epoch, event.heldOut);
        break;
    }
  }
  return metrics;
}
