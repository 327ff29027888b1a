/**
 * @file The events of a run, in order. The log of these *is* the run: the page draws from it, the store keeps it, a
 * replay feeds it back without a GPU, a figure is a fold over it.
 *
 * Every event is plain data, structured-cloneable and serialisable as one JSON line. Events hold no times and no speeds, so
 * the same seed on the same adapter gives the same bytes. They hold no sentences: what they say about a task, a rollout
 * or an update is a code with its numbers (reasons.ts).
 *
 * The types are inferred from the schemas. Logs that come from outside are checked against the schemas at run time
 * (event-format.ts); events that the loop makes are checked by the compiler only.
 */
import { z } from 'zod';
import { recordOf } from '../../common/plain-json.ts';
import type { OffPolicyStats } from '../../objectives/grpo-token.ts';
import type { LoggedStats } from '../../objectives/objective.ts';
import type { PolicyDescription } from '../../policy/policy.ts';
import type { SuccessCount } from '../../curriculum/environment-reward.ts';
import { agentNote, environmentNote, filterReason, rolloutReason, taskReason } from './reasons.ts';
import { settingProblems, type Settings } from '../settings/settings.ts';

/**
 * Version of the event format, which is also that of the settings in it: raise it where either changes, and convert what
 * an earlier version wrote as it is read (event-format.ts).
 */
export const EVENT_VERSION = 1;

const epoch = z.int().min(1);
const index = z.int().min(0);
const numbers = z.array(z.number());
const strings = z.array(z.string());
const byName = recordOf(z.number());
const numbersByName = recordOf(numbers);

/** The fields of a schema for a type that is declared elsewhere: the compiler reports a missing field. */
type ShapeOf<Type> = { [Name in keyof Type]: z.ZodType<Type[Name]> };

const settings = z.custom<Settings>((value) => settingProblems(value).length === 0, 'Settings are not valid.');
const someSettings = z.custom<Partial<Settings>>(
  (value) => typeof value === 'object' && value !== null && settingProblems(value).length === 0,
);

const writtenTokens = z.object({
  ids: numbers,
  /** The text of each token; same length as `ids`. */
  tokens: strings,
  /** Natural-log probability of each token as sampled; 0 where a simulator wrote it. Empty where another trainer's log has none. */
  logprobs: numbers,
});
/** Text as a model wrote it: what is needed to draw and to trace every token. */
export type WrittenTokens = z.infer<typeof writtenTokens>;

const taskVerdict = z.enum(['valid', 'unparseable', 'unsolvable', 'trivial', 'ambiguous']);
export type TaskVerdict = z.infer<typeof taskVerdict>;

const taskSource = z.enum(['environment', 'base', 'example', 'static', 'offline', 'replay', 'imported']);
export type TaskSource = z.infer<typeof taskSource>;

const taskText = z.object({
  /** Index among the texts of this epoch. */
  index,
  family: z.string(),
  source: taskSource,
  /** The task batch (seed context) it belongs to: variations of one seed share it. */
  batch: index,
  /** The text that the environment read: family, what is told of the agent, seed. Empty if it wrote nothing. */
  context: z.string(),
  seed: z.string(),
  written: writtenTokens.nullable(),
  text: z.string(),
  verdict: taskVerdict,
  /** Why the text is not used as a task; null if nothing is wrong with it. */
  reason: taskReason.nullable(),
  /** Difficulty by the parser, 1…; 0 where unparseable. */
  level: index,
  /** Tokens of the oracle's shortest answer; 0 where there is none. */
  oracleLength: index,
  /** The agent's prompt; empty if unparseable. */
  prompt: z.string(),
  /** True if the agent will attempt it in this epoch. */
  used: z.boolean(),
  /** The key that the environment wrote, where it writes keys: rewards are by it; `right`: the oracle's verdict on it, null where none can say. */
  key: z.object({ turns: strings, right: z.boolean().nullable() }).optional(),
  /** Position in D_train of the entry whose task it is; present where it was drawn from there. */
  trainPosition: index.optional(),
});
export type TaskText = z.infer<typeof taskText>;

const cost = z.object({
  /** Tokens sampled by each model and floating-point operations of everything, counted from shapes. */
  agentTokens: z.number(),
  environmentTokens: z.number(),
  agentFlops: z.number(),
  environmentFlops: z.number(),
  agentRollouts: z.number(),
});
export type Cost = z.infer<typeof cost>;

const heldOutAnswer = writtenTokens.extend({
  family: z.string(),
  level: index,
  task: z.string(),
  prompt: z.string(),
  /** 1 where the agent wrote the token, 0 where the simulator did. */
  mask: z.array(z.union([z.literal(0), z.literal(1)])),
  success: z.boolean(),
});
/** One attempt at an evaluation task, token by token. */
export type HeldOutAnswer = z.infer<typeof heldOutAnswer>;

const heldOut = z.object({
  split: z.enum(['development', 'held-out']),
  /** Samples per task, averaged (avg@k). */
  samples: index,
  /** Mean success of each level, first level first; by family. */
  byLevel: numbersByName,
  /** Mean over levels and families. */
  success: z.number(),
  /**
   * The first attempt at the first task of each level: the same prompts and random numbers at every evaluation, to see how
   * answers change. Absent in other trainers' logs.
   */
  answers: z.array(heldOutAnswer).optional(),
});
export type HeldOut = z.infer<typeof heldOut>;

const policyDescription = z.object({
  name: z.string(),
  family: z.string(),
  parameters: z.number(),
  trainableParameters: z.number().optional(),
  vocabularySize: z.number(),
  contextLength: z.number(),
  weightsHash: z.string(),
  runtime: z.string(),
} satisfies ShapeOf<PolicyDescription>);

const writtenLevels = z.object({
  texts: index,
  valid: index,
  /** Valid tasks of each level, first level first. */
  levels: numbers,
});
export type WrittenLevels = z.infer<typeof writtenLevels>;

const startLevels = z.object({
  /** Regression steps, and the texts of each. */
  steps: index,
  texts: index,
  /** Nats per token of the last step's texts, and how far the environment then was from the weights it came with, nats a text. */
  loss: z.number(),
  klPerSequence: z.number(),
  /** What it writes before and after, by family: the same seeds and random numbers, told the success that a run begins with. */
  before: recordOf(writtenLevels),
  after: recordOf(writtenLevels),
});
/** How the environment came to the levels of the setting `startLevels`. */
export type StartLevels = z.infer<typeof startLevels>;

const runStarted = z.object({
  type: z.literal('run-started'),
  version: z.literal(EVENT_VERSION),
  settings,
  agent: policyDescription,
  environment: policyDescription,
  heldOut: heldOut.nullable(),
  /** Tasks written once before training; empty except in the arms static and offline. */
  fixedTasks: z.array(taskText),
  /** Only where levels were asked for, and the environment writes tasks. */
  start: startLevels.optional(),
  /** The cost of writing them, and of learning the levels asked for. Evaluation is a measurement, not part of any cost. */
  cost,
});
export type RunStarted = z.infer<typeof runStarted>;

const settingsChanged = z.object({
  type: z.literal('settings-changed'),
  /** The epoch of the stage that comes next. */
  epoch,
  changes: someSettings,
});
/** A person changed settings: from the next event of the log on, and again there when the run is repeated. */
export type SettingsChanged = z.infer<typeof settingsChanged>;

/** Hashes, each as often as it occurs: base 36, separated by spaces. A long run is opened with those of all its epochs. */
const hashes = z.string();
const attemptedDigest = z.object({ texts: hashes, goals: hashes });
/** The tasks of an epoch in little (outline-event.ts). */
export type AttemptedDigest = z.infer<typeof attemptedDigest>;

const tasksWritten = z.object({
  type: z.literal('tasks-written'),
  epoch,
  /** Exponential mean of the agent's success, by family. The environment reads only which fifth of [0, 1] it lies in. */
  recentSuccess: byName,
  texts: z.array(taskText),
  /** In an outline only, which has no texts: the attempted ones of them. */
  attempted: attemptedDigest.optional(),
});
export type TasksWritten = z.infer<typeof tasksWritten>;

const rollout = writtenTokens.extend({
  /** Index into `TasksWritten.texts`. */
  task: index,
  rollout: index,
  /** 1 where the agent wrote the token, 0 where the simulator did. */
  mask: z.array(z.union([z.literal(0), z.literal(1)])),
  turns: strings,
  /** The simulator's observations between them. */
  observations: strings,
  finish: z.enum(['stop', 'length']),
});
export type Rollout = z.infer<typeof rollout>;

const rolledOut = z.object({ type: z.literal('rolled-out'), epoch, rollouts: z.array(rollout) });
export type RolledOut = z.infer<typeof rolledOut>;

const scoredRollout = z.object({
  task: index,
  rollout: index,
  reward: z.number(),
  success: z.boolean(),
  wellFormed: z.boolean(),
  /** Why the rollout has this reward; null if that is not known. */
  reason: rolloutReason.nullable(),
  advantage: z.number(),
});
export type ScoredRollout = z.infer<typeof scoredRollout>;

const successCount = z.object({ k: z.number(), n: z.number() } satisfies ShapeOf<SuccessCount>);

const scored = z.object({
  type: z.literal('scored'),
  epoch,
  /** In the order of `RolledOut.rollouts`; without those of another trainer's log whose reward is not in it. */
  rollouts: z.array(scoredRollout),
  /** Per task attempted: its own count, and the count p̂ is taken over (task, task batch or epoch) with R_env(p̂). */
  tasks: z.array(
    z.object({
      task: index,
      count: successCount,
      scope: successCount,
      successRate: z.number(),
      environmentReward: z.number(),
    }),
  ),
});
export type Scored = z.infer<typeof scored>;

const filtered = z.object({
  type: z.literal('filtered'),
  epoch,
  tasks: z.array(
    z.object({
      task: index,
      /** True where |p̂ − α| ≤ k_min, or what the arm's curriculum asks instead. */
      kept: z.boolean(),
      /** Why, with the numbers of this task. */
      reason: filterReason,
      /** Regression weight exp(λ·R_env) before normalisation; 0 where left out. */
      weight: z.number(),
    }),
  ),
});
export type Filtered = z.infer<typeof filtered>;

const updateStats = z.object({
  loss: z.number(),
  gradNorm: z.number(),
  klPerToken: z.number(),
  klPerSequence: z.number(),
  entropy: z.number(),
  clipFraction: z.number(),
  meanRatio: z.number().optional(),
  tokens: z.number(),
  flops: z.number(),
} satisfies ShapeOf<LoggedStats>);

const oldTracesLearnt = z.object({
  /** Positions in D_train of their entries. */
  entries: z.array(index),
  traces: index,
  /** Over the agent's tokens, before the first step (stages/old-traces.ts); the effective sample size as a share of the traces. */
  clipFraction: z.number(),
  meanRatio: z.number(),
  klPerToken: z.number(),
  effectiveSampleSize: z.number(),
  tokens: index,
  /** Floating-point operations of measuring this. */
  flops: z.number(),
} satisfies ShapeOf<OffPolicyStats> & Record<string, unknown>);

const agentUpdated = z.object({
  type: z.literal('agent-updated'),
  epoch,
  /** One entry per optimizer step; empty where no group was mixed. */
  steps: z.array(updateStats),
  mixedGroups: index,
  solvedGroups: index,
  unsolvedGroups: index,
  /** Why nothing was learned; null where something was. */
  note: agentNote.nullable(),
  /** The traces of D_train that were learnt from too, and how far the agent has moved from them. */
  oldTraces: oldTracesLearnt.optional(),
});
export type AgentUpdated = z.infer<typeof agentUpdated>;

const capAction = z.enum(['none', 'stop', 'scale-back', 'roll-back', 'kl-only']);
export type CapAction = z.infer<typeof capAction>;

const environmentUpdated = z.object({
  type: z.literal('environment-updated'),
  epoch,
  steps: z.array(updateStats.extend({ capAction })),
  /**
   * Mean KL to the initial environment model per sequence after the last step, nats, over the texts on which that step's penalty
   * was: those regressed on, and with `klOnCurrentBatch` this epoch's. The cap looks at the same mean over the same texts,
   * before the step (`stop`, `kl-only`: the step's own `klPerSequence`) or after it (`scale-back`, `roll-back`). Without
   * texts for a step: over this epoch's.
   */
  klPerSequence: z.number(),
  /** (context → task) pairs of D_env within the regression window. */
  pairs: index,
  /** The KL cap's action in this epoch: the last one of its steps, or of a step that was not taken. */
  cap: capAction,
  /** Why there were fewer steps than the settings ask for, or none; null where there were not. */
  note: environmentNote.nullable(),
});
export type EnvironmentUpdated = z.infer<typeof environmentUpdated>;

const environmentEntry = z.object({
  epoch,
  family: z.string(),
  context: z.string(),
  /** Token ids of context and of what the environment wrote after it. */
  contextIds: numbers,
  writtenIds: numbers,
  successRate: z.number(),
  weight: z.number(),
});
export type EnvironmentEntry = z.infer<typeof environmentEntry>;

const poolsUpdated = z.object({
  type: z.literal('pools-updated'),
  epoch,
  /** New entries of D_env. Those of D_train are the valid traces of this epoch: its other events hold them. */
  environment: z.array(environmentEntry),
  /** Traces in D_train and pairs in D_env after adding. */
  trainSize: index,
  environmentSize: index,
  /** Traces of this epoch that are not in D_train because they are not valid. */
  invalidTraces: index,
});
export type PoolsUpdated = z.infer<typeof poolsUpdated>;

const runState = z.object({
  epoch,
  recentSuccess: byName,
  /** What the arm carries to the next epoch, checked by the arm's own schema; absent if it carries nothing. */
  armState: z.unknown().optional(),
});
/** The state that a run needs besides settings, weights and pools to go on after this epoch. */
export type RunState = z.infer<typeof runState>;

const keyed = z.object({ tasks: index, success: successCount });
/**
 * The attempted tasks whose key the environment wrote, by what the oracle says of the key, with the agent's successes by it.
 * `unchecked`: keys that no oracle can verify; absent if there are none.
 */
const writtenKeys = z.object({ right: keyed, wrong: keyed, unchecked: keyed.optional() });
export type WrittenKeys = z.infer<typeof writtenKeys>;

const epochEnded = z.object({
  type: z.literal('epoch-ended'),
  epoch,
  /** Mean reward and success over the agent's rollouts; p̂ of the epoch. */
  meanReward: z.number(),
  success: successCount,
  /** The same by family, where the tasks are of several. */
  successByFamily: recordOf(successCount).optional(),
  meanEnvironmentReward: z.number(),
  verdicts: z.record(taskVerdict, z.number()),
  meanLevel: z.number(),
  /** Share of attempted tasks per level, first level first, by family. */
  levels: numbersByName,
  keptTasks: index,
  writtenKeys: writtenKeys.optional(),
  attemptedTasks: index,
  /** Mean tokens of agent responses and of task texts. */
  responseLength: z.number(),
  taskLength: z.number(),
  distinctTasks: index,
  heldOut: heldOut.nullable(),
  cost,
  state: runState,
});
export type EpochEnded = z.infer<typeof epochEnded>;

export const runEvent = z.discriminatedUnion('type', [
  runStarted,
  settingsChanged,
  tasksWritten,
  rolledOut,
  scored,
  filtered,
  agentUpdated,
  environmentUpdated,
  poolsUpdated,
  epochEnded,
]);
export type RunEvent = z.infer<typeof runEvent>;
