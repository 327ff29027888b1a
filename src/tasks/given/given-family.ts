/**
 * @file Makes the family of a set of given tasks. The environment writes prompts with answers, because no oracle knows
 * the answer of a new task. A near-duplicate of a given task has the answer of that task. `isKept` finds
 * near-duplicates of evaluation tasks.
 */
import { groupBy, meanOrZero } from '../../common/mean.ts';
import type { RandomStream } from '../../random/random-stream.ts';
import type { FamilyReason, Family, Score } from '../family.ts';
import { KEY_MARK, requireLevel, singleTurnEpisode } from '../family-parts.ts';
import { cutText, textHash, wordsOf } from '../text.ts';
import { lengthOf, nearForm, type PlacedTask, placesOf } from './places.ts';
import { type TaskSet, taskSetName } from './task-set.ts';
import { answerForm, answerReward, shapeOf } from './rules.ts';

export interface WrittenTask {
  text: string;
  /** Right answer of the given task with this text or of its near-duplicates; undefined if that is unknown. */
  answer?: string;
  level: number;
}

/** A written prompt may be this many times as long as the longest given prompt. */
const LONGER = 1.5;
/**
 * A seed is the beginning that all training prompts share, plus one word. In natural language this word is cut if it is
 * longer than a third of the rest of the prompt.
 */
const SEED_SHARE = 3;

const utf8 = new TextEncoder();
/** Counts the UTF-8 bytes of a text. A token has at least one byte, so this is an upper bound for its tokens. */
const bytesOf = (text: string): number => utf8.encode(text).length;

const longest = (texts: readonly string[], length: (text: string) => number): number =>
  texts.reduce((most, text) => Math.max(most, length(text)), 0);

/** Returns the longest beginning that all lists share. */
function sharedBeginning(lists: readonly (readonly string[])[]): readonly string[] {
  const [first = []] = lists;
  const end = first.findIndex((part, i) => lists.some((list) => list[i] !== part));
  return end < 0 ? first : first.slice(0, end);
}

/** Splits a prompt in natural language into seed and rest. @param shared beginning that all training prompts share */
function seedOfText(text: string, shared: string): { seed: string; rest: string } {
  const known = text.startsWith(shared) ? shared : '';
  const characters = Array.from(text.slice(known.length));
  const most = Math.floor(characters.length / SEED_SHARE);
  const space = characters.findIndex((character) => /\s/.test(character));
  const seed = known + characters.slice(0, space < 0 ? most : Math.min(space, most)).join('');
  return { seed, rest: text.slice(seed.length) };
}

/** Makes the family of a set of given tasks. @param set must have no problems (check-tasks.ts) */
export function givenFamily(set: TaskSet): Family<WrittenTask> {
  const { rule, form } = set;
  const name = taskSetName(set);
  const isWords = form === 'words';
  const { tasks, levels, levelOf } = placesOf(set);
  const training = Array.from({ length: levels }, (_, i) =>
    tasks.filter(({ level, split }) => level === i + 1 && split === 'training'),
  );
  const all = training.flat();
  const kept = tasks
    .filter(({ split }) => split !== 'training')
    .sort((a, b) => textHash(a.near) - textHash(b.near) || (a.prompt < b.prompt ? -1 : 1));
  const prompts = tasks.map(({ prompt }) => prompt);
  const answers = tasks.map(({ answer }) => answer);
  const words = isWords ? new Set([...prompts, ...answers].flatMap(wordsOf)) : new Set<string>();
  const shapes = new Set(answers.map(shapeOf));
  const longestPrompt = Math.ceil(LONGER * longest(prompts, (text) => lengthOf(form, text)));
  const tokens = isWords ? (text: string) => lengthOf(form, text) : bytesOf;

  const byPrompt = new Map(tasks.map((task) => [task.prompt, task]));
  const byNear = groupBy(tasks, ({ near }) => near);
  /** Returns the given task with this text, else a near-duplicate if all near-duplicates have equal answers. */
  const givenOf = (text: string): PlacedTask | undefined => {
    const exact = byPrompt.get(text);
    if (exact) return exact;
    const near = byNear.get(nearForm(text)) ?? [];
    const forms = new Set(near.map(({ answer }) => answerForm(rule, answer)));
    return forms.size === 1 ? near[0] : undefined;
  };

  /** Returns the share of `known` answers that are right on a task of `asked`, averaged over `asked`. */
  function shareRight(known: readonly PlacedTask[], asked: readonly PlacedTask[]): number {
    const counts = new Map<string | null, number>();
    for (const { answer } of known) {
      const one = answerForm(rule, answer);
      counts.set(one, (counts.get(one) ?? 0) + 1);
    }
    return meanOrZero(asked.map(({ answer }) => (counts.get(answerForm(rule, answer)) ?? 0) / known.length));
  }

  const isWellFormed = (answer: string): boolean =>
    answerForm(rule, answer) !== null && (rule !== 'exact' || shapes.has(shapeOf(answer)));

  function scoreBy(right: string | undefined, turns: readonly string[]): Score {
    const answer = turns[0] ?? '';
    const wellFormed = isWellFormed(answer);
    const failed = { reward: 0, success: false, wellFormed };
    if (!wellFormed) return { ...failed, reason: { code: 'tasks/no-answer', rule } };
    if (right === undefined) return { ...failed, reason: { code: 'tasks/no-given-answer' } };
    const reward = answerReward(rule, answer, right);
    const reason: FamilyReason = reward === 1 ? { code: 'tasks/solved' } : { code: 'tasks/wrong-answer', right };
    return { reward, success: reward === 1, wellFormed, reason };
  }

  const shared = sharedBeginning(all.map(({ prompt }) => (isWords ? wordsOf(prompt) : Array.from(prompt))));
  const splitSeed = (text: string) =>
    isWords ? cutText(text, Math.min(shared.length + 1, lengthOf(form, text) - 1)) : seedOfText(text, shared.join(''));
  const draw = (level: number, random: RandomStream): PlacedTask => random.choice(training[level - 1]);

  const family: Family<WrittenTask> = {
    name,
    example: all[0].prompt,
    levels,
    words: [...words],
    ...(!isWords && {
      chat: {
        agent: ({ text }: WrittenTask) => [{ role: 'user' as const, content: text }],
        environment: (success, seed, sample) => [
          {
            role: 'user' as const,
            content: [
              'Write a new task and its answer.',
              `Success: ${Math.round(100 * success)}%`,
              ...(sample ? [`Vary this one: ${sample.text}${KEY_MARK} ${sample.answers[0]}`] : []),
              `Begin with: ${seed}`,
            ].join('\n'),
          },
        ],
      },
    }),
    maxTaskTokens: longest(prompts, tokens) + 1,
    maxAnswerTokens: longest(answers, tokens) + 1,
    maxTurns: 1,
    reward: rule === 'token-f1' ? 'soft' : 'exact',
    oneAnswer: rule !== 'token-f1',
    given: {
      guessed: meanOrZero(
        training.map((own, i) =>
          shareRight(
            own,
            kept.filter(({ level }) => level === i + 1),
          ),
        ),
      ),
      isKept: (text) => byNear.get(nearForm(text))?.some(({ split }) => split !== 'training') ?? false,
      formOf: (turns) => answerForm(rule, turns[0] ?? '') ?? '',
      score: (key, turns) => scoreBy(key[0], turns),
      level: ({ text, answer, level }, key) => (answer === undefined ? levelOf(text, key[0] ?? '') : level),
    },

    sampleSeed: (random) => splitSeed(random.choice(all).prompt).seed,
    splitSeed,
    parse(written) {
      const text = isWords ? wordsOf(written).join(' ') : written.trim();
      if (text === '') return { ok: false, reason: { code: 'tasks/empty-text' } };
      const length = lengthOf(form, text);
      if (length > longestPrompt) return { ok: false, reason: { code: 'tasks/too-long', length, most: longestPrompt } };
      const unknown = isWords ? wordsOf(text).find((word) => !words.has(word)) : undefined;
      if (unknown !== undefined) return { ok: false, reason: { code: 'tasks/unknown-word', word: unknown } };
      const given = givenOf(text);
      const { answer, level } = given ?? { level: levelOf(text, ''), answer: undefined };
      return { ok: true, task: { text, ...(answer !== undefined && { answer }), level } };
    },
    level: ({ level }) => level,
    prompt: ({ text }) => text,
    oracle: ({ answer }) =>
      answer === undefined
        ? { solvable: false, reason: { code: 'tasks/no-given-answer' } }
        : { solvable: true, answers: [answer], length: lengthOf(form, answer) },
    audit: () => 'valid',
    start: singleTurnEpisode,
    score: ({ answer }, turns) => scoreBy(answer, turns),
    sampleTask(level, random) {
      requireLevel(name, level, levels);
      return draw(level, random).prompt;
    },
    // Pre-training shows only the form of answers: it draws the answer of any training task of the level.
    play: ({ level }, random) => [draw(level, random).answer],
    heldOut: (split, level, count) =>
      kept
        .filter((task) => task.split === split && task.level === level)
        .slice(0, count)
        .map(({ prompt }) => prompt),
  };
  return family;
}
