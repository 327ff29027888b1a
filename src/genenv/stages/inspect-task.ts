/**
 * @file Checks whether a text is a task, before the agent attempts it. An environment could reach α = ½ with ambiguous
 * or impossible tasks, so every text is parsed, solved by the oracle and audited.
 */
import { agentPrompt, type Audit, type Family } from '../../tasks/family.ts';
import type { PromptForm } from '../../tasks/prompt-form.ts';
import type { Candidate } from './candidate.ts';
import type { TaskText } from '../log/events.ts';
import type { TaskReason } from '../log/reasons.ts';

export type Inspection = Pick<TaskText, 'verdict' | 'reason' | 'level' | 'oracleLength' | 'prompt'> & {
  task: unknown;
};

const nothing = { level: 0, oracleLength: 0, prompt: '', task: null };

const auditReasons: Readonly<Record<Audit, TaskReason | null>> = {
  valid: null,
  trivial: { code: 'answer-in-prompt' },
  ambiguous: { code: 'several-answers' },
};

export function inspectTask(family: Family, text: string, form: PromptForm): Inspection {
  const parsed = family.parse(text);
  if (!parsed.ok) return { ...nothing, verdict: 'unparseable', reason: parsed.reason };
  const level = family.level(parsed.task);
  const prompt = agentPrompt(family, parsed.task, form);
  const oracle = family.oracle(parsed.task);
  if (!oracle.solvable) return { ...nothing, level, prompt, verdict: 'unsolvable', reason: oracle.reason };
  const verdict = family.audit(parsed.task);
  return {
    verdict,
    reason: auditReasons[verdict],
    level,
    oracleLength: oracle.length,
    prompt,
    task: verdict === 'valid' ? parsed.task : null,
  };
}

/**
 * A text that was not written in this epoch, as a candidate.
 * @param known index, batch and what was written may be given; the text belongs to `family`
 */
export function knownCandidate(
  family: Family,
  known: Partial<TaskText> & Pick<TaskText, 'family' | 'text' | 'source'>,
  form: PromptForm,
): Candidate {
  const { task, ...inspection } = inspectTask(family, known.text, form);
  return {
    index: 0,
    batch: 0,
    context: '',
    seed: '',
    written: null,
    ...known,
    ...inspection,
    used: task !== null,
    world: family,
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
