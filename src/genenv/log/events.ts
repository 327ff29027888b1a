/**
 * @file Declares the events of a run, in order. Their log *is* the run: the page draws it, the store keeps it, and a
 * replay needs no GPU. Figures are folds over the log.
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
 * Raise this version if the event format or the settings in it change. Convert earlier versions when they are read
 * (event-format.ts).
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
  /** Each entry is the text of the token in `ids` at the same position. */
  tokens: strings,
  /**
   * Each entry is the natural log of a token's probability when it was sampled. It is 0 if a simulator wrote the token.
   * The list is empty if another trainer's log has no log-probabilities.
   */
  logprobs: numbers,
});
export type WrittenTokens = z.infer<typeof writtenTokens>;

export const taskVerdict = z.enum(['valid', 'unparseable', 'unsolvable', 'trivial', 'ambiguous']);
export type TaskVerdict = z.infer<typeof taskVerdict>;

const taskSource = z.enum(['environment', 'base', 'example', 'static', 'offline', 'replay', 'imported']);
export type TaskSource = z.infer<typeof taskSource>;

const taskText = z.object({
  /** Numbers the texts of this epoch from 0. */
  index,
  family: z.string(),
  source: taskSource,
  /** Texts written from one context have the same batch number. `successScope` can average p̂ over a batch. */
  batch: index,
  /** The environment read this prompt: family, the agent's success, seed. Empty if it did not write the text. */
  context: z.string(),
  seed: z.string(),
  written: writtenTokens.nullable(),
  text: z.string(),
  verdict: taskVerdict,
  /** The text cannot be used as a task for this reason. Null if it can. */
  reason: taskReason.nullable(),
  /** The family rates the difficulty, 1 is the easiest. 0 if the text is unparseable. */
  level: index,
  /** The oracle's shortest answer has this many tokens. 0 if there is no answer. */
  oracleLength: index,
  /** The agent's prompt is empty if the text is unparseable. */
  prompt: z.string(),
  /** The agent attempts only used texts in this epoch. */
  used: z.boolean(),
  /**
   * If the environment writes answer keys, rewards follow this key. `right` is the oracle's verdict on the key, null if
   * no oracle can judge it.
   */
  key: z.object({ turns: strings, right: z.boolean().nullable() }).optional(),
  /** A task drawn from D_train has the position of its entry there. */
  trainPosition: index.optional(),
});
export type TaskText = z.infer<typeof taskText>;

const cost = z.object({
  /** Tokens are those a model sampled. Floating-point operations are computed from tensor shapes, not measured. */
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
  /** Each task is attempted this often: the k of avg@k. */
  samples: index,
  /** Each family has a list of mean successes, level 1 first. */
  byLevel: numbersByName,
  /** This is the mean over all levels and families. */
  success: z.number(),
  /**
   * These are the first attempts at the first task of each level. Every evaluation uses the same prompts and random
   * numbers, to show how answers change. Other trainers' logs have no such answers.
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
  /** Each entry counts the valid tasks of a level, level 1 first. */
  levels: numbers,
});
export type WrittenLevels = z.infer<typeof writtenLevels>;

const startLevels = z.object({
  steps: index,
  /** Each regression step uses this many texts. */
  texts: index,
  /** The last step had this loss, in nats per token. */
  loss: z.number(),
  /** The environment has moved this far from the weights it was loaded with, in nats per text. */
  klPerSequence: z.number(),
  /**
   * The environment wrote these by family before and after learning. Both times it had the same seeds, random numbers
   * and initial success.
   */
  before: recordOf(writtenLevels),
  after: recordOf(writtenLevels),
});
/** The environment can learn the mix of levels that the setting `startLevels` asks for, before the first epoch. */
export type StartLevels = z.infer<typeof startLevels>;

const runStarted = z.object({
  type: z.literal('run-started'),
  version: z.literal(EVENT_VERSION),
  /** event-format.ts checks the values of settings. */
  settings: z.custom<Settings>(isObject),
  agent: policyDescription,
  environment: policyDescription,
  heldOut: heldOut.nullable(),
  /** Only the arms static and offline have tasks written before training. */
  fixedTasks: z.array(taskText),
  /** Present if `startLevels` asks for levels and the environment writes tasks. */
  start: startLevels.optional(),
  /** Writing the fixed tasks and learning the levels cost this. Evaluation is never part of a cost. */
  cost,
});
export type RunStarted = z.infer<typeof runStarted>;

const settingsChanged = z.object({
  type: z.literal('settings-changed'),
  /** The next stage belongs to this epoch. */
  epoch,
  changes: z.custom<Partial<Settings>>(isObject),
});
/** The user changed settings, which apply from the next event on. A repeated run changes them at the same place. */
export type SettingsChanged = z.infer<typeof settingsChanged>;

/**
 * Hashes are base-36 numbers, separated by spaces, with repeats. The form is compact, because opening a long run
 * reads the hashes of all its epochs.
 */
const hashes = z.string();
const attemptedDigest = z.object({ texts: hashes, goals: hashes });
/** The hashes of an epoch's attempted tasks tell how many tasks differ (outline-event.ts). */
export type AttemptedDigest = z.infer<typeof attemptedDigest>;

const tasksWritten = z.object({
  type: z.literal('tasks-written'),
  epoch,
  /**
   * Each family has an exponential mean of the agent's success. The environment reads only which fifth of [0, 1] the
   * mean lies in.
   */
  recentSuccess: byName,
  texts: z.array(taskText),
  /** Only outlines have this digest, because they leave out `texts`. */
  attempted: attemptedDigest.optional(),
});
export type TasksWritten = z.infer<typeof tasksWritten>;

const rollout = writtenTokens.extend({
  /** This is the `index` of a text in `TasksWritten.texts`. */
  task: index,
  rollout: index,
  /** 1 marks tokens that the agent wrote, 0 tokens that the simulator wrote. */
  mask: z.array(z.union([z.literal(0), z.literal(1)])),
  turns: strings,
  /** The simulator sends these texts between the agent's turns. */
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
  /** This reason explains the reward. Null if it is not known. */
  reason: rolloutReason.nullable(),
  advantage: z.number(),
});
export type ScoredRollout = z.infer<typeof scoredRollout>;

const successCount = z.object({ k: z.number(), n: z.number() } satisfies ShapeOf<SuccessCount>);

const scored = z.object({
  type: z.literal('scored'),
  epoch,
  /** The order is the one of `RolledOut.rollouts`. Rollouts without a reward in another trainer's log are left out. */
  rollouts: z.array(scoredRollout),
  /** `count` is the task's own. `scope` is the count that p̂ is taken over: the task, its batch or the epoch. */
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
      /** GenEnv keeps tasks with |p̂ − α| ≤ k_min. Other arms have their own condition. */
      kept: z.boolean(),
      reason: filterReason,
      /** The weight is exp(λ·R_env) before normalisation, or 0 if the task is left out. */
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
  /** Each number is a position in D_train. */
  entries: z.array(index),
  traces: index,
  /**
   * These numbers are measured before the first step, as means over the agent's tokens (stages/agent-steps.ts). The
   * effective sample size is a share of the traces.
   */
  clipFraction: z.number(),
  meanRatio: z.number(),
  klPerToken: z.number(),
  effectiveSampleSize: z.number(),
  tokens: index,
  /** The measurement itself took this many floating-point operations. */
  flops: z.number(),
} satisfies ShapeOf<OffPolicyStats> & Record<string, unknown>);

const agentUpdated = z.object({
  type: z.literal('agent-updated'),
  epoch,
  /** Each optimizer step has one entry. There is no step if no group was mixed. */
  steps: z.array(updateStats),
  mixedGroups: index,
  solvedGroups: index,
  unsolvedGroups: index,
  /** The agent learned nothing for this reason. Null if it learned. */
  note: agentNote.nullable(),
  /** The agent also learned from these traces of D_train. The numbers tell how far it has moved since then. */
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
   * The mean KL to the initial environment model is measured after the last step, in nats per sequence. It covers the
   * texts that this step penalised: the regression texts, and with `klOnCurrentBatch` also the texts of this epoch. If
   * there was no step, it covers the texts of this epoch. The cap compares the same mean before the step (`stop`,
   * `kl-only`) or after it (`scale-back`, `roll-back`).
   */
  klPerSequence: z.number(),
  /** D_env has this many (context → task) pairs in the regression window. */
  pairs: index,
  /** This is the KL cap's last action in the epoch. It may have prevented a step, so `steps` need not show it. */
  cap: capAction,
  /** There were fewer steps than the settings ask for, for this reason. Null if all steps were taken. */
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
  /** These are the new entries of D_env. New entries of D_train are not repeated here: other events hold the traces. */
  environment: z.array(environmentEntry),
  /** Both sizes include this epoch. `trainSize` counts traces, `environmentSize` pairs. */
  trainSize: index,
  environmentSize: index,
  /** This many traces of the epoch are not valid, so they are not in D_train. */
  invalidTraces: index,
});
export type PoolsUpdated = z.infer<typeof poolsUpdated>;

const runState = z.object({
  epoch,
  recentSuccess: byName,
  /** The arm carries this state to the next epoch, and its own schema checks it. Default: none. */
  armState: z.unknown().optional(),
});
/** To continue after this epoch, a run needs this state besides settings, weights and pools. */
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
  /** The mean is over the agent's rollouts. */
  meanReward: z.number(),
  /** k of n rollouts succeeded. */
  success: successCount,
  /** Present if the run has several families. */
  successByFamily: recordOf(successCount).optional(),
  meanEnvironmentReward: z.number(),
  verdicts: z.record(taskVerdict, z.number()),
  meanLevel: z.number(),
  /** Each family has the shares of its attempted tasks by level, level 1 first. */
  levels: numbersByName,
  keptTasks: index,
  writtenKeys: writtenKeys.optional(),
  attemptedTasks: index,
  /** Both lengths are means, in tokens. */
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
