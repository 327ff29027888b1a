/**
 * @file Additions of digits, for checkpoints that can add a little already: the shortest family of natural language.
 *
 * The environment writes `4 + 7 + 2`, the agent answers `13`. The level is the number of additions, so sums grow with it.
 * Play answers with any number that such a sum could be: at least the largest term with 1 for each other, at most as often the
 * largest term as there are terms. A checkpoint that has read arithmetic is somewhat better than that; the reward has to
 * teach the rest.
 */
import { RandomStream } from '../../../random/random-stream.ts';
import type { Family, ParsedTask } from '../../family.ts';
import { exactScore, notATask, requireLevel, singleTurnEpisode } from '../../family-parts.ts';
import { heldOutTexts } from '../../held-out.ts';
import type { AdditionsReason } from './reasons.ts';

interface AdditionsTask {
  text: string;
  terms: readonly number[];
}

const LEVELS = 5;
const MOST_TERMS = LEVELS + 1;
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;
const TERM = /^[1-9]$/;
const ANSWER = /^\d{1,4}$/;
const PERCENT = 100;

/** The instructions. They stand in the system message, in the place of the longer one that many templates add. */
const ANSWER_WITH = 'Answer with the sum alone.';
const WRITE = 'Write an addition of digits.';

const drawDigit = (random: RandomStream): number => 1 + random.integer(DIGITS.length);
const written = (terms: readonly number[]): string => terms.join(' + ');
const sumOf = ({ terms }: AdditionsTask): number => terms.reduce((sum, term) => sum + term, 0);

function parseTask(text: string): ParsedTask<AdditionsTask, AdditionsReason> {
  const parts = text.split('+').map((part) => part.trim());
  if (parts.length < 2 || !parts.every((part) => TERM.test(part)))
    return notATask({ code: 'additions/not-an-addition' });
  if (parts.length > MOST_TERMS)
    return notATask({ code: 'additions/too-many-terms', terms: parts.length, most: MOST_TERMS });
  const terms = parts.map(Number);
  return { ok: true, task: { text: written(terms), terms } };
}

export const additions: Family<AdditionsTask, AdditionsReason> = {
  name: 'additions',
  example: '4 + 7 + 2',
  levels: LEVELS,
  words: ['+', ...DIGITS],
  chat: {
    agent: ({ text }) => [
      { role: 'system', content: ANSWER_WITH },
      { role: 'user', content: text },
    ],
    environment: ({ success, level, weak }, seed, sample) => [
      { role: 'system', content: WRITE },
      {
        role: 'user',
        content: [
          `Success: ${Math.round(PERCENT * success)}%`,
          ...(level === undefined ? [] : [`Level of recent tasks: ${level}`]),
          ...(weak?.length ? [`Weak at: ${weak.join(', ')}`] : []),
          ...(sample ? [`Write a variation of ${sample.text} = ${sample.answers[0]}`] : []),
          `Seed: ${seed}`,
        ].join('\n'),
      },
    ],
  },
  maxTaskTokens: 24,
  maxAnswerTokens: 6,
  maxTurns: 1,
  reward: 'exact',
  oneAnswer: true,

  sampleSeed: (random) => String(drawDigit(random)),
  splitSeed(text) {
    const length = TERM.test(text.charAt(0)) ? 1 : 0;
    return { seed: text.slice(0, length), rest: text.slice(length) };
  },
  parse: parseTask,
  level: ({ terms }) => terms.length - 1,
  skills: DIGITS,
  skillsOf: ({ terms }) => terms.map(String),
  prompt: ({ text }) => text,
  oracle: (task) => ({ solvable: true, answers: [String(sumOf(task))], length: 1 }),
  audit: () => 'valid',
  start: singleTurnEpisode,
  score(task, turns) {
    const answer = (turns[0] ?? '').trim();
    if (!ANSWER.test(answer)) return exactScore(false, false, { code: 'additions/not-a-number' });
    const sum = sumOf(task);
    return Number(answer) === sum
      ? exactScore(true, true, { code: 'additions/solved', sum })
      : exactScore(false, true, { code: 'additions/other-sum', answer: Number(answer), sum });
  },
  sampleTask(level, random) {
    requireLevel('additions', level, LEVELS);
    return written(Array.from({ length: level + 1 }, () => drawDigit(random)));
  },
  play({ terms }, random) {
    const largest = Math.max(...terms);
    const least = largest + terms.length - 1;
    return [String(least + random.integer(terms.length * largest - least + 1))];
  },
  heldOut: (split, level, count) => heldOutTexts(additions, split, level, count),
};
