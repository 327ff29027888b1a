/**
 * @file The task language of travel: the stays on offer, day after day from Monday on, then how much more than the
 * cheapest plan may be spent, and perhaps a house rule.
 *
 *     6 mon-c loud 5 mon-d 4 tue-b 3 tue-a max 1 no loud
 *
 * Day and place are one word, so that the words alone say what is on offer on a day; models learn play early this way.
 * The price and the flaw (`loud` or `smoky`) of a stay come before it, so that a causal model has already read them. After
 * `max` the environment writes no total, because it need not compute it; the agent reads the total, its budget.
 */
import { DAYS, numberWords, readNumber } from '../../common-words.ts';
import type { ParsedTask } from '../../family.ts';
import { notATask } from '../../family-parts.ts';
import { wordsOf } from '../../text.ts';
import type { TravelReason } from './reasons.ts';

export const PLACES: readonly string[] = ['a', 'b', 'c', 'd', 'e', 'f'];
export const FLAWS: readonly string[] = ['loud', 'smoky'];
export const MAX = 'max';
export const NO = 'no';
export const LARGEST_PRICE = 6;
export const FEWEST_PLACES = 2;
export const MOST_PLACES = 5;
export const PRICES: readonly string[] = numberWords(1, LARGEST_PRICE);

export interface Stay {
  price: number;
  place: string;
  flaw: string | null;
}

/** Flaw, price, and day with place. */
export const LONGEST_STAY = 3;

/** The word of a place on a day, 0 for Monday. */
export const placeWord = (day: number, place: string): string => `${DAYS[day]}-${place}`;

interface PlaceOnDay {
  day: number;
  place: string;
}

const PLACE_WORDS: ReadonlyMap<string, PlaceOnDay> = new Map(
  DAYS.flatMap((_, day) => PLACES.map((place) => [placeWord(day, place), { day, place }])),
);

export interface TravelTask {
  text: string;
  /** The stays on offer on each day, Monday first. */
  days: readonly (readonly Stay[])[];
  /** How much more than the cheapest plan may be spent. */
  slack: number;
  /** The flaw that no stay of the plan may have. */
  rule: string | null;
}

const writeStay = (day: number, { flaw, price, place }: Stay): string =>
  [flaw, price, placeWord(day, place)].filter((part) => part !== null).join(' ');

const writeRule = (rule: string | null): string => (rule === null ? '' : ` ${NO} ${rule}`);

const writeDays = (days: TravelTask['days']): string =>
  days.flatMap((stays, day) => stays.map((stay) => writeStay(day, stay))).join(' ');

/** The task with a number after `max`: the slack in the environment's text, the budget in the agent's prompt. */
export const writeTask = ({ days, rule }: Pick<TravelTask, 'days' | 'rule'>, limit: number): string =>
  `${writeDays(days)} ${MAX} ${limit}${writeRule(rule)}`;

type ReadDays = { problem: TravelReason } | { problem: null; days: Stay[][] };

/** The stays of each day, or what is wrong with their words. */
function readDays(words: readonly string[]): ReadDays {
  const days: Stay[][] = [];
  for (let at = 0; at < words.length;) {
    const flaw = FLAWS.includes(words[at]) ? words[at++] : null;
    const [price, word] = words.slice(at);
    if (!PRICES.includes(price)) {
      return { problem: { code: 'travel/not-a-price', word: price ?? MAX, most: LARGEST_PRICE } };
    }
    const stay = PLACE_WORDS.get(word);
    if (stay === undefined) return { problem: { code: 'travel/price-without-place', price } };
    if (stay.day === days.length) days.push([]);
    else if (stay.day !== days.length - 1) {
      return { problem: { code: 'travel/day-out-of-order', place: word, first: DAYS[0] } };
    }
    days.at(-1)!.push({ price: Number(price), place: stay.place, flaw });
    at += 2;
  }
  return { problem: null, days };
}

/** What is wrong with the number of stays on a day, or with their places; null if nothing is. */
function dayProblem(stays: readonly Stay[], day: string): TravelReason | null {
  if (stays.length < FEWEST_PLACES) return { code: 'travel/too-few-places', day, fewest: FEWEST_PLACES };
  if (stays.length > MOST_PLACES) return { code: 'travel/too-many-places', day, most: MOST_PLACES };
  const repeated = stays.find(({ place }, i) => stays.slice(0, i).some((stay) => stay.place === place));
  return repeated === undefined ? null : { code: 'travel/repeated-place', day, place: repeated.place };
}

export function parseTask(text: string): ParsedTask<TravelTask, TravelReason> {
  const words = wordsOf(text);
  const end = words.lastIndexOf(MAX);
  if (end < 0) return notATask({ code: 'travel/no-budget' });
  const read = readDays(words.slice(0, end));
  if (read.problem !== null) return notATask(read.problem);
  const { days } = read;
  if (days.length === 0) return notATask({ code: 'travel/no-day' });
  const problem = days.map((stays, day) => dayProblem(stays, DAYS[day])).find((found) => found !== null);
  if (problem !== undefined) return notATask(problem);
  const [limit, ...ruleWords] = words.slice(end + 1);
  const slack = readNumber(limit);
  if (slack === null || slack > LARGEST_PRICE) {
    return notATask({ code: 'travel/not-a-limit', most: LARGEST_PRICE });
  }
  const hasRule = ruleWords.length > 0;
  if (hasRule && (ruleWords.length !== 2 || ruleWords[0] !== NO || !FLAWS.includes(ruleWords[1]))) {
    return notATask({ code: 'travel/malformed-rule' });
  }
  const content = { days, slack, rule: hasRule ? ruleWords[1] : null };
  return { ok: true, task: { text: writeTask(content, slack), ...content } };
}
