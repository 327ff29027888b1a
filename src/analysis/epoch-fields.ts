/**
 * @file Lists each number of an epoch once: its name, and how to compute it from the epoch's events. Rows of summaries,
 * metrics and curves follow this table.
 *
 * Diversity counts different tasks and goals, and the share of levels that occur, over a window of epochs. One epoch
 * has too few tasks to cover ten levels. Self-play can lack diversity: an environment may write one task of the right
 * difficulty again and again.
 *
 * All attempted tasks count, even if the arm learns from only some of them. Counts grow with the number of attempts, so
 * tables show `attempted` beside them.
 */
import { meanOrNull } from '../common/mean.ts';
import { type Band, successRate } from '../curriculum/environment-reward.ts';
import type {
  AgentUpdated,
  EnvironmentUpdated,
  EpochEnded,
  PoolsUpdated,
  TasksWritten,
  WrittenKeys,
} from '../genenv/log/events.ts';
import { attemptedDigest, unpackHashes } from '../genenv/log/outline-event.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import { arms } from '../genenv/sources/arms.ts';

/** Number of epochs in a window. A run's first windows are shorter. */
export const DIVERSITY_WINDOW = 10;

interface Diversity {
  tasks: number;
  goals: number;
  /** Share of the levels of all families that occur, 0…1. */
  levelCoverage: number;
}

interface EpochTasks {
  texts: readonly string[];
  goals: readonly string[];
  /** Each entry names a family and a level. */
  levels: readonly string[];
  /** True if an imported log says too little about its tasks to count them. */
  unknown: boolean;
}

/** Computes the diversity of a run epoch by epoch. Keeps only one window of epochs. */
export class DiversityFold {
  private readonly window: EpochTasks[] = [];

  /** Adds an epoch. Returns the diversity of the window that it ends, or null if the log lacks tasks of the window. */
  add(written: TasksWritten | undefined, ended: EpochEnded): Diversity | null {
    const digest = written?.attempted ?? attemptedDigest(written?.texts ?? []);
    const levels = occurringLevels(ended);
    this.window.push({
      texts: unpackHashes(digest.texts),
      goals: unpackHashes(digest.goals),
      levels,
      unknown: digest.texts === '' && levels.length > 0,
    });
    if (this.window.length > DIVERSITY_WINDOW) this.window.shift();
    if (this.window.some(({ unknown }) => unknown)) return null;
    const different = (kind: 'texts' | 'goals' | 'levels') => new Set(this.window.flatMap((epoch) => epoch[kind])).size;
    const all = Object.values(ended.levels).reduce((sum, shares) => sum + shares.length, 0);
    return {
      tasks: different('texts'),
      goals: different('goals'),
      levelCoverage: different('levels') / (all || 1),
    };
  }
}

/** Returns the levels with a share above 0 among the epoch's attempted tasks. */
const occurringLevels = ({ levels }: Pick<EpochEnded, 'levels'>): string[] =>
  Object.entries(levels).flatMap(([family, shares]) =>
    shares.flatMap((share, i) => (share > 0 ? [`${family} ${i + 1}`] : [])),
  );

/** Settings that decide which success rates the difficulty filter lets pass. */
export type BandSettings = Pick<Settings, 'arm' | 'alpha' | 'alphaRule' | 'alphaGain' | 'beta' | 'kMin'>;

/** Facts from which the numbers of an epoch are computed. */
export interface EpochFacts {
  ended: EpochEnded;
  agent?: AgentUpdated;
  environment?: EnvironmentUpdated;
  pools?: PoolsUpdated;
  /** Settings at the time of the filter, with the α of the epoch. Later changes apply to the next epoch. */
  band: BandSettings;
  /** Diversity of the window that ends with this epoch. Null if the log lacks tasks of the window. */
  diversity: Diversity | null;
}

const always = (value: (facts: EpochFacts) => number) => ({ value, nullable: false as const });
/** Declares a number that may be null, e.g. a mean in an epoch without optimizer steps. */
const sometimes = (value: (facts: EpochFacts) => number | null) => ({ value, nullable: true as const });

const bandOf = ({ band }: EpochFacts): Band => arms[band.arm].band.of(band);

function groupShare({ agent }: EpochFacts, kind: 'mixedGroups' | 'solvedGroups' | 'unsolvedGroups'): number {
  if (!agent) return 0;
  return agent[kind] / (agent.mixedGroups + agent.solvedGroups + agent.unsolvedGroups || 1);
}

/** Returns the mean over an update's optimizer steps, or null if it took none. */
const stepMean = <Step>(update: { steps: readonly Step[] } | undefined, value: (step: Step) => number): number | null =>
  meanOrNull((update?.steps ?? []).map(value));

/**
 * Columns of a run summary, in order. Old summaries without a new column are refused until their sweeps are run again.
 * Put derived numbers into figures/marks.ts instead.
 */
export const summaryFields = {
  /** p̂: the agent's success on the tasks attempted in this epoch. */
  successRate: always(({ ended }) => successRate(ended.success)),
  /** Means of R_agent (`reward`) and R_env (`environmentReward`) in this epoch. */
  reward: always(({ ended }) => ended.meanReward),
  environmentReward: always(({ ended }) => ended.meanEnvironmentReward),
  /** Success rates that the filter keeps: usually α − k_min to α + k_min. Some arms define their own bounds. */
  bandLow: always((facts) => bandOf(facts).low),
  bandHigh: always((facts) => bandOf(facts).high),
  meanLevel: always(({ ended }) => ended.meanLevel),
  attempted: always(({ ended }) => ended.attemptedTasks),
  distinct: always(({ ended }) => ended.distinctTasks),
  /** `keptShare` is the share of attempted tasks that passed the filter, `validShare` the share of valid texts. */
  keptShare: always(({ ended }) => ended.keptTasks / (ended.attemptedTasks || 1)),
  validShare: always(({ ended }) => ended.verdicts.valid),
  /** Shares of the groups whose rewards differ, whose answers are all right, and whose answers are all wrong. */
  mixedShare: always((facts) => groupShare(facts, 'mixedGroups')),
  solvedShare: always((facts) => groupShare(facts, 'solvedGroups')),
  unsolvedShare: always((facts) => groupShare(facts, 'unsolvedGroups')),
  responseLength: always(({ ended }) => ended.responseLength),
  taskLength: always(({ ended }) => ended.taskLength),
  /** Means over the agent's optimizer steps: KL to the initial weights (nats per token), and entropy (nats). */
  agentKl: sometimes(({ agent }) => stepMean(agent, ({ klPerToken }) => klPerToken)),
  agentEntropy: sometimes(({ agent }) => stepMean(agent, ({ entropy }) => entropy)),
  /**
   * KL to the initial environment model, in nats per sequence. It is measured after the update on the last step's
   * texts, or without a step on this epoch's texts.
   */
  environmentKl: always(({ environment }) => environment?.klPerSequence ?? 0),
  /** Pool sizes after the epoch. */
  trainSize: always(({ pools }) => pools?.trainSize ?? 0),
  environmentSize: always(({ pools }) => pools?.environmentSize ?? 0),
  /** Numbers of different tasks and goals in a window of epochs, and the share of levels that occur. */
  windowTasks: sometimes(({ diversity }) => diversity?.tasks ?? null),
  windowGoals: sometimes(({ diversity }) => diversity?.goals ?? null),
  levelCoverage: sometimes(({ diversity }) => diversity?.levelCoverage ?? null),
};

function keyRate({ ended }: EpochFacts, kind: keyof WrittenKeys): number | null {
  const keys = ended.writtenKeys?.[kind];
  return keys && keys.tasks > 0 ? successRate(keys.success) : null;
}

/** Numbers that run summaries leave out: means over optimizer steps, and rates of written keys. */
const stepFields = {
  /** If the environment writes keys: the share of checked keys that are wrong, then p̂ on wrong and on right keys. */
  wrongKeyShare: sometimes(({ ended: { writtenKeys: keys } }) =>
    keys && keys.wrong.tasks + keys.right.tasks > 0 ? keys.wrong.tasks / (keys.wrong.tasks + keys.right.tasks) : null,
  ),
  wrongKeySuccess: sometimes((facts) => keyRate(facts, 'wrong')),
  rightKeySuccess: sometimes((facts) => keyRate(facts, 'right')),
  agentLoss: sometimes(({ agent }) => stepMean(agent, ({ loss }) => loss)),
  agentGradNorm: sometimes(({ agent }) => stepMean(agent, ({ gradNorm }) => gradNorm)),
  clipFraction: sometimes(({ agent }) => stepMean(agent, ({ clipFraction }) => clipFraction)),
};

const epochFields = { ...summaryFields, ...stepFields };

type Fields = Readonly<Record<string, { value: (facts: EpochFacts) => number | null; nullable: boolean }>>;
type NumbersOf<Table extends Fields> = { [Name in keyof Table]: ReturnType<Table[Name]['value']> };

export type SummaryNumbers = NumbersOf<typeof summaryFields>;
export type EpochNumbers = NumbersOf<typeof epochFields>;

const fields = Object.entries<Fields[string]>(epochFields);

export function epochNumbers(facts: EpochFacts): EpochNumbers {
  const numbers: Record<string, number | null> = {};
  for (const [name, { value }] of fields) numbers[name] = value(facts);
  return numbers as EpochNumbers;
}
