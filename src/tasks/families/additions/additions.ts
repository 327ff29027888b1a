/**
 * @file Defines additions of digits in natural language, for checkpoints that can already add a little. The environment
 * writes `4 + 7 + 2`. The agent answers like a calculator's tape, `4 + 7 = 11 + 2 = 13`. The answer is right if every
 * sum is right. The level is the number of sums.
 *
 * The pre-training answers (`play`) copy the terms. A share `reads` of their sums is right. The others are drawn from a
 * few numbers above the larger summand. If one sum is right with probability p, L sums are right with probability
 * about p^L.
 */
import { RandomStream } from '../../../random/random-stream.ts';
import { exactScore, generatedFamily, refuse } from '../../family-parts.ts';

interface AdditionsTask {
  text: string;
  terms: readonly number[];
}

const LEVELS = 5;
const MOST_TERMS = LEVELS + 1;
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;
const TERM = /^[1-9]$/;
/** Matches the first term, then each further term with the sum so far. */
const ANSWER = /^[1-9](?: \+ [1-9] = \d{1,4})+$/;
const PERCENT = 100;

/** System messages. They replace the longer system message that many templates add. */
const ANSWER_WITH = 'Add term by term.';
const WRITE = 'Write an addition of digits.';

const drawDigit = (random: RandomStream): number => 1 + random.integer(DIGITS.length);
const written = (terms: readonly number[]): string => terms.join(' + ');

/** Writes the terms. The sum so far follows each term but the first. */
function tape([first, ...others]: readonly number[], sumOf: (before: number, term: number) => number): string {
  let sum = first;
  return `${first}${others.map((term) => ` + ${term} = ${(sum = sumOf(sum, term))}`).join('')}`;
}

const solution = ({ terms }: AdditionsTask): string => tape(terms, (before, term) => before + term);

function drawSum(before: number, term: number, random: RandomStream): number {
  const [least, most] = [Math.min(before, term), Math.max(before, term)];
  return most + 1 + random.integer(Math.max(least, DIGITS.length - least));
}

function parseTask(text: string): AdditionsTask {
  const parts = text.split('+').map((part) => part.trim());
  if (parts.length < 2 || !parts.every((part) => TERM.test(part))) refuse({ code: 'additions/not-an-addition' });
  if (parts.length > MOST_TERMS) refuse({ code: 'additions/too-many-terms', terms: parts.length, most: MOST_TERMS });
  const terms = parts.map(Number);
  return { text: written(terms), terms };
}

export const additions = generatedFamily<AdditionsTask>({
  name: 'additions',
  example: '4 + 7 + 2',
  levels: LEVELS,
  words: ['+', '=', ...DIGITS],
  chat: {
    agent: ({ text }) => [
      { role: 'system', content: ANSWER_WITH },
      { role: 'user', content: text },
    ],
    environment: (success, seed, sample) => [
      { role: 'system', content: WRITE },
      {
        role: 'user',
        content: [
          `Success: ${Math.round(PERCENT * success)}%`,
          ...(sample ? [`Write a variation of ${sample.text}`] : []),
          `Seed: ${seed}`,
        ].join('\n'),
      },
    ],
  },
  maxTaskTokens: 24,
  maxAnswerTokens: 40,

  sampleSeed: (random) => String(drawDigit(random)),
  splitSeed(text) {
    const length = TERM.test(text.charAt(0)) ? 1 : 0;
    return { seed: text.slice(0, length), rest: text.slice(length) };
  },
  read: parseTask,
  level: ({ terms }) => terms.length - 1,
  prompt: ({ text }) => text,
  solve: (task) => [solution(task)],
  score(task, turns) {
    const answer = (turns[0] ?? '').trim();
    const steps = answer.split(' + ').map((step) => step.split(' = ').map(Number));
    if (!ANSWER.test(answer) || written(steps.map(([term]) => term)) !== task.text)
      return exactScore(false, false, { code: 'additions/not-a-tape' });
    let sum = 0;
    for (const [term, answered = term] of steps) {
      sum += term;
      if (answered !== sum) return exactScore(false, true, { code: 'additions/other-sum', answer: answered, sum });
    }
    return exactScore(true, true, { code: 'additions/solved', sum });
  },
  sampleTask: (level, random) => written(Array.from({ length: level + 1 }, () => drawDigit(random))),
  play: ({ terms }, random, { reads = 0 } = {}) => [
    tape(terms, (before, term) => (random.next() < reads ? before + term : drawSum(before, term, random))),
  ],
});
