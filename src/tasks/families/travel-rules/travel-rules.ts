/**
 * @file Travel by house rules follows TravelPlanner: an itinerary of places whose house rules allow what the guest
 * needs, within a budget.
 *
 * The agent reads `rome pets & oslo smoking max 6` and names for each night the city, the need and a kind of place:
 * `rome pets farm oslo smoking motel`. As in TravelPlanner a plan is not compared with a solution: it passes if it is
 * complete, breaks no house rule and costs no more than the budget. Repeating the need is a written thought, as in the
 * family household. Play picks any kind of place. The agent has to discover which kinds allow a need; a plan that keeps the
 * rules is mostly within the budget, and the cheapest of these always is.
 */
import type { RandomStream } from '../../../random/random-stream.ts';
import { AND, cutText, numberWords, wordsOf } from '../../text.ts';
import type { Family, Score } from '../../family.ts';
import { exactScore, heldOutTexts, requireLevel, singleTurnEpisode } from '../../family-parts.ts';
import {
  CITIES,
  type Kind,
  KIND_BY_NAME,
  KINDS,
  KINDS_FOR,
  MAX,
  MOST_NIGHTS,
  NEEDS,
  type Night,
  parseTask,
  type TravelRulesReason,
  type TravelRulesTask,
  WORDS_PER_NIGHT,
  writeNight,
  writeTask,
} from './task.ts';

const LARGEST_BUDGET = MOST_NIGHTS * Math.max(...KINDS.map(({ price }) => price)) + MOST_NIGHTS;
/** An answer has city, need and kind for a night. */
const ANSWER_WORDS = 3;
/** The seed is the first night: a city and a need. */
const SEED_WORDS = 2;

const drawNight = (city: string, random: RandomStream): Night => ({ city, need: random.choice(NEEDS) });

const plan = (task: TravelRulesTask, choose: (night: Night) => Kind): string =>
  task.nights.map((night) => `${writeNight(night)} ${choose(night).name}`).join(' ');

const solution = (task: TravelRulesTask): string => plan(task, ({ need }) => KINDS_FOR.get(need)![0]);

/** Returns the kind of place of each night; null if the answer does not decode. */
function plannedKinds(task: TravelRulesTask, answer: readonly string[]): Kind[] | null {
  if (answer.length !== ANSWER_WORDS * task.nights.length) return null;
  const kinds = task.nights.map(({ city, need }, night) => {
    const [saysCity, saysNeed, kind] = answer.slice(ANSWER_WORDS * night);
    return saysCity === city && saysNeed === need ? KIND_BY_NAME.get(kind) : undefined;
  });
  return kinds.includes(undefined) ? null : (kinds as Kind[]);
}

function score(task: TravelRulesTask, turns: readonly string[]): Score<TravelRulesReason> {
  const kinds = plannedKinds(task, wordsOf(turns[0] ?? ''));
  if (kinds === null) return exactScore(false, false, { code: 'travel-rules/malformed-plan' });
  const broken = kinds.findIndex(({ allows }, night) => !allows.includes(task.nights[night].need));
  if (broken >= 0) {
    const { city, need } = task.nights[broken];
    return exactScore(false, true, { code: 'travel-rules/broken-rule', city, kind: kinds[broken].name, need });
  }
  const cost = kinds.reduce((sum, { price }) => sum + price, 0);
  const { budget } = task;
  if (cost > budget) return exactScore(false, true, { code: 'travel-rules/over-budget', cost, budget });
  return exactScore(true, true, { code: 'travel-rules/solved', cost, budget });
}

export const travelRules: Family<TravelRulesTask, TravelRulesReason> = {
  name: 'travel-rules',
  example: 'rome pets & oslo smoking max 1',
  levels: MOST_NIGHTS,
  words: [AND, MAX, ...CITIES, ...NEEDS, ...KINDS.map(({ name }) => name), ...numberWords(0, LARGEST_BUDGET)],
  maxTaskTokens: WORDS_PER_NIGHT * MOST_NIGHTS + 1,
  maxAnswerTokens: ANSWER_WORDS * MOST_NIGHTS + 1,
  maxTurns: 1,
  reward: 'exact',
  oneAnswer: false,

  sampleSeed: (random) => writeNight(drawNight(random.choice(CITIES), random)),
  splitSeed: (text) => cutText(text, SEED_WORDS),
  parse: parseTask,
  level: (task) => task.nights.length,
  goals: (task) => task.nights.map(writeNight),
  prompt: (task) => writeTask(task.nights, task.budget),
  oracle(task) {
    const answer = solution(task);
    return { solvable: true, answers: [answer], length: wordsOf(answer).length };
  },
  // Several plans may pass, but never all, because at least four kinds refuse each need.
  audit: () => 'valid',
  start: singleTurnEpisode,
  score,
  sampleTask(level, random) {
    requireLevel('travel-rules', level, MOST_NIGHTS);
    const nights = random.sample(CITIES, level).map((city) => drawNight(city, random));
    return writeTask(nights, random.integer(level + 1));
  },
  play: (task, random) => [plan(task, () => random.choice(KINDS))],
  heldOut: (split, level, count) => heldOutTexts(travelRules, split, level, count),
};
