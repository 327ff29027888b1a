/**
 * @file Keys that the environment writes with its tasks (tasks/written-key.ts): further keys of the same task, which must
 * agree with the first, and what the oracle says of one.
 */
import { endTokens, type TextTokenizer } from '../../policy/text-tokenizer.ts';
import type { Sampler } from '../../policy/policy.ts';
import { randomKey } from '../../random/streams.ts';
import { type Family, SEPARATOR } from '../../tasks/family.ts';
import {
  auditKey,
  comparedKey,
  judgedByKey,
  keyText,
  mostKeyTokens,
  splitKey,
  takesKeys,
} from '../../tasks/written-key.ts';
import { addCounts } from '../../curriculum/success.ts';
import type { Scored, TaskSource, TaskText, WrittenKeys } from '../log/events.ts';
import type { TaskReason } from '../log/reasons.ts';
import { samplingOf } from '../sampling.ts';
import type { Settings } from '../settings/settings.ts';
import type { Candidate, Inspection } from './candidate.ts';

/** True where the environment writes the key of a task with it. A teacher has not learnt to, but for given tasks. */
export const writesKeys = (
  { answerKey }: Pick<Settings, 'answerKey'>,
  family: Pick<Family, 'oneAnswer' | 'chat' | 'given'>,
  source: TaskSource,
): boolean => family.given !== undefined || (answerKey !== 'oracle' && source !== 'offline' && takesKeys(family));

/** A key that was to be written. */
export interface AskedKey {
  /** None where the text has no key. */
  turns: readonly string[];
  /** True if a wrong key makes the text none of the tasks. */
  checked: boolean;
}

/**
 * What is left of an inspection where the key decides: the oracle's verdict stands beside it, and no longer says whether the
 * text is a task. It is one where its key could be an answer.
 */
export function inspectKey(
  family: Family,
  inspection: Inspection,
  parsed: unknown,
  { turns, checked }: AskedKey,
): Inspection & Pick<TaskText, 'key'> {
  const refused = (reason: TaskReason) => ({ ...inspection, verdict: 'unparseable' as const, reason, task: null });
  if (turns.length === 0) return refused({ code: 'no-key' });
  const audit = auditKey(family, parsed, turns);
  if (audit === 'malformed') return refused({ code: 'malformed-key', key: keyText(turns) });
  if (checked && audit === 'wrong') return refused({ code: 'wrong-key', key: keyText(turns) });
  const key = { turns: [...turns], right: audit === 'unchecked' ? null : audit === 'right' };
  const { given } = family;
  // Of such tasks, nothing but their language can be checked.
  if (given)
    return { ...inspection, verdict: 'valid', reason: null, level: given.level(parsed, turns), task: parsed, key };
  return { ...inspection, reason: null, task: parsed, key };
}

/** The world in which a task with a key is played. */
export const worldOf = (family: Family, key: TaskText['key']): Family =>
  key ? judgedByKey(family, key.turns) : family;

/**
 * Lets the environment write each task's key `keyVotes` times in all, and takes tasks out, in place, where half of the keys
 * or more are others than the first.
 */
export async function voteOnKeys(
  writer: Pick<Sampler, 'generate'>,
  tokenizer: TextTokenizer,
  settings: Settings,
  epoch: number,
  candidates: readonly Candidate[],
): Promise<{ tokens: number; flops: number }> {
  const asked = candidates.filter(({ task, key, written }) => task !== null && key && written);
  const others = settings.keyVotes - 1;
  if (others === 0 || asked.length === 0) return { tokens: 0, flops: 0 };
  const { completions, flops } = await writer.generate(
    asked.map(({ index, contextIds, written, world }) => ({
      ids: [...contextIds, ...beforeKey(tokenizer, world, written!.ids)],
      task: index,
      rollouts: Array.from({ length: others }, (_, i) => i),
      position: 0,
    })),
    samplingOf(settings, {
      temperature: settings.environmentTemperature,
      maxNewTokens: Math.max(...asked.map(({ world }) => mostKeyTokens(world))),
      stopIds: endTokens(tokenizer),
    }),
    randomKey(settings.seed, 'taskKeys', epoch),
  );
  const agree = new Map(asked.map(({ index }) => [index, 1]));
  const keys = new Map(asked.map(({ index, key, world }) => [index, { world, text: comparedKey(world, key!.turns) }]));
  for (const { task, ids, finish } of completions) {
    const { world, text } = keys.get(task)!;
    const written = comparedKey(world, [tokenizer.decode(ids.slice(0, -1))]);
    if (finish === 'stop' && written === text) agree.set(task, agree.get(task)! + 1);
  }
  for (const candidate of asked) {
    const count = agree.get(candidate.index)!;
    if (2 * count > settings.keyVotes) continue;
    candidate.task = null;
    candidate.reason = { code: 'key-not-agreed', agree: count, keys: settings.keyVotes };
  }
  return { tokens: completions.reduce((sum, { ids }) => sum + ids.length, 0), flops };
}

/** What was written up to where the key begins. */
function beforeKey(tokenizer: TextTokenizer, world: Family, ids: readonly number[]): readonly number[] {
  if (!world.chat) return ids.slice(0, ids.indexOf(tokenizer.encode(SEPARATOR)[0]) + 1);
  const mark = (end: number) => splitKey(world, tokenizer.decode(ids.slice(0, end))).turns.length > 0;
  // The last of them ends where fewer tokens hold one mark less; a task may itself hold one.
  let end = ids.length;
  const text = splitKey(world, tokenizer.decode(ids)).text;
  while (mark(end - 1) && splitKey(world, tokenizer.decode(ids.slice(0, end - 1))).text === text) end--;
  return ids.slice(0, end);
}

/** The attempted tasks with written keys, by the oracle's verdict on the key; undefined where there is none. */
export function countKeys(texts: readonly TaskText[], { tasks }: Pick<Scored, 'tasks'>): WrittenKeys | undefined {
  if (!texts.some(({ key }) => key)) return undefined;
  const counted = (right: boolean | null) => {
    const indices = new Set(texts.filter(({ used, key }) => used && key?.right === right).map(({ index }) => index));
    const own = tasks.filter(({ task }) => indices.has(task));
    return { tasks: own.length, success: addCounts(own.map(({ count }) => count)) };
  };
  const unchecked = counted(null);
  return { right: counted(true), wrong: counted(false), ...(unchecked.tasks > 0 && { unchecked }) };
}
