/**
 * @file Declares the events of a run, in order. The log holds the whole run: the page draws it, the store keeps it, and
 * a replay needs no GPU.
 *
 * Every event is plain data, structured-cloneable and serialisable as one JSON line. Events hold no times, so the same
 * seed on the same adapter gives the same bytes. Reasons are codes with numbers, not sentences (reasons.ts).
 *
 * The types are inferred from the schemas. Logs from outside are checked against the schemas at run time
 * (event-format.ts). Only the compiler checks the events that the loop makes.
 */
import { z } from 'zod';
import { isObject, recordOf } from '../../common/plain-json.ts';
import type { LoggedStats } from '../../objectives/objective.ts';
import type { PolicyDescription } from '../../policy/policy.ts';
import type { SuccessCount } from '../../curriculum/environment-reward.ts';
import { agentNote, environmentNote, filterReason, rolloutReason, taskReason } from './reasons.ts';
import type { Settings } from '../settings/settings-table.ts';

/**
 * Raise this version if the event format or the settings in it change, and convert earlier versions in event-format.ts.
 */
export const EVENT_VERSION = 1;

const epoch = z.int().min(1);
const index = z.int().min(0);
const numbers = z.array(z.number());
const strings = z.array(z.string());
const byName = recordOf(z.number());
const numbersByName = recordOf(numbers);

/** Shape of a schema for a type declared elsewhere. The compiler reports a missing field. */
type ShapeOf<Type> = { [Name in keyof Type]: z.ZodType<Type[Name]> };

const writtenTokens = z.object({
  ids: numbers,
  /** Texts of the tokens in `ids`. */
  tokens: strings,
  /**
   * Natural log of each token's probability when it was sampled; 0 for the simulator's tokens. Empty if another
   * trainer's log has no log-probabilities.
   */
  logprobs: numbers,
});
export type WrittenTokens = z.infer<typeof writtenTokens>;

export const taskVerdict = z.enum(['valid', 'unparseable', 'unsolvable', 'trivial', 'ambiguous']);
export type TaskVerdict = z.infer<typeof taskVerdict>;

const taskSource = z.enum(['environment', 'base', 'example', 'static', 'offline', 'replay', 'imported']);
export type TaskSource = z.infer<typeof taskSource>;

const taskText = z.object({
  /** Position among the texts of this epoch, from 0. */
  index,
  family: z.string(),
  source: taskSource,
  /** Texts written from one context share this number. `successScope` can average p̂ over a batch. */
  batch: index,
  /**
   * Prompt of the model that wrote the text: family, the agent's success, seed or base sample. Empty for other texts.
   */
  context: z.string(),
  seed: z.string(),
  written: writtenTokens.nullable(),
  text: z.string(),
  verdict: taskVerdict,
  /** Why the text cannot be used as a task; null if it can. */
  reason: taskReason.nullable(),
  /** Difficulty from 1 (easiest). 0 if the family cannot parse the text. */
  level: index,
  /** Tokens of the oracle's shortest answer. 0 if there is no answer. */
  oracleLength: index,
  /** The agent's prompt. Empty if the family cannot parse the text. */
  prompt: z.string(),
  /** True if the agent attempts the text in this epoch. */
  used: z.boolean(),
  /**
   * Answer key that the environment wrote and that decides the rewards. `right` is the oracle's verdict on the key;
   * null if no oracle can judge it.
   */
  key: z.object({ turns: strings, right: z.boolean().nullable() }).optional(),
  /** Position in D_train, if the task was drawn from there. */
  trainPosition: index.optional(),
});
export type TaskText = z.infer<typeof taskText>;

const cost = z.object({
  /** Only sampled tokens count. Floating-point operations are computed from tensor shapes, not measured. */
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
  /** 1 marks tokens that the agent wrote, 0 tokens that the simulator wrote. */
  mask: z.array(z.union([z.literal(0), z.literal(1)])),
  success: z.boolean(),
});
export type HeldOutAnswer = z.infer<typeof heldOutAnswer>;

const heldOut = z.object({
  split: z.enum(['development', 'held-out']),
  /** Attempts per task: the k of avg@k. */
  samples: index,
  /** Mean success at each level of each family, level 1 first. */
  byLevel: numbersByName,
  /** Mean over all levels and families. */
  success: z.number(),
  /**
   * First attempt at the first task of each level. Every evaluation uses the same prompts and random numbers, so
   * answers can be compared over time. Missing in other trainers' logs.
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
  /** Number of valid tasks at each level, level 1 first. */
  levels: numbers,
});
export type WrittenLevels = z.infer<typeof writtenLevels>;

const startLevels = z.object({
  steps: index,
  /** Texts per regression step. */
  texts: index,
  /** Loss of the last step, in nats per token. */
  loss: z.number(),
  /** KL divergence from the loaded weights at the last step, in nats per text. */
  klPerSequence: z.number(),
  /**
   * Levels by family that the environment wrote before and after learning, with the same seeds, random numbers and
   * stated success.
   */
  before: recordOf(writtenLevels),
  after: recordOf(writtenLevels),
});
/** Reports how the environment learned the levels of the setting `startLevels` before the first epoch. */
export type StartLevels = z.infer<typeof startLevels>;

const runStarted = z.object({
  type: z.literal('run-started'),
  version: z.literal(EVENT_VERSION),
  /** event-format.ts checks the values. */
  settings: z.custom<Settings>(isObject),
  agent: policyDescription,
  environment: policyDescription,
  heldOut: heldOut.nullable(),
  /** Tasks written before training. Empty except in the arms static and offline. */
  fixedTasks: z.array(taskText),
  /** Present if `startLevels` asks for levels and the environment writes tasks. */
  start: startLevels.optional(),
  /** Cost of writing the fixed tasks and learning the start levels. No cost includes evaluation. */
  cost,
});
export type RunStarted = z.infer<typeof runStarted>;

const settingsChanged = z.object({
  type: z.literal('settings-changed'),
  /** Epoch of the next stage. */
  epoch,
  changes: z.custom<Partial<Settings>>(isObject),
});
/** The user changed settings. They apply from the next event on. A repeated run changes them at the same point. */
export type SettingsChanged = z.infer<typeof settingsChanged>;

/**
 * Base-36 hashes, separated by spaces, with repeats. The form is compact, because opening a long run reads the hashes
 * of all epochs.
 */
const hashes = z.string();
const attemptedDigest = z.object({ texts: hashes, goals: hashes });
/** Hashes of an epoch's attempted tasks, to count different tasks and goals (outline-event.ts). */
export type AttemptedDigest = z.infer<typeof attemptedDigest>;

const tasksWritten = z.object({
  type: z.literal('tasks-written'),
  epoch,
  /**
   * Exponential mean of the agent's success by family. The environment reads only which fifth of [0, 1] it lies in.
   */
  recentSuccess: byName,
  texts: z.array(taskText),
  /** Only in outlines, which leave out `texts`. */
  attempted: attemptedDigest.optional(),
});
export type TasksWritten = z.infer<typeof tasksWritten>;

const rollout = writtenTokens.extend({
  /** `index` of a text in `TasksWritten.texts`. */
  task: index,
  rollout: index,
  /** 1 marks tokens that the agent wrote, 0 tokens that the simulator wrote. */
  mask: z.array(z.union([z.literal(0), z.literal(1)])),
  turns: strings,
  /** The simulator's texts between the agent's turns. */
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
  /** Explains the reward. Null if unknown. */
  reason: rolloutReason.nullable(),
  advantage: z.number(),
});
export type ScoredRollout = z.infer<typeof scoredRollout>;

const successCount = z.object({ k: z.number(), n: z.number() } satisfies ShapeOf<SuccessCount>);

const scored = z.object({
  type: z.literal('scored'),
  epoch,
  /** In the order of `RolledOut.rollouts`, without those that have no reward in another trainer's log. */
  rollouts: z.array(scoredRollout),
  /** `count` covers the task. `scope` covers what p̂ is averaged over: the task, its batch or the epoch. */
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
      /** True if |p̂ − α| ≤ k_min, or by the arm's own condition. */
      kept: z.boolean(),
      reason: filterReason,
      /** exp(λ·R_env) before normalisation, or 0 if the task is left out. */
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

const agentUpdated = z.object({
  type: z.literal('agent-updated'),
  epoch,
  /** One entry per optimizer step. */
  steps: z.array(updateStats),
  mixedGroups: index,
  solvedGroups: index,
  unsolvedGroups: index,
  /** Why the agent did not learn from its rewards; null if it did. */
  note: agentNote.nullable(),
});
export type AgentUpdated = z.infer<typeof agentUpdated>;

const capAction = z.enum(['none', 'stop', 'scale-back', 'roll-back', 'kl-only']);
export type CapAction = z.infer<typeof capAction>;

const environmentUpdated = z.object({
  type: z.literal('environment-updated'),
  epoch,
  steps: z.array(updateStats.extend({ capAction })),
  /**
   * Mean KL to the initial environment model after the update, in nats per sequence. It covers the texts of the last
   * step tried: the regression texts, and with `klOnCurrentBatch` also the texts of this epoch. If no step was tried,
   * it covers the texts of this epoch. The cap compares the same mean before the step (`stop`, `kl-only`) or after it
   * (`scale-back`, `roll-back`).
   */
  klPerSequence: z.number(),
  /** Number of (context → task) pairs of D_env in the regression window. */
  pairs: index,
  /** Last action of the KL cap in the epoch. If it prevented a step, `steps` does not show it. */
  cap: capAction,
  /** Why there were fewer steps than the settings ask for; null if all were taken. */
  note: environmentNote.nullable(),
});
export type EnvironmentUpdated = z.infer<typeof environmentUpdated>;

const environmentEntry = z.object({
  epoch,
  family: z.string(),
  context: z.string(),
  contextIds: numbers,
  writtenIds: numbers,
  successRate: z.number(),
  weight: z.number(),
});
export type EnvironmentEntry = z.infer<typeof environmentEntry>;

const poolsUpdated = z.object({
  type: z.literal('pools-updated'),
  epoch,
  /** New entries of D_env. Other events hold the traces that D_train gets. */
  environment: z.array(environmentEntry),
  /** Sizes with this epoch. `trainSize` counts traces, `environmentSize` counts pairs. */
  trainSize: index,
  environmentSize: index,
  /** Traces of the epoch that D_train does not get because they are not valid. */
  invalidTraces: index,
});
export type PoolsUpdated = z.infer<typeof poolsUpdated>;

const runState = z.object({
  epoch,
  recentSuccess: byName,
  /** State that the arm carries to the next epoch, checked by the arm's own schema. Default: none. */
  armState: z.unknown().optional(),
});
/** State that a run needs to continue after this epoch, besides settings, weights and pools. */
export type RunState = z.infer<typeof runState>;

const keyed = z.object({ tasks: index, success: successCount });
/**
 * Attempted tasks whose key the environment wrote, counted by the oracle's verdict on the key, with the agent's
 * successes. `unchecked`: keys that no oracle can verify; default: none.
 */
const writtenKeys = z.object({ right: keyed, wrong: keyed, unchecked: keyed.optional() });
export type WrittenKeys = z.infer<typeof writtenKeys>;

const epochEnded = z.object({
  type: z.literal('epoch-ended'),
  epoch,
  /** Mean over the agent's rollouts. */
  meanReward: z.number(),
  success: successCount,
  /** Only if the run has several families. */
  successByFamily: recordOf(successCount).optional(),
  meanEnvironmentReward: z.number(),
  verdicts: z.record(taskVerdict, z.number()),
  meanLevel: z.number(),
  /** Share of each level among a family's attempted tasks, level 1 first. */
  levels: numbersByName,
  keptTasks: index,
  writtenKeys: writtenKeys.optional(),
  attemptedTasks: index,
  /** Mean lengths in tokens. */
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
