/**
 * @file Whether anything is an event: for logs that come from outside. The types are those of events.ts; a test holds
 * the two together.
 */
import { z } from 'zod';
import type { RunEvent } from './events.ts';
import { settingProblems, type Settings } from './settings/settings.ts';

const epoch = z.int().min(1);
const index = z.int().min(0);
const numbers = z.array(z.number());
const strings = z.array(z.string());
const byName = z.record(z.string(), z.number());
const numbersByName = z.record(z.string(), numbers);

const settings = z.custom<Settings>((value) => settingProblems(value).length === 0, 'Settings are not valid.');
const source = z.enum(['environment', 'base', 'static', 'offline', 'replay']);
const verdict = z.enum(['valid', 'unparseable', 'unsolvable', 'trivial', 'ambiguous']);
const capAction = z.enum(['none', 'stop', 'scale-back', 'roll-back', 'kl-only']);
const finish = z.enum(['stop', 'length']);

const writtenTokens = { ids: numbers, tokens: strings, logprobs: numbers };

const taskText = z.object({
  index,
  family: z.string(),
  source,
  batch: index,
  context: z.string(),
  seed: z.string(),
  written: z.object(writtenTokens).nullable(),
  text: z.string(),
  verdict,
  reason: z.string(),
  level: index,
  oracleLength: index,
  prompt: z.string(),
  used: z.boolean(),
});

const cost = z.object({
  agentTokens: z.number(),
  environmentTokens: z.number(),
  agentFlops: z.number(),
  environmentFlops: z.number(),
  agentRollouts: z.number(),
});

const heldOut = z
  .object({
    split: z.enum(['development', 'held-out']),
    samples: index,
    byLevel: numbersByName,
    success: z.number(),
  })
  .nullable();

const policyDescription = z.object({
  name: z.string(),
  family: z.string(),
  parameters: z.number(),
  vocabularySize: z.number(),
  contextLength: z.number(),
  weightsHash: z.string(),
  runtime: z.string(),
});

const updateStats = {
  loss: z.number(),
  gradNorm: z.number(),
  klPerToken: z.number(),
  klPerSequence: z.number(),
  entropy: z.number(),
  clipFraction: z.number(),
  meanRatio: z.number(),
  tokens: z.number(),
  flops: z.number(),
};

const count = z.object({ k: z.number(), n: z.number() });

export const eventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('run-started'),
    version: z.literal(1),
    settings,
    agent: policyDescription,
    environment: policyDescription,
    heldOut,
    fixedTasks: z.array(taskText),
    cost,
  }),
  z.object({ type: z.literal('settings-changed'), epoch, changes: z.custom<Partial<Settings>>(isPartOfSettings) }),
  z.object({ type: z.literal('tasks-written'), epoch, recentSuccess: byName, texts: z.array(taskText) }),
  z.object({
    type: z.literal('rolled-out'),
    epoch,
    rollouts: z.array(
      z.object({
        ...writtenTokens,
        task: index,
        rollout: index,
        mask: z.array(z.union([z.literal(0), z.literal(1)])),
        turns: strings,
        observations: strings,
        finish,
      }),
    ),
  }),
  z.object({
    type: z.literal('scored'),
    epoch,
    rollouts: z.array(
      z.object({
        task: index,
        rollout: index,
        reward: z.number(),
        success: z.boolean(),
        wellFormed: z.boolean(),
        reason: z.string(),
        advantage: z.number(),
      }),
    ),
    tasks: z.array(
      z.object({ task: index, count, scope: count, successRate: z.number(), environmentReward: z.number() }),
    ),
  }),
  z.object({
    type: z.literal('filtered'),
    epoch,
    tasks: z.array(z.object({ task: index, kept: z.boolean(), reason: z.string(), weight: z.number() })),
  }),
  z.object({
    type: z.literal('agent-updated'),
    epoch,
    steps: z.array(z.object(updateStats)),
    mixedGroups: index,
    solvedGroups: index,
    unsolvedGroups: index,
    note: z.string(),
  }),
  z.object({
    type: z.literal('environment-updated'),
    epoch,
    steps: z.array(z.object({ ...updateStats, capAction })),
    klPerSequence: z.number(),
    pairs: index,
    cap: capAction,
    note: z.string(),
  }),
  z.object({
    type: z.literal('pools-updated'),
    epoch,
    train: z.array(
      z.object({
        epoch,
        family: z.string(),
        source,
        text: z.string(),
        level: index,
        turns: strings,
        reward: z.number(),
      }),
    ),
    environment: z.array(
      z.object({
        epoch,
        family: z.string(),
        context: z.string(),
        contextIds: numbers,
        writtenIds: numbers,
        successRate: z.number(),
        weight: z.number(),
      }),
    ),
    trainSize: index,
    environmentSize: index,
    invalidTraces: index,
    attempts: z.array(z.object({ family: z.string(), text: z.string(), score: z.number() })).optional(),
  }),
  z.object({
    type: z.literal('epoch-ended'),
    epoch,
    meanReward: z.number(),
    success: count,
    meanEnvironmentReward: z.number(),
    verdicts: z.record(verdict, z.number()),
    meanLevel: z.number(),
    levels: numbersByName,
    keptTasks: index,
    attemptedTasks: index,
    responseLength: z.number(),
    taskLength: z.number(),
    distinctTasks: index,
    heldOut,
    cost,
    state: z.object({ epoch, recentSuccess: byName, levels: byName.optional() }),
  }),
]) satisfies z.ZodType<RunEvent>;

function isPartOfSettings(value: unknown): boolean {
  return typeof value === 'object' && value !== null && settingProblems(value).length === 0;
}

/** What is wrong with an event ("is not an event: tasks[3].kept: …"), or an empty string. */
export function eventProblem(value: unknown): string {
  const parsed = eventSchema.safeParse(value);
  if (parsed.success) return '';
  const [{ path, message }] = parsed.error.issues;
  return `is not an event: ${path.length > 0 ? `${z.core.toDotPath(path)}: ` : ''}${message}`;
}
