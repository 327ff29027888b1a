/**
 * @file Converts events of version 1 of the format, which held sentences instead of codes, to the current version.
 *
 * Each event is upgraded by itself, because a log that began under version 1 and was continued holds events of both
 * versions. A sentence whose meaning is certain becomes a code, so that it can be shown in other words. The sentences of
 * families are kept as they were recorded.
 */
import { EVENT_VERSION } from './events.ts';
import type { AgentNote, EnvironmentNote, FilterReason, RolloutReason, TaskReason } from './reasons.ts';
import { migrateSettings } from './settings/settings.ts';

interface Recorded {
  code: 'recorded';
  sentence: string;
}

/** What a sentence of version 1 means; undefined if that is not certain. */
type Meaning<Reason> = (sentence: string) => Reason | undefined;

/** The code of a sentence. An empty sentence meant that there was no reason. */
function upgraded<Reason>(sentence: string, meaning: Meaning<Reason>): Reason | Recorded | null {
  return sentence === '' ? null : (meaning(sentence) ?? { code: 'recorded', sentence });
}

const CUT_OFF = /^The text was cut off after (\d+) tokens, before its end\.$/;

const taskSentences: ReadonlyMap<string, TaskReason> = new Map<string, TaskReason>([
  ['The answer stands in the prompt.', { code: 'answer-in-prompt' }],
  ['More than one answer would pass where one is meant.', { code: 'several-answers' }],
  ['This text is one of the evaluation tasks.', { code: 'evaluation-task' }],
  ['The teacher has written this text before.', { code: 'repeated-text' }],
]);

function taskMeaning(sentence: string): TaskReason | undefined {
  const cutOff = CUT_OFF.exec(sentence);
  return cutOff ? { code: 'cut-off', tokens: Number(cutOff[1]) } : taskSentences.get(sentence);
}

const rolloutMeaning: Meaning<RolloutReason> = (sentence) =>
  sentence === 'The answer was cut off before its end.' ? { code: 'answer-cut-off' } : undefined;

const COUNT = /^p̂ = (\d+)\/(\d+): (.*)$/;
const ALPHA_BAND = /^\|p̂ − α\| = (\d\.\d{3}) ([≤>]) k_min = ([\d.e-]+)\.$/;
const R_ZERO_BAND = /^(within|outside) R-Zero's ([\d.]+) to ([\d.]+)\.$/;
/** An addition to some sentences. It is dropped, because the source of a task says the same. */
const NOT_WRITTEN = ' Not written in this epoch, so no part of the regression.';

function filterMeaning(sentence: string): FilterReason | undefined {
  const [, k, n, verdict] = COUNT.exec(sentence) ?? [];
  if (verdict === undefined) return undefined;
  const count = { k: Number(k), n: Number(n) };
  const [, distance, comparison, kMin] = ALPHA_BAND.exec(verdict) ?? [];
  if (distance !== undefined) {
    const code = comparison === '>' ? 'outside-band' : 'within-band';
    return { code, ...count, distance: Number(distance), kMin: Number(kMin) };
  }
  const [, side, low, high] = R_ZERO_BAND.exec(verdict) ?? [];
  if (side !== undefined) {
    const code = side === 'within' ? 'within-r-zero-band' : 'outside-r-zero-band';
    return { code, ...count, low: Number(low), high: Number(high) };
  }
  if (verdict === 'solved sometimes, so it can be learned.') return { code: 'learnable', ...count };
  return verdict === 'solved never or always.' ? { code: 'not-learnable', ...count } : undefined;
}

const IMPORTED = 'Imported: the log says nothing of the update.';

const agentSentences: ReadonlyMap<string, AgentNote> = new Map<string, AgentNote>([
  ['No valid task was written, so there was nothing to attempt.', { code: 'no-tasks' }],
  [
    'No group was mixed: all rollouts of each task had the same reward, so there is no advantage to learn from.',
    { code: 'no-mixed-group' },
  ],
  [IMPORTED, { code: 'imported' }],
]);

const NOTHING_KEPT = /^No text of the last (\d+) epochs has passed the filter\.$/;

const environmentSentences: ReadonlyMap<string, EnvironmentNote> = new Map<string, EnvironmentNote>([
  ['The environment does not learn in this arm.', { code: 'environment-frozen' }],
  [
    'The divergence from the initial simulator has reached the cap, so no further step was taken.',
    { code: 'cap-reached' },
  ],
  ['A step went beyond the cap on the divergence from the initial simulator and was undone.', { code: 'step-undone' }],
  [IMPORTED, { code: 'imported' }],
]);

function environmentMeaning(sentence: string): EnvironmentNote | undefined {
  const nothing = NOTHING_KEPT.exec(sentence);
  return nothing ? { code: 'nothing-kept', epochs: Number(nothing[1]) } : environmentSentences.get(sentence);
}

type Fields = Record<string, unknown>;

/** The items of a list with their `reason` upgraded; the same list if no reason is a sentence. */
function withReasons(items: unknown, upgrade: (sentence: string) => unknown): unknown {
  const isOld = (item: Fields | null): item is Fields => typeof item?.reason === 'string';
  if (!Array.isArray(items) || !items.some(isOld)) return items;
  return items.map((item: Fields | null) => (isOld(item) ? { ...item, reason: upgrade(item.reason as string) } : item));
}

const withTaskReasons = (texts: unknown): unknown => withReasons(texts, (sentence) => upgraded(sentence, taskMeaning));

const withNote = <Reason>(event: Fields, meaning: Meaning<Reason>): Fields =>
  typeof event.note === 'string' ? { ...event, note: upgraded(event.note, meaning) } : event;

/** Programs that wrote version 1 of events wrote version 1 of settings. */
const migratedSettings = (settings: unknown): unknown =>
  typeof settings === 'object' && settings !== null ? migrateSettings(settings, 1) : settings;

/**
 * Converts an event of any earlier version to the current version. Every other value is returned as it is; `eventProblem`
 * says what is wrong with it.
 */
export function upgradeEvent(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const event = value as Fields;
  switch (event.type) {
    case 'run-started':
      return event.version === 1
        ? {
            ...event,
            version: EVENT_VERSION,
            settings: migratedSettings(event.settings),
            fixedTasks: withTaskReasons(event.fixedTasks),
          }
        : event;
    case 'tasks-written':
      return { ...event, texts: withTaskReasons(event.texts) };
    case 'scored':
      return {
        ...event,
        rollouts: withReasons(event.rollouts, (sentence) => upgraded(sentence, rolloutMeaning)),
      };
    case 'filtered':
      return {
        ...event,
        tasks: withReasons(event.tasks, (sentence) => upgraded(sentence.replace(NOT_WRITTEN, ''), filterMeaning)),
      };
    case 'agent-updated':
      return withNote(event, (sentence) => agentSentences.get(sentence));
    case 'environment-updated':
      return withNote(event, environmentMeaning);
    default:
      return event;
  }
}
