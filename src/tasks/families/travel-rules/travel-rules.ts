/**
 * @file Defines travel by house rules, after TravelPlanner. The agent plans a trip, within a budget, to places whose
 * house rules allow what the guest needs.
 *
 * The agent reads `rome pets & oslo smoking max 6`. It answers with city, need and kind of place for each night:
 * `rome pets farm oslo smoking motel`. As in TravelPlanner, a plan is not compared with a solution. It passes if it is
 * complete, breaks no house rule and costs no more than the budget. The answer repeats the need, so that the word just
 * before a kind of place helps to decide it. The pre-training answers (`play`) pick kinds at random. The cheapest
 * plan that keeps the rules is always within the budget, and so are most other plans that keep the rules.
 *
 * A task text lists the nights of a trip, each with a city and a guest's need. The number after `max` says how much
 * more than the cheapest plan may be spent. The agent reads the total budget instead, so the environment need not add.
 *
 *     rome pets & oslo smoking max 1
 *
 * The skill to discover is which kinds of place allow a need, and what a night there costs. No task text says either.
 */
import type { RandomStream } from '../../../random/random-stream.ts';
import { exactScore, generatedFamily, refuse } from '../../family-parts.ts';
import type { Score } from '../../family.ts';
import { AND, cutText, numberWords, readNumber, splitWords, wordsOf } from '../../text.ts';

interface Kind {
  name: string;
  price: number;
  /** Needs that the house rules allow. */
  allows: readonly string[];
}

/** Two kinds allow each need except `parties`, which one kind allows. The cheapest kind differs from need to need. */
const KINDS: readonly Kind[] = [
  { name: 'hostel', price: 1, allows: ['visitors'] },
  { name: 'motel', price: 2, allows: ['visitors', 'smoking'] },
  { name: 'farm', price: 3, allows: ['smoking', 'pets'] },
  { name: 'flat', price: 4, allows: ['pets', 'music'] },
  { name: 'hotel', price: 5, allows: ['music', 'children'] },
  { name: 'villa', price: 6, allows: ['children', 'parties'] },
];

/** All but `music` come from TravelPlanner's house rules. */
export const NEEDS: readonly string[] = ['visitors', 'smoking', 'pets', 'music', 'children', 'parties'];

/** Maps a need to the kinds that allow it, the cheapest first. */
export const KINDS_FOR: ReadonlyMap<string, readonly Kind[]> = new Map(
  NEEDS.map((need) => [need, KINDS.filter(({ allows }) => allows.includes(need))]),
);

const KIND_BY_NAME: ReadonlyMap<string, Kind> = new Map(KINDS.map((kind) => [kind.name, kind]));

export const CITIES: readonly string[] = 'rome oslo lima cairo paris delhi tokyo kyiv perth quito accra dakar'.split(
  ' ',
);

const MAX = 'max';
const MOST_NIGHTS = 8;
/** Number of words of a task per night: a city, a need, and `&` or `max`. */
const WORDS_PER_NIGHT = 3;

interface Night {
  city: string;
  need: string;
}

interface TravelRulesTask {
  text: string;
  nights: readonly Night[];
  /** Cost of the cheapest plan that keeps the house rules, plus the slack after `max`. */
  budget: number;
}

const writeNight = ({ city, need }: Night): string => `${city} ${need}`;

/** Writes a task text or a prompt. @param limit slack in the environment's text, or budget in the agent's prompt */
const writeTask = (nights: readonly Night[], limit: number): string =>
  `${nights.map(writeNight).join(` ${AND} `)} ${MAX} ${limit}`;

const lowestCost = (nights: readonly Night[]): number =>
  nights.reduce((sum, { need }) => sum + KINDS_FOR.get(need)![0].price, 0);

function parseTask(text: string): TravelRulesTask {
  const words = wordsOf(text);
  const end = words.indexOf(MAX);
  if (end < 0) refuse({ code: 'travel-rules/no-budget' });
  const nights: Night[] = [];
  for (const segment of splitWords(words.slice(0, end), AND)) {
    const [city, need] = segment;
    if (segment.length !== 2) refuse({ code: 'travel-rules/malformed-night', night: nights.length + 1 });
    if (!CITIES.includes(city)) refuse({ code: 'travel-rules/unknown-city', word: city });
    if (!NEEDS.includes(need)) refuse({ code: 'travel-rules/unknown-need', word: need });
    if (nights.some((night) => night.city === city)) refuse({ code: 'travel-rules/repeated-city', city });
    nights.push({ city, need });
  }
  if (nights.length > MOST_NIGHTS) {
    refuse({ code: 'travel-rules/too-many-nights', nights: nights.length, most: MOST_NIGHTS });
  }
  const limit = words.slice(end + 1);
  const slack = limit.length === 1 ? readNumber(limit[0]) : null;
  if (slack === null || slack > MOST_NIGHTS) refuse({ code: 'travel-rules/not-a-limit', most: MOST_NIGHTS });
  return { text: writeTask(nights, slack), nights, budget: lowestCost(nights) + slack };
}

const LARGEST_BUDGET = MOST_NIGHTS * Math.max(...KINDS.map(({ price }) => price)) + MOST_NIGHTS;
/** Number of words of an answer per night: city, need and kind of place. */
const ANSWER_WORDS = 3;
/** Number of words of a seed, which is the first night: a city and a need. */
const SEED_WORDS = 2;

const drawNight = (city: string, random: RandomStream): Night => ({ city, need: random.choice(NEEDS) });

const plan = (task: TravelRulesTask, choose: (night: Night) => Kind): string =>
  task.nights.map((night) => `${writeNight(night)} ${choose(night).name}`).join(' ');

const solution = (task: TravelRulesTask): string => plan(task, ({ need }) => KINDS_FOR.get(need)![0]);

/** Returns the kind of place of each night, or null if the answer cannot be decoded. */
function plannedKinds(task: TravelRulesTask, answer: readonly string[]): Kind[] | null {
  if (answer.length !== ANSWER_WORDS * task.nights.length) return null;
  const kinds = task.nights.map(({ city, need }, night) => {
    const [saysCity, saysNeed, kind] = answer.slice(ANSWER_WORDS * night);
    return saysCity === city && saysNeed === need ? KIND_BY_NAME.get(kind) : undefined;
  });
  return kinds.includes(undefined) ? null : (kinds as Kind[]);
}

function score(task: TravelRulesTask, turns: readonly string[]): Score {
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

export const travelRules = generatedFamily<TravelRulesTask>({
  name: 'travel-rules',
  example: 'rome pets & oslo smoking max 1',
  levels: MOST_NIGHTS,
  words: [AND, MAX, ...CITIES, ...NEEDS, ...KINDS.map(({ name }) => name), ...numberWords(0, LARGEST_BUDGET)],
  maxTaskTokens: WORDS_PER_NIGHT * MOST_NIGHTS + 1,
  maxAnswerTokens: ANSWER_WORDS * MOST_NIGHTS + 1,
  oneAnswer: false,

  sampleSeed: (random) => writeNight(drawNight(random.choice(CITIES), random)),
  splitSeed: (text) => cutText(text, SEED_WORDS),
  read: parseTask,
  level: (task) => task.nights.length,
  goals: (task) => task.nights.map(writeNight),
  prompt: (task) => writeTask(task.nights, task.budget),
  // Several plans may pass, but never all plans, because at least four kinds of place refuse each need.
  solve: (task) => [solution(task)],
  score,
  sampleTask(level, random) {
    const nights = random.sample(CITIES, level).map((city) => drawNight(city, random));
    return writeTask(nights, random.integer(level + 1));
  },
  play: (task, random) => [plan(task, () => random.choice(KINDS))],
});
