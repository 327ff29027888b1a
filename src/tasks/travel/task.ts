/**
 * @file The task language of travel: for each day, from Monday on, the places to stay with their prices, then the budget
 * and perhaps a house rule.
 *
 *     mon 6 c 5 d loud tue 4 b 3 a max 1 no loud
 *
 * `loud` and `smoky` mark the place just before them. The environment writes after `max` how much more than the cheapest
 * plan may be spent: a sum it need not compute. The agent reads the budget itself.
 */
import { DAYS, numberWords, readNumber } from '../common-words.ts';
import type { Parsed } from '../family.ts';
import { notATask } from '../family-parts.ts';
import { wordsOf } from '../text.ts';

export const PLACES: readonly string[] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];
export const FLAWS: readonly string[] = ['loud', 'smoky'];
export const MAX = 'max';
export const NO = 'no';
export const LARGEST_PRICE = 6;
export const FEWEST_PLACES = 2;
export const MOST_PLACES = 5;
export const PRICES: readonly string[] = numberWords(1, LARGEST_PRICE);
export const SLACKS: readonly string[] = numberWords(0, LARGEST_PRICE);

export interface Stay {
  price: number;
  place: string;
  flaw: string | null;
}

export interface TravelTask {
  text: string;
  /** The stays on offer on each day, Monday first. */
  days: readonly (readonly Stay[])[];
  /** What may be spent beyond the cheapest plan. */
  slack: number;
  /** The flaw that no stay of the plan may have. */
  rule: string | null;
}

const writeStay = ({ price, place, flaw }: Stay): string =>
  [price, place, flaw].filter((part) => part !== null).join(' ');

const writeRule = (rule: string | null): string => (rule === null ? '' : ` ${NO} ${rule}`);

export const writeDays = (days: TravelTask['days']): string =>
  days.map((stays, day) => [DAYS[day], ...stays.map(writeStay)].join(' ')).join(' ');

/** The task with a number after `max`: the slack in the environment's text, the budget in the agent's prompt. */
export const writeTask = ({ days, rule }: Pick<TravelTask, 'days' | 'rule'>, limit: number): string =>
  `${writeDays(days)} ${MAX} ${limit}${writeRule(rule)}`;

/** The stays of one day, up to the next day or `max`; a string says what is wrong. */
function readStays(day: string, words: readonly string[]): Stay[] | string {
  const stays: Stay[] = [];
  for (let at = 0; at < words.length;) {
    const [price, place, flaw] = words.slice(at, at + 3);
    if (!PRICES.includes(price)) return `“${price}” on ${day} is not a price from 1 to ${LARGEST_PRICE}.`;
    if (!PLACES.includes(place)) return `The price ${price} on ${day} is not followed by a place.`;
    if (stays.some((stay) => stay.place === place)) return `The place ${place} stands twice on ${day}.`;
    const flawed = FLAWS.includes(flaw);
    stays.push({ price: Number(price), place, flaw: flawed ? flaw : null });
    at += flawed ? 3 : 2;
  }
  if (stays.length < FEWEST_PLACES) return `There are fewer than ${FEWEST_PLACES} places on ${day}.`;
  if (stays.length > MOST_PLACES) return `There are more than ${MOST_PLACES} places on ${day}.`;
  return stays;
}

export function parseTask(text: string): Parsed<TravelTask> {
  const words = wordsOf(text);
  const end = words.lastIndexOf(MAX);
  if (end < 0) return notATask(`The text has no budget (“${MAX}”).`);
  const days: Stay[][] = [];
  for (let at = 0; at < end;) {
    const day = DAYS[days.length];
    if (day === undefined) return notATask(`The trip is longer than ${DAYS.length} days.`);
    if (words[at] !== day) return notATask(`“${words[at]}” stands where ${day} should begin.`);
    let next = at + 1;
    while (next < end && !DAYS.includes(words[next])) next++;
    const stays = readStays(day, words.slice(at + 1, next));
    if (typeof stays === 'string') return notATask(stays);
    days.push(stays);
    at = next;
  }
  if (days.length === 0) return notATask('The trip has no day.');
  const [limit, ...ruleWords] = words.slice(end + 1);
  const slack = readNumber(limit);
  if (slack === null || slack > LARGEST_PRICE) {
    return notATask(`“${MAX}” is not followed by a number from 0 to ${LARGEST_PRICE}.`);
  }
  const hasRule = ruleWords.length > 0;
  if (hasRule && (ruleWords.length !== 2 || ruleWords[0] !== NO || !FLAWS.includes(ruleWords[1]))) {
    return notATask(`After the budget stands neither the end nor “${NO}” and a flaw.`);
  }
  const content = { days, slack, rule: hasRule ? ruleWords[1] : null };
  return { ok: true, task: { text: writeTask(content, slack), ...content } };
}
