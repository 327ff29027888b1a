/**
 * @file Decides the level and the split of each given task if its line does not state them.
 *
 * Levels have about equal numbers of tasks. They follow the length of the answer in words or characters, or the length
 * of the prompt if answers do not differ enough in length. If other lines state their level, a task gets the level
 * whose mean length of prompt and answer is nearest.
 *
 * Near-duplicates share a split. If no line of a level states `held-out`, a sixth of the level is held out, but at
 * least one task. The same holds for `development`. The choice depends only on the texts, and includes tasks that state
 * `training`.
 */
import { textHash } from '../text.ts';
import type { Form, GivenSplit, GivenTask, TaskSet } from './task-set.ts';

const QUOTES = /["'`´‘’“”„«»]/g;
/** Matches punctuation at the end of a word, but not within a number or a name such as `3.4` or `a:b`. */
const MARKS = /[.,;:!?¿¡…。，、；：！？]+(?=\s|$)/g;
/** Matches white space unless it separates letters or digits: `3 + 4` is `3+4`, but `1 2` is not `12`. */
const LOOSE = /\s+(?![\p{L}\p{M}\p{N}])|(?<![\p{L}\p{M}\p{N}])\s+/gu;

/**
 * Returns a form that is equal for near-duplicate prompts. The form ignores case, quotes, punctuation at the end of
 * words, and white space that does not separate letters or digits.
 */
export const nearForm = (prompt: string): string =>
  prompt.normalize('NFC').toLowerCase().replace(QUOTES, '').replace(MARKS, '').replace(/\s+/g, ' ').replace(LOOSE, '');

export const MOST_LEVELS = 20;
const DERIVED_LEVELS = 6;
/** Smallest number of tasks in a level: one for each split. */
export const LEAST_OF_LEVEL = 3;
const SIXTH = 6;

/** Counts the words or characters of a text, depending on the form. */
export const lengthOf = (form: Form, text: string): number =>
  form === 'words' ? text.split(' ').length : Array.from(text).length;

export interface PlacedTask extends GivenTask {
  readonly level: number;
  readonly split: GivenSplit;
  /** {@link nearForm} of the prompt. */
  readonly near: string;
}

interface Places {
  readonly tasks: readonly PlacedTask[];
  readonly levels: number;
  /** Returns the level of a task with this prompt and answer, if its line does not state one. */
  levelOf(prompt: string, answer: string): number;
  /** True if no line states a level, so that levels follow the lengths of the texts. */
  readonly derivesLevels: boolean;
}

/** Returns the lengths at which levels 2, 3, … begin. Levels have about equally many tasks, enough for all splits. */
function cuts(lengths: readonly number[]): number[] {
  const sorted = lengths.toSorted((a, b) => a - b);
  const levels = Math.min(DERIVED_LEVELS, Math.floor(sorted.length / LEAST_OF_LEVEL));
  const begins: number[] = [];
  let from = 0;
  for (let i = 1; i < sorted.length && begins.length < levels - 1; i++) {
    const left = levels - begins.length;
    const wanted = Math.max(LEAST_OF_LEVEL, Math.floor((sorted.length - from) / left));
    if (i - from < wanted || sorted[i] === sorted[i - 1] || sorted.length - i < LEAST_OF_LEVEL) continue;
    begins.push(sorted[i]);
    from = i;
  }
  return begins;
}

function levelRule({ form, given }: TaskSet): Pick<Places, 'levelOf' | 'levels' | 'derivesLevels'> {
  const said = given.filter(({ level }) => level !== undefined);
  if (said.length === 0) {
    // Near-duplicates count once, because a level needs different tasks.
    const different = [...new Map(given.map((task) => [nearForm(task.prompt), task])).values()];
    const ofAnswers = cuts(different.map(({ answer }) => lengthOf(form, answer)));
    const ofPrompts = ofAnswers.length > 0 ? [] : cuts(different.map(({ prompt }) => lengthOf(form, prompt)));
    const begins = ofAnswers.length > 0 ? ofAnswers : ofPrompts;
    const measured = (prompt: string, answer: string) => lengthOf(form, ofAnswers.length > 0 ? answer : prompt);
    return {
      levels: 1 + begins.length,
      levelOf: (prompt, answer) => 1 + begins.filter((least) => measured(prompt, answer) >= least).length,
      derivesLevels: true,
    };
  }
  const levels = Math.max(...said.map(({ level }) => level!));
  const length = (prompt: string, answer: string) => lengthOf(form, prompt) + lengthOf(form, answer);
  const sums = Array.from({ length: levels }, () => ({ tasks: 0, length: 0 }));
  for (const { level, prompt, answer } of said) {
    sums[level! - 1].tasks++;
    sums[level! - 1].length += length(prompt, answer);
  }
  const means = sums.map((sum) => sum.length / sum.tasks);
  return {
    levels,
    levelOf(prompt, answer) {
      const away = means.map((mean) => Math.abs(mean - length(prompt, answer)));
      return 1 + away.indexOf(Math.min(...away.filter((distance) => !Number.isNaN(distance))));
    },
    derivesLevels: false,
  };
}

/** Returns the tasks with their levels and splits. @param set valid, except that levels may have too few tasks */
export function placesOf(set: TaskSet): Places {
  const rule = levelRule(set);
  const classes = new Map<string, { level: number; split?: GivenSplit }>();
  const nears = set.given.map(({ prompt }) => nearForm(prompt));
  const levels = set.given.map(({ level, prompt, answer }) => level ?? rule.levelOf(prompt, answer));
  set.given.forEach(({ split }, i) => {
    const known = classes.get(nears[i]);
    if (!known) classes.set(nears[i], { level: levels[i], split });
    else known.split ??= split;
  });
  for (let level = 1; level <= rule.levels; level++) {
    const own = [...classes].filter(([, one]) => one.level === level);
    const share = Math.max(1, Math.round(own.length / SIXTH));
    const free = own
      .filter(([, { split }]) => split === undefined || split === 'training')
      .sort(([a], [b]) => textHash(a) - textHash(b) || (a < b ? -1 : 1));
    for (const split of ['held-out', 'development'] as const)
      if (!own.some(([, one]) => one.split === split)) for (const [, one] of free.splice(0, share)) one.split = split;
  }
  return {
    ...rule,
    tasks: set.given.map((task, i): PlacedTask => {
      const { split = 'training' } = classes.get(nears[i])!;
      return { ...task, level: levels[i], split, near: nears[i] };
    }),
  };
}
