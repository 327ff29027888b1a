/**
 * @file Declares the reasons that events give for tasks, rewards, filter results and updates. A reason is a code with
 * values, which src/text turns into a sentence. The types are inferred from the schemas.
 */
import { z } from 'zod';
import { recordOf } from '../../common/record-schema.ts';
import type { FamilyReason } from '../../tasks/family.ts';

const count = { k: z.number(), n: z.number() };

/** Families define their own reason codes, so the schema accepts any code of the form `family/code`. */
const familyReason = z
  .object({ code: z.templateLiteral([z.string(), '/', z.string()]) })
  .catchall(z.union([z.string(), z.number(), z.boolean(), z.null()])) as z.ZodType as z.ZodType<FamilyReason>;

export const taskReason = z.union([
  z.discriminatedUnion('code', [
    /** The environment wrote `tokens` tokens without ending the text. */
    z.object({ code: z.literal('cut-off'), tokens: z.number() }),
    z.object({ code: z.literal('answer-in-prompt') }),
    z.object({ code: z.literal('several-answers') }),
    z.object({ code: z.literal('evaluation-task') }),
    z.object({ code: z.literal('repeated-text') }),
    z.object({ code: z.literal('copied-base-sample') }),
    /** The text has no answer key, although the environment should have written one. */
    z.object({ code: z.literal('no-key') }),
    z.object({ code: z.literal('malformed-key'), key: z.string() }),
    z.object({ code: z.literal('wrong-key'), key: z.string() }),
    /** The environment wrote `keys` keys for the task. `agree` keys equal the first, including the first itself. */
    z.object({ code: z.literal('key-not-agreed'), agree: z.number(), keys: z.number() }),
  ]),
  familyReason,
]);
export type TaskReason = z.infer<typeof taskReason>;

export const rolloutReason = z.union([
  z.discriminatedUnion('code', [
    z.object({ code: z.literal('answer-cut-off') }),
    /** The reward is the similarity of two embeddings, of the answer and of the reference. */
    z.object({ code: z.literal('embedding-similarity'), similarity: z.number(), reference: z.string() }),
    /** The reward is the sum of another trainer's reward functions. */
    z.object({ code: z.literal('reward-functions'), values: recordOf(z.number()) }),
  ]),
  familyReason,
]);
export type RolloutReason = z.infer<typeof rolloutReason>;

const alphaBand = { ...count, /** |p̂ − α| */ distance: z.number(), kMin: z.number() };
const fixedBand = { ...count, /** Tasks with p̂ from `low` to `high` are kept. */ low: z.number(), high: z.number() };

export const filterReason = z.discriminatedUnion('code', [
  z.object({ code: z.literal('within-band'), ...alphaBand }),
  z.object({ code: z.literal('outside-band'), ...alphaBand }),
  z.object({ code: z.literal('within-fixed-band'), ...fixedBand }),
  z.object({ code: z.literal('outside-fixed-band'), ...fixedBand }),
  z.object({ code: z.literal('solved-sometimes'), ...count }),
  z.object({ code: z.literal('solved-never-or-always'), ...count }),
]);
/** Reason why the filter keeps a task or leaves it out, with p̂ = k/n. */
export type FilterReason = z.infer<typeof filterReason>;

/** The setting `whoLearns` keeps this model from learning. */
const switchedOff = z.object({ code: z.literal('switched-off') });

/** Another trainer made the run, and its log holds no losses. */
const imported = z.object({ code: z.literal('imported') });

/**
 * Another trainer made the run, and `step` is the trainer's step number. `exported` means that the log has the
 * advantages. Otherwise advantages are computed from the log's rewards, and the code names the standard deviation that
 * divides them.
 */
const importedStep = z.object({
  code: z.literal('imported-step'),
  step: z.number(),
  advantages: z.enum(['exported', 'sample', 'population', 'none']),
});

export const agentNote = z.discriminatedUnion('code', [
  z.object({ code: z.literal('no-tasks') }),
  /** Without the seed anchor, the first epoch may have no tasks, because the model has not learned to begin a task. */
  z.object({ code: z.literal('no-tasks-without-anchor') }),
  z.object({ code: z.literal('no-mixed-group') }),
  switchedOff,
  importedStep,
]);
/** Reason why the agent did not learn from its rewards. `imported-step` means that another trainer updated it. */
export type AgentNote = z.infer<typeof agentNote>;

export const environmentNote = z.discriminatedUnion('code', [
  z.object({ code: z.literal('environment-frozen') }),
  /** No text of the last `epochs` epochs has passed the filter. */
  z.object({ code: z.literal('nothing-kept'), epochs: z.number() }),
  z.object({ code: z.literal('cap-reached') }),
  z.object({ code: z.literal('step-undone') }),
  switchedOff,
  imported,
]);
/** Reason why the environment took fewer steps than the settings ask for. */
export type EnvironmentNote = z.infer<typeof environmentNote>;
