/**
 * @file Declares the events of a run, in order. Their log *is* the run: the page draws from it, the store keeps it, a
 * replay feeds it back without a GPU, and a figure is a fold over it.
 *
 * Every event is plain data, structured-cloneable and serialisable as one JSON line. Events hold no times and no
 * speeds, so the same seed on the same adapter gives the same bytes. They hold no sentences: reasons are codes with
 * numbers (reasons.ts).
 *
 * The types are inferred from the schemas. Logs that come from outside are checked against the schemas at run time
 * (event-format.ts); events that the loop makes are checked by the compiler only.
 */
import { z } from 'zod';
import { isObject, recordOf } from '../../common/plain-json.ts';
import type { OffPolicyStats } from '../../objectives/grpo-token.ts';
import type { LoggedStats } from '../../objectives/objective.ts';
import type { PolicyDescription } from '../../policy/policy.ts';
import type { SuccessCount } from '../../curriculum/environment-reward.ts';
import { agentNote, environmentNote, filterReason, rolloutReason, taskReason } from './reasons.ts';
import type { Settings } from '../settings/settings-table.ts';

/**
 * This is the version of the event format and of the settings in it. Raise it if either changes, and convert earlier
 * versions as they are read (event-format.ts).
 */
export const EVENT_VERSION = 1;

const epoch = z.int().min(1);
const index = z.int().min(0);
const numbers = z.array(z.number());
const strings = z.array(z.string());
const byName = recordOf(z.number());
const numbersByName = recordOf(numbers);

/** Types the fields of a schema for a type declared elsewhere, so that the compiler reports a missing field. */
type ShapeOf<Type> = { [Name in keyof Type]: z.ZodType<Type[Name]> };

const writtenTokens = z.object({
  ids: numbers,
  /** Holds the text of each token; same length as `ids`. */
  tokens: strings,
  /**
   * Holds the natural-log probability of each token as sampled; 0 if a simulator wrote it. Empty if another trainer's
   * log has none.
   */
  logprobs: numbers,
});
/** Holds a model's text with what is needed to draw and trace every token. */
export type WrittenTokens = z.infer<typeof writtenTokens>;

const taskVerdict = z.enum(['valid', 'unparseable', 'unsolvable', 'trivial', 'ambiguous']);
export type TaskVerdict = z.infer<typeof taskVerdict>;

const taskSource = z.enum(['environment', 'base', 'example', 'static', 'offline', 'replay', 'imported']);
export type TaskSource = z.infer<typeof taskSource>;

const taskText = z.object({
  /** Counts the texts of this epoch from 0. */
  index,
  family: z.string(),
  source: taskSource,
  /** The text belongs to this task batch (seed context). Variations of one seed share it. */
  batch: index,
  /** The environment read this text: family, the agent's success, seed. Empty if it wrote nothing. */
  context: z.string(),
  seed: z.string(),
  written: writtenTokens.nullable(),
  text: z.string(),
  verdict: taskVerdict,
  /** Says why the text is not used as a task; null if nothing is wrong with it. */
  reason: taskReason.nullable(),
  /** The parser rates the difficulty from 1; 0 if the text is unparseable. */
  level: index,
  /** Counts the tokens of the oracle's shortest answer; 0 if there is none. */
  oracleLength: index,
  /** The agent reads this; empty if unparseable. */
  prompt: z.string(),
  /** Is true if the agent will attempt it in this epoch. */
  used: z.boolean(),
  /**
   * Is the key that the environment wrote, if it writes keys; rewards follow it. `right` is the oracle's verdict on it,
   * null if no oracle can judge.
   */
  key: z.object({ turns: strings, right: z.boolean().nullable() }).optional(),
  /** Gives the position of the task's entry in D_train; present if it was drawn from there. */
  trainPosition: index.optional(),
});
export type TaskText = z.infer<typeof taskText>;

const cost = z.object({
  /** Count the tokens that each model sampled, and all floating-point operations, from shapes. */
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
  /** A 1 means that the agent wrote the token, a 0 that the simulator did. */
  mask: z.array(z.union([z.literal(0), z.literal(1)])),
  success: z.boolean(),
});
export type HeldOutAnswer = z.infer<typeof heldOutAnswer>;

const heldOut = z.object({
  split: z.enum(['development', 'held-out']),
  /** avg@k takes the mean over so many samples per task. */
  samples: index,
  /** Gives the mean success of each level, level 1 first, by family. */
  byLevel: numbersByName,
  /** Takes the mean over levels and families. */
  success: z.number(),
  /**
   * Holds the first attempt at the first task of each level. Prompts and random numbers are the same at every
   * evaluation, to show how answers change. Other trainers' logs lack it.
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
  /** Counts valid tasks of each level, first level first. */
  levels: numbers,
});
export type WrittenLevels = z.infer<typeof writtenLevels>;

const startLevels = z.object({
  /** Count regression steps, and the texts of each. */
  steps: index,
  texts: index,
  /**
   * Are the loss of the last step's texts, nats per token, and KL to the weights that the environment came with, nats
   * per text.
   */
  loss: z.number(),
  klPerSequence: z.number(),
  /**
   * Holds what the environment writes before and after, by family, with the same seeds, random numbers and initial
   * success.
   */
  before: recordOf(writtenLevels),
  after: recordOf(writtenLevels),
});
/** Tells how the environment learned the levels of the setting `startLevels`. */
export type StartLevels = z.infer<typeof startLevels>;

const runStarted = z.object({
  type: z.literal('run-started'),
  version: z.literal(EVENT_VERSION),
  /** event-format.ts checks the values of settings. */
  settings: z.custom<Settings>(isObject),
  agent: policyDescription,
  environment: policyDescription,
  heldOut: heldOut.nullable(),
  /** Holds tasks written once before training; empty except in the arms static and offline. */
  fixedTasks: z.array(taskText),
  /** Is present if the settings ask for levels and the environment writes tasks. */
  start: startLevels.optional(),
  /**
   * Counts the cost of writing the tasks and of learning the levels. Evaluation is a measurement and part of no cost.
   */
  cost,
});
export type RunStarted = z.infer<typeof runStarted>;

const settingsChanged = z.object({
  type: z.literal('settings-changed'),
  /** The stage that comes next belongs to this epoch. */
  epoch,
  changes: z.custom<Partial<Settings>>(isObject),
});
/** The user changed settings, which apply from the next event on. A repeated run changes them at the same place. */
export type SettingsChanged = z.infer<typeof settingsChanged>;

/**
 * Holds hashes in base 36, separated by spaces, each as often as it occurs. A long run opens with the hashes of all its
 * epochs.
 */
const hashes = z.string();
const attemptedDigest = z.object({ texts: hashes, goals: hashes });
/** Digests an epoch's attempted tasks (outline-event.ts). */
export type AttemptedDigest = z.infer<typeof attemptedDigest>;

const tasksWritten = z.object({
  type: z.literal('tasks-written'),
  epoch,
  /**
   * Holds the exponential mean of the agent's success, by family. The environment reads only which fifth of [0, 1] it
   * lies in.
   */
  recentSuccess: byName,
  texts: z.array(taskText),
  /** Only an outline, which has no texts, has this digest of the attempted ones. */
  attempted: attemptedDigest.optional(),
});
export type TasksWritten = z.infer<typeof tasksWritten>;

const rollout = writtenTokens.extend({
  /** Points into `TasksWritten.texts`. */
  task: index,
  rollout: index,
  /** A 1 means that the agent wrote the token, a 0 that the simulator did. */
  mask: z.array(z.union([z.literal(0), z.literal(1)])),
  turns: strings,
  /** The simulator answers these observations between the agent's turns. */
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
  /** Says why the rollout has this reward; null if that is not known. */
  reason: rolloutReason.nullable(),
  advantage: z.number(),
});
export type ScoredRollout = z.infer<typeof scoredRollout>;

const successCount = z.object({ k: z.number(), n: z.number() } satisfies ShapeOf<SuccessCount>);

const scored = z.object({
  type: z.literal('scored'),
  epoch,
  /** Follows the order of `RolledOut.rollouts`. Rollouts whose reward another trainer's log lacks are left out. */
  rollouts: z.array(scoredRollout),
  /**
   * Holds each attempted task's own count, and the count p̂ is taken over (task, task batch or epoch) with R_env(p̂).
   */
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
      /** Is true if |p̂ − α| ≤ k_min, or if the arm's own condition holds. */
      kept: z.boolean(),
      /** Says why it was kept or left out, with the numbers of this task. */
      reason: filterReason,
      /** The regression weight is exp(λ·R_env) before normalisation; 0 if the task is left out. */
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
  /** Lists the positions of their entries in D_train. */
  entries: z.array(index),
  traces: index,
  /**
   * These are means over the agent's tokens, before the first step (stages/agent-steps.ts). The effective sample size
   * is a share of the traces.
   */
  clipFraction: z.number(),
  meanRatio: z.number(),
  klPerToken: z.number(),
  effectiveSampleSize: z.number(),
  tokens: index,
  /** Measuring this took so many floating-point operations. */
  flops: z.number(),
} satisfies ShapeOf<OffPolicyStats> & Record<string, unknown>);

const agentUpdated = z.object({
  type: z.literal('agent-updated'),
  epoch,
  /** Holds one entry per optimizer step; empty if no group was mixed. */
  steps: z.array(updateStats),
  mixedGroups: index,
  solvedGroups: index,
  unsolvedGroups: index,
  /** Says why nothing was learned; null if something was. */
  note: agentNote.nullable(),
  /** Counts traces of D_train that the agent also learned from, and measures how far it has moved from them. */
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
   * Is the mean KL to the initial environment model after the last step, in nats per sequence. The mean is over the
   * texts that this step penalised: those regressed on, and with `klOnCurrentBatch` this epoch's. The cap uses the same
   * mean, before the step (`stop`, `kl-only`) or after it (`scale-back`, `roll-back`). Without a step, the mean is over
   * this epoch's texts.
   */
  klPerSequence: z.number(),
  /** Counts (context → task) pairs of D_env within the regression window. */
  pairs: index,
  /** Names the KL cap's last action in this epoch, which may have prevented a step. */
  cap: capAction,
  /** Says why there were fewer steps than the settings ask for; null if there were not fewer. */
  note: environmentNote.nullable(),
});
export type EnvironmentUpdated = z.infer<typeof environmentUpdated>;

const environmentEntry = z.object({
  epoch,
  family: z.string(),
  context: z.string(),
  /** Hold token ids of the context, and of what the environment wrote after it. */
  contextIds: numbers,
  writtenIds: numbers,
  successRate: z.number(),
  weight: z.number(),
});
export type EnvironmentEntry = z.infer<typeof environmentEntry>;

const poolsUpdated = z.object({
  type: z.literal('pools-updated'),
  epoch,
  /**
   * Lists new entries of D_env. The new entries of D_train are this epoch's valid traces, which its other events hold.
   */
  environment: z.array(environmentEntry),
  /** Count traces in D_train and pairs in D_env after adding. */
  trainSize: index,
  environmentSize: index,
  /** Counts traces of this epoch that are not in D_train because they are not valid. */
  invalidTraces: index,
});
export type PoolsUpdated = z.infer<typeof poolsUpdated>;

const runState = z.object({
  epoch,
  recentSuccess: byName,
  /** The arm carries this to the next epoch, checked by the arm's schema; default: nothing. */
  armState: z.unknown().optional(),
});
/** A run continues after this epoch from this state, besides settings, weights and pools. */
export type RunState = z.infer<typeof runState>;

const keyed = z.object({ tasks: index, success: successCount });
/**
 * Counts attempted tasks whose key the environment wrote, by the oracle's verdict on the key, with the agent's
 * successes. `unchecked`: keys that no oracle can verify; absent if there are none.
 */
const writtenKeys = z.object({ right: keyed, wrong: keyed, unchecked: keyed.optional() });
export type WrittenKeys = z.infer<typeof writtenKeys>;

const epochEnded = z.object({
  type: z.literal('epoch-ended'),
  epoch,
  /** Are mean reward and success over the agent's rollouts, and p̂ of the epoch. */
  meanReward: z.number(),
  success: successCount,
  /** Counts success by family, if there are several. */
  successByFamily: recordOf(successCount).optional(),
  meanEnvironmentReward: z.number(),
  verdicts: z.record(taskVerdict, z.number()),
  meanLevel: z.number(),
  /** Gives the share of attempted tasks per level, level 1 first, by family. */
  levels: numbersByName,
  keptTasks: index,
  writtenKeys: writtenKeys.optional(),
  attemptedTasks: index,
  /** Are mean tokens of agent responses and of task texts. */
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
