/**
 * @file A family of one's own: the agent answers every word with its opposite, `hot big` with `cold small`. The level is
 * the number of words.
 */
import {
  exactScore,
  type Family,
  heldOutTexts,
  notATask,
  type RandomStream,
  singleTurnEpisode,
} from 'genenv-playground';

const PAIRS = [
  ['hot', 'cold'],
  ['big', 'small'],
  ['light', 'dark'],
] as const;
const WORDS = PAIRS.flat();
const LEVELS = 3;

const oppositeOf = new Map<string, string>(
  PAIRS.flatMap(
    ([a, b]) =>
      [
        [a, b],
        [b, a],
      ] as const,
  ),
);
const split = (text: string): string[] => text.split(' ').filter(Boolean);
const solution = (task: readonly string[]): string => task.map((word) => oppositeOf.get(word)).join(' ');

export const opposites: Family<readonly string[]> = {
  name: 'opposites',
  example: 'hot big',
  levels: LEVELS,
  words: WORDS,
  maxTaskTokens: LEVELS,
  maxAnswerTokens: LEVELS + 1,
  maxTurns: 1,
  reward: 'soft',
  oneAnswer: true,

  sampleSeed: (random) => random.choice(WORDS),
  splitSeed: (text) => {
    const [seed = '', ...rest] = split(text);
    return { seed, rest: rest.join(' ') };
  },
  parse(text) {
    const words = split(text);
    const unknown = words.find((word) => !oppositeOf.has(word));
    if (unknown !== undefined) return notATask({ code: 'opposites/unknown-word', word: unknown });
    if (words.length < 1 || words.length > LEVELS) return notATask({ code: 'opposites/length', words: words.length });
    return { ok: true, task: words };
  },
  level: (task) => task.length,
  // To know a word's opposite is a skill of its own.
  skills: WORDS,
  skillsOf: (task) => WORDS.filter((word) => task.includes(word)),
  prompt: (task) => task.join(' '),
  oracle: (task) => ({ solvable: true, answers: [solution(task)], length: task.length }),
  audit: () => 'valid',
  start: singleTurnEpisode,
  score(task, [answer = '']) {
    const words = split(answer);
    const right = task.filter((word, i) => words[i] === oppositeOf.get(word)).length;
    const score = exactScore(answer === solution(task), words.length === task.length, {
      code: 'opposites/right',
      right,
    });
    return { ...score, reward: right / Math.max(task.length, words.length) };
  },
  sampleTask: (level, random) => Array.from({ length: level }, () => random.choice(WORDS)).join(' '),
  play: (task, random: RandomStream) => [task.map(() => random.choice(WORDS)).join(' ')],
  heldOut: (part, level, count) => heldOutTexts(opposites as Family, part, level, count),
};
