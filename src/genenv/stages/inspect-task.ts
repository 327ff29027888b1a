/**
 * @file Checks whether a text is a task, before the agent attempts it. An environment could reach α = ½ with ambiguous
 * or impossible tasks, so every text is parsed, solved by the oracle and audited.
 */
import { agentPrompt, type Audit, type Family } from '../../tasks/family.ts';
import type { PromptForm } from '../../tasks/prompt-form.ts';
import type { Candidate, Inspection } from './candidate.ts';
import type { TaskText } from '../log/events.ts';
import type { TaskReason } from '../log/reasons.ts';
import { type AskedKey, inspectKey, worldOf } from './written-keys.ts';

const nothing = { level: 0, oracleLength: 0, prompt: '', task: null };

const auditReasons: Readonly<Record<Audit, TaskReason | null>> = {
  valid: null,
  trivial: { code: 'answer-in-prompt' },
  ambiguous: { code: 'several-answers' },
};

/** @param key the key that came with it; absent: the oracle gives the key */
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
 * A text that was not written in this epoch, as a candidate.
 * @param known index, batch and what was written may be given; the text belongs to `family`
 * @param key the turns of the key that the environment wrote with it; absent: the oracle gives the key
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

/** The inspection of a text that was cut off: it is not a task. */
export const cutOff = (tokens: number): Inspection => ({
  ...nothing,
  verdict: 'unparseable',
  reason: { code: 'cut-off', tokens },
});
