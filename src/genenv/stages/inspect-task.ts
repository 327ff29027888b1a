/**
 * @file Checks if a text is a valid task, before the agent attempts it. Every text is parsed, solved by the oracle and
 * audited. Otherwise an environment could reach α = ½ with ambiguous or impossible tasks.
 */
import { addCounts } from '../../curriculum/environment-reward.ts';
import type { Sampler } from '../../policy/policy.ts';
import { endTokens, type TextTokenizer } from '../../policy/text-tokenizer.ts';
import { randomKey } from '../../random/streams.ts';
import { agentPrompt, type Audit, type Family, type PromptForm, SEPARATOR } from '../../tasks/family.ts';
import {
  auditKey,
  comparedKey,
  judgedByKey,
  keyText,
  mostKeyTokens,
  splitKey,
  takesKeys,
} from '../../tasks/family-parts.ts';
import type { TaskEvents } from '../log/epoch-events.ts';
import type { Scored, TaskSource, TaskText, WrittenKeys } from '../log/events.ts';
import type { TaskReason } from '../log/reasons.ts';
import { samplingOf } from '../epoch-settings.ts';
import type { Settings } from '../settings/settings-table.ts';

export interface Candidate extends TaskText {
  /** Family that judges answers. If the task has a written key, this is a copy of the family that judges by the key. */
  world: Family;
  /** Parsed task, whose type the family defines. Null if the text cannot be attempted. */
  task: unknown;
  /** Token ids of `context`. Empty if the text was not written in this epoch. */
  contextIds: number[];
  /** Example to teach the environment a task that it did not write: a context and the token ids to write after it. */
  lesson?: { context: string; contextIds: number[]; writtenIds: number[] };
}

type Inspection = Pick<TaskText, 'verdict' | 'reason' | 'level' | 'oracleLength' | 'prompt'> & {
  task: unknown;
  key?: TaskText['key'];
};

export type AttemptedTask = Candidate & TaskEvents;

/** Returns the logged fields of a candidate. */
export const textOf = ({ world, task, contextIds, lesson, ...text }: Candidate): TaskText => text;

/** Returns true if a task is written with its answer key. A teacher writes keys only for a user's own tasks. */
export const writesKeys = (
  { answerKey }: Pick<Settings, 'answerKey'>,
  family: Pick<Family, 'oneAnswer' | 'chat' | 'given'>,
  source: TaskSource,
): boolean => family.given !== undefined || (answerKey !== 'oracle' && source !== 'offline' && takesKeys(family));

interface AskedKey {
  /** Turns of the key. Empty if the environment wrote no key, although it should have written one. */
  turns: readonly string[];
  /** True if a wrong key makes the text invalid. */
  checked: boolean;
}

/**
 * Adds a written key, which decides the rewards, to an inspection. Any well-formed key makes the text a task, unless
 * `checked` is true and the key is wrong. `right` records the oracle's verdict on the key.
 */
function inspectKey(
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
  // No oracle can solve new tasks of a user's own set, so a well-formed key makes them valid.
  if (given)
    return { ...inspection, verdict: 'valid', reason: null, level: given.level(parsed, turns), task: parsed, key };
  return { ...inspection, reason: null, task: parsed, key };
}

/** Returns the family, or a copy that judges by the key if there is one. */
export const worldOf = (family: Family, key: TaskText['key']): Family =>
  key ? judgedByKey(family, key.turns) : family;

/**
 * Lets the environment write each task's key `keyVotes` times in total. Marks a task as invalid, in place, if at least
 * half of the task's keys differ from the first key. Returns the cost.
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

function beforeKey(tokenizer: TextTokenizer, world: Family, ids: readonly number[]): readonly number[] {
  if (!world.chat) return ids.slice(0, ids.indexOf(tokenizer.encode(SEPARATOR)[0]) + 1);
  const mark = (end: number) => splitKey(world, tokenizer.decode(ids.slice(0, end))).turns.length > 0;
  // Tasks may contain key marks, so the key begins after the last mark. Drop all tokens after this mark.
  let end = ids.length;
  const text = splitKey(world, tokenizer.decode(ids)).text;
  while (mark(end - 1) && splitKey(world, tokenizer.decode(ids.slice(0, end - 1))).text === text) end--;
  return ids.slice(0, end);
}

/** Counts tasks and successes by the oracle's verdict on the written key. Returns undefined if no text has a key. */
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

const nothing = { level: 0, oracleLength: 0, prompt: '', task: null };

const auditReasons: Readonly<Record<Audit, TaskReason | null>> = {
  valid: null,
  trivial: { code: 'answer-in-prompt' },
  ambiguous: { code: 'several-answers' },
};

/** Checks if a text is a valid task of a family. @param key key written with the text; default: the oracle's answer */
export function inspectTask(family: Family, text: string, form: PromptForm, key?: AskedKey): Inspection {
  const parsed = family.parse(text);
  if (!parsed.ok) return { ...nothing, verdict: 'unparseable', reason: parsed.reason };
  const level = family.level(parsed.task);
  const prompt = agentPrompt(family, parsed.task, form);
  const byOracle = inspectByOracle(family, parsed.task, { level, prompt });
  return key ? inspectKey(family, byOracle, parsed.task, key) : byOracle;
}

function inspectByOracle(family: Family, task: unknown, known: Pick<TaskText, 'level' | 'prompt'>): Inspection {
  const oracle = family.oracle(task);
  if (!oracle.solvable) return { ...nothing, ...known, verdict: 'unsolvable', reason: oracle.reason };
  const verdict = family.audit(task);
  return {
    verdict,
    reason: auditReasons[verdict],
    ...known,
    oracleLength: oracle.length,
    task: verdict === 'valid' ? task : null,
  };
}

/**
 * Makes a candidate from a text that was not written in this epoch, such as base data.
 * @param known text of a task of `family`, and other fields of the candidate
 * @param key turns of the key that the environment wrote with the text; default: `known.key`, or else the oracle's
 * answer
 */
export function knownCandidate(
  family: Family,
  known: Partial<TaskText> & Pick<TaskText, 'family' | 'text' | 'source'>,
  form: PromptForm,
  key: readonly string[] | undefined = known.key?.turns,
): Candidate {
  const { task, ...inspection } = inspectTask(family, known.text, form, key && { turns: key, checked: false });
  return {
    index: 0,
    batch: 0,
    context: '',
    seed: '',
    written: null,
    ...known,
    ...inspection,
    used: task !== null,
    world: worldOf(family, inspection.key),
    task,
    contextIds: [],
  };
}

/** Returns the inspection of a text that was cut off. Such a text is never a task. */
export const cutOff = (tokens: number): Inspection => ({
  ...nothing,
  verdict: 'unparseable',
  reason: { code: 'cut-off', tokens },
});
