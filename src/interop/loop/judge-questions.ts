/**
 * @file The questions of the loop on TRL (python/genenv/loop) to this program (judge.ts): everything that families, filter
 * and pools decide, so that their rules stand once. One JSON object a line, one answer a line; lists keep their order.
 */
import { z } from 'zod';
import { isObject, recordOf } from '../../common/plain-json.ts';
import type { HeldOut } from '../../genenv/log/events.ts';
import type { PolicyDescription } from '../../policy/policy.ts';
import type { RolledOutRound, UpdatedRound } from './loop-round.ts';

const index = z.int().min(0);
const ids = z.array(index);
const finish = z.enum(['stop', 'length']);

/** A text that the environment wrote after a context. */
const writtenText = z.object({
  batch: index,
  ids,
  /** Natural-log probabilities as sampled; zeros where the engine does not say. */
  logprobs: z.array(z.number()),
  finish,
});

const answer = z.object({
  family: z.string(),
  /** The text of the task. */
  text: z.string(),
  /** The agent's tokens, the end token included. */
  ids,
  finish,
});
export type Answer = z.infer<typeof answer>;

const heldOut = z.custom<HeldOut | null>((value) => value === null || isObject(value));
/** Objects that this program gave before, so their fields are not checked again. */
const rolledOutRound = z.custom<RolledOutRound>(isObject);
const updatedRound = z.custom<UpdatedRound>(isObject);
type Players = Record<'agent' | 'environment', PolicyDescription>;

export const judgeQuestion = z.discriminatedUnion('ask', [
  /** Asks for the start of a run: rules of the settings, families, evaluation tasks. */
  z.object({ ask: z.literal('start') }),
  /** The contexts of a draw of texts, 0, 1, …, in which `needed` valid tasks are hoped for. */
  z.object({
    ask: z.literal('contexts'),
    epoch: z.int().min(1),
    recentSuccess: recordOf(z.number()),
    draw: index,
    needed: index,
  }),
  /** Texts that the environment wrote, read as tasks. */
  z.object({
    ask: z.literal('read'),
    epoch: z.int().min(1),
    recentSuccess: recordOf(z.number()),
    texts: z.array(writtenText),
  }),
  /** The tasks of an epoch from base data and from D_train, whose entries are given, and how many new ones it takes. */
  z.object({
    ask: z.literal('known'),
    epoch: z.int().min(1),
    train: z.array(z.object({ family: z.string(), text: z.string(), success: z.number() })),
  }),
  /** The rewards of answers. */
  z.object({ ask: z.literal('score'), answers: z.array(answer) }),
  /** The advantages of groups of rewards. */
  z.object({ ask: z.literal('advantages'), groups: z.array(z.array(z.number())) }),
  /** Filter, weights and pools of a round. */
  z.object({ ask: z.literal('weigh'), round: rolledOutRound }),
  /** Success on the evaluation tasks, from their scores in order. */
  z.object({ ask: z.literal('held-out'), scores: z.array(z.looseObject({ success: z.boolean() })) }),
  /** The first event of the log. */
  z.object({ ask: z.literal('start-event'), players: z.custom<Players>(isObject), heldOut }),
  /** The events of a round. */
  z.object({ ask: z.literal('events'), round: updatedRound }),
]);
export type JudgeQuestion = z.infer<typeof judgeQuestion>;
export type QuestionOf<Ask extends JudgeQuestion['ask']> = Extract<JudgeQuestion, { ask: Ask }>;
