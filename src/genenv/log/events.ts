/**
 * @file Declares the events of a run, in order. The log contains the whole run, so a replay needs no GPU.
 *
 * Every event is plain data and one line of JSON. Events contain no times, so the same seed on the same adapter gives
 * the same bytes. Reasons are codes with numbers, not sentences (reasons.ts).
 *
 * The types are inferred from the schemas. event-format.ts checks logs from outside against the schemas. Only the
 * compiler checks the events that the loop makes.
 */
import { z } from 'zod';
import { isObject } from '../../common/plain-json.ts';
import { recordOf } from '../../common/record-schema.ts';
import type { LoggedStats } from '../../objectives/objective.ts';
import type { PolicyDescription } from '../../policy/policy.ts';
import type { SuccessCount } from '../../curriculum/environment-reward.ts';
import { agentNote, environmentNote, filterReason, rolloutReason, taskReason } from './reasons.ts';
import type { Settings } from '../settings/settings-table.ts';

/** Version of event format and settings. After a change, raise it and convert earlier versions in event-format.ts. */
export const EVENT_VERSION = 1;

const epoch = z.int().min(1);
const index = z.int().min(0);
const numbers = z.array(z.number());
const strings = z.array(z.string());
const byName = recordOf(z.number());
const numbersByName = recordOf(numbers);

/** Shape of a schema for an existing type. The compiler reports a missing field. */
type ShapeOf<Type> = { [Name in keyof Type]: z.ZodType<Type[Name]> };

const writtenTokens = z.object({
  ids: numbers,
  /** Text of each token in `ids`. */
  tokens: strings,
  /**
   * Natural log of each token's probability during sampling; 0 for tokens of the simulator. Empty if another trainer's
   * log has no log-probabilities.
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
  /** Number shared by all texts written from one context. The setting `successScope` can average p̂ over a batch. */
  batch: index,
  /** Prompt for a written text: family, agent's success, and a seed or base sample. Empty if no model wrote it. */
  context: z.string(),
  seed: z.string(),
  written: writtenTokens.nullable(),
  text: z.string(),
  verdict: taskVerdict,
  /** Reason why the text is not used as a task. Null if the text is a valid task. */
  reason: taskReason.nullable(),
  /** Difficulty, where 1 is easiest. 0 if the family cannot parse the text. */
  level: index,
  /** Number of tokens in the oracle's shortest answer. 0 if there is no answer. */
  oracleLength: index,
  /** Prompt for the agent. Empty if the family cannot parse the text. */
  prompt: z.string(),
  /** True if the agent attempts the text in this epoch. */
  used: z.boolean(),
  /**
   * Answer key written with the task, which decides the rewards. `right` is the oracle's verdict on the key, or null if
   * no oracle can judge the key. Default: the oracle's answer decides.
   */
  key: z.object({ turns: strings, right: z.boolean().nullable() }).optional(),
  /** Position in D_train, if the task was drawn from there. */
  trainPosition: index.optional(),
});
export type TaskText = z.infer<typeof taskText>;

const cost = z.object({
  /** Only sampled tokens count. Numbers of floating-point operations are computed from tensor shapes, not measured. */
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
  /** 1 for tokens that the agent wrote, 0 for tokens that the simulator wrote. */
  mask: z.array(z.union([z.literal(0), z.literal(1)])),
  success: z.boolean(),
});
export type HeldOutAnswer = z.infer<typeof heldOutAnswer>;

const heldOut = z.object({
  split: z.enum(['development', 'held-out']),
  /** Number of attempts per task, the k of avg@k. */
  samples: index,
  /** Mean success at each level of each family, level 1 first. */
  byLevel: numbersByName,
  /** Mean over all levels and families. */
  success: z.number(),
  /**
   * First attempt at the first task of each level. All evaluations use the same prompts and random numbers, so answers
   * can be compared over time. Missing in other trainers' logs.
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
  /** Number of texts per regression step. */
  texts: index,
  /** Loss of the last step, in nats per token. */
  loss: z.number(),
  /** KL divergence from the loaded weights in the last step, in nats per text. */
  klPerSequence: z.number(),
  /** Levels, by family, of texts before and after learning. Both use equal seeds, random numbers and stated success. */
  before: recordOf(writtenLevels),
  after: recordOf(writtenLevels),
});
/** Report on how the environment learned the levels of the setting `startLevels` before the first epoch. */
export type StartLevels = z.infer<typeof startLevels>;

const runStarted = z.object({
  type: z.literal('run-started'),
  version: z.literal(EVENT_VERSION),
  /** Values are checked in event-format.ts. */
  settings: z.custom<Settings>(isObject),
  agent: policyDescription,
  environment: policyDescription,
  heldOut: heldOut.nullable(),
  /** Tasks written before training. Empty except in the arms static and offline. */
  fixedTasks: z.array(taskText),
  /** Report on learning the start levels. Present if `startLevels` is not empty and the environment writes tasks. */
  start: startLevels.optional(),
  /** Cost of writing the fixed tasks and learning the start levels. Costs never include evaluation. */
  cost,
});
export type RunStarted = z.infer<typeof runStarted>;

const settingsChanged = z.object({
  type: z.literal('settings-changed'),
  /** Epoch that the next stage belongs to. */
  epoch,
  changes: z.custom<Partial<Settings>>(isObject),
});
/** Change of settings by the user from the next event on. A repeated run makes the change at the same point. */
export type SettingsChanged = z.infer<typeof settingsChanged>;

/** Hashes in base 36, separated by spaces. The format is compact, because opening a run reads all epochs' hashes. */
const hashes = z.string();
const attemptedDigest = z.object({ texts: hashes, goals: hashes });
/** Hashes of an epoch's attempted tasks and their goals, to count different ones (outline-event.ts). */
export type AttemptedDigest = z.infer<typeof attemptedDigest>;

const tasksWritten = z.object({
  type: z.literal('tasks-written'),
  epoch,
  /** Exponential mean of the agent's success, by family. The environment only reads which fifth of [0, 1] it is in. */
  recentSuccess: byName,
  texts: z.array(taskText),
  /** Hashes of the attempted tasks. Present only in outlines, where `texts` is empty. */
  attempted: attemptedDigest.optional(),
});
export type TasksWritten = z.infer<typeof tasksWritten>;

const rollout = writtenTokens.extend({
  /** `index` of a text in `TasksWritten.texts`. */
  task: index,
  rollout: index,
  /** 1 for tokens that the agent wrote, 0 for tokens that the simulator wrote. */
  mask: z.array(z.union([z.literal(0), z.literal(1)])),
  turns: strings,
  /** Texts of the simulator between the agent's turns. */
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
  /** Explanation of the reward. Null if there is none. */
  reason: rolloutReason.nullable(),
  advantage: z.number(),
});
export type ScoredRollout = z.infer<typeof scoredRollout>;

const successCount = z.object({ k: z.number(), n: z.number() } satisfies ShapeOf<SuccessCount>);

const scored = z.object({
  type: z.literal('scored'),
  epoch,
  /** Scores in the order of `RolledOut.rollouts`. Rollouts without a reward in another trainer's log are missing. */
  rollouts: z.array(scoredRollout),
  /** `count` counts rollouts of the task. `scope` counts rollouts of the task, its batch or the epoch, and gives p̂. */
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
      /** True if |p̂ − α| ≤ k_min, or if the arm's own condition holds. */
      kept: z.boolean(),
      reason: filterReason,
      /** exp(λ·R_env) before normalisation. 0 if the environment does not regress on the task. */
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
  /** Reason why the agent did not learn from its rewards. Null if it did. */
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
   * Mean KL to the initial environment model after the update, in nats per sequence. 0 in arms whose environment does
   * not learn. The mean is over the texts of the last step tried: the regression texts, and with `klOnCurrentBatch`
   * also this epoch's texts. If no step was tried, the mean is over this epoch's texts. The cap compares this mean
   * before the step (`stop`, `kl-only`) or after the step (`scale-back`, `roll-back`).
   */
  klPerSequence: z.number(),
  /** Number of (context → task) pairs in the regression window, including pairs of this epoch. */
  pairs: index,
  /** Last action of the KL cap in the epoch. `steps` does not contain a step that the cap prevented. */
  cap: capAction,
  /** Reason why there were fewer steps than the settings ask for. Null if all steps were taken. */
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
  /** New entries of D_env. The traces for D_train are in other events. */
  environment: z.array(environmentEntry),
  /** Sizes of the pools after this epoch. `trainSize` counts traces, `environmentSize` counts pairs. */
  trainSize: index,
  environmentSize: index,
  /** Number of traces of the epoch that are not valid and so not added to D_train. */
  invalidTraces: index,
});
export type PoolsUpdated = z.infer<typeof poolsUpdated>;

const runState = z.object({
  epoch,
  recentSuccess: byName,
  /** State that the arm carries to the next epoch. The arm's own schema checks it. Default: none. */
  armState: z.unknown().optional(),
});
/** State with which a run continues after this epoch, besides settings, weights and pools. */
export type RunState = z.infer<typeof runState>;

const keyed = z.object({ tasks: index, success: successCount });
/**
 * Attempted tasks with a written key, counted by the oracle's verdict on the key, with the agent's successes.
 * `unchecked` counts keys that no oracle can verify. Default: none.
 */
const writtenKeys = z.object({ right: keyed, wrong: keyed, unchecked: keyed.optional() });
export type WrittenKeys = z.infer<typeof writtenKeys>;

const epochEnded = z.object({
  type: z.literal('epoch-ended'),
  epoch,
  /** Mean reward of the agent's rollouts. */
  meanReward: z.number(),
  success: successCount,
  /** Successes by family. Present only if the run has several families. */
  successByFamily: recordOf(successCount).optional(),
  meanEnvironmentReward: z.number(),
  verdicts: z.record(taskVerdict, z.number()),
  meanLevel: z.number(),
  /** Share of each level among a family's attempted tasks, by family, level 1 first. */
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
