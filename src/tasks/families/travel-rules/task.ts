/**
 * @file The task language of travel by house rules: the nights of a trip, each with a city and a guest's need, then how
 * much more than the cheapest plan may be spent.
 *
 *     rome pets & oslo smoking max 1
 *
 * The environment writes no total after `max`, because it need not compute it. The agent reads the total, its budget.
 * The skill to discover is which kinds of place allow a need, and what a night there costs: no task text says either.
 */
import { AND, readNumber, splitWords, wordsOf } from '../../text.ts';
import { notATask } from '../../family-parts.ts';
import type { ParsedTask } from '../../family.ts';

/** A kind of place to stay, with its price for a night. */
export interface Kind {
  name: string;
  price: number;
  /** The needs that its house rules allow. */
  allows: readonly string[];
}

/** Each need but `parties` is allowed by two kinds, and the cheaper one is another kind for each need. */
export const KINDS: readonly Kind[] = [
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

export const KIND_BY_NAME: ReadonlyMap<string, Kind> = new Map(KINDS.map((kind) => [kind.name, kind]));

export const CITIES: readonly string[] = [
  'rome',
  'oslo',
  'lima',
  'cairo',
  'paris',
  'delhi',
  'tokyo',
  'kyiv',
  'perth',
  'quito',
  'accra',
  'dakar',
];

export type TravelRulesReason =
  | { code: 'travel-rules/no-budget' }
  /** A part between two `&` is not one city and one need; nights count from 1. */
  | { code: 'travel-rules/malformed-night'; night: number }
  | { code: 'travel-rules/unknown-city'; word: string }
  | { code: 'travel-rules/unknown-need'; word: string }
  | { code: 'travel-rules/repeated-city'; city: string }
  | { code: 'travel-rules/too-many-nights'; nights: number; most: number }
  | { code: 'travel-rules/not-a-limit'; most: number }
  | { code: 'travel-rules/malformed-plan' }
  /** The first night in a kind of place whose house rules forbid the need. */
  | { code: 'travel-rules/broken-rule'; city: string; kind: string; need: string }
  | { code: 'travel-rules/over-budget'; cost: number; budget: number }
  | { code: 'travel-rules/solved'; cost: number; budget: number };

export const MAX = 'max';
export const MOST_NIGHTS = 8;
/** City, need, and `&` or `max`. */
export const WORDS_PER_NIGHT = 3;

export interface Night {
  city: string;
  need: string;
}

export interface TravelRulesTask {
  text: string;
  nights: readonly Night[];
  /** Cost of the cheapest plan that keeps the house rules, plus the slack that the environment allows. */
  budget: number;
}

export const writeNight = ({ city, need }: Night): string => `${city} ${need}`;

/** Writes the task with a number after `max`: the slack in the environment's text, the budget in the agent's prompt. */
export const writeTask = (nights: readonly Night[], limit: number): string =>
  `${nights.map(writeNight).join(` ${AND} `)} ${MAX} ${limit}`;

const lowestCost = (nights: readonly Night[]): number =>
  nights.reduce((sum, { need }) => sum + KINDS_FOR.get(need)![0].price, 0);

export function parseTask(text: string): ParsedTask<TravelRulesTask, TravelRulesReason> {
  const words = wordsOf(text);
  const end = words.indexOf(MAX);
  if (end < 0) return notATask({ code: 'travel-rules/no-budget' });
  const nights: Night[] = [];
  for (const segment of splitWords(words.slice(0, end), AND)) {
    const [city, need] = segment;
    if (segment.length !== 2) return notATask({ code: 'travel-rules/malformed-night', night: nights.length + 1 });
    if (!CITIES.includes(city)) return notATask({ code: 'travel-rules/unknown-city', word: city });
    if (!NEEDS.includes(need)) return notATask({ code: 'travel-rules/unknown-need', word: need });
    if (nights.some((night) => night.city === city)) return notATask({ code: 'travel-rules/repeated-city', city });
    nights.push({ city, need });
  }
  if (nights.length > MOST_NIGHTS) {
    return notATask({ code: 'travel-rules/too-many-nights', nights: nights.length, most: MOST_NIGHTS });
  }
  const limit = words.slice(end + 1);
  const slack = limit.length === 1 ? readNumber(limit[0]) : null;
  if (slack === null || slack > MOST_NIGHTS) return notATask({ code: 'travel-rules/not-a-limit', most: MOST_NIGHTS });
  return { ok: true, task: { text: writeTask(nights, slack), nights, budget: lowestCost(nights) + slack } };
}
