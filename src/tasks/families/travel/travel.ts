/**
 * @file Travel, after TravelPlanner: an itinerary within a budget and under a house rule.
 *
 * The agent reads `6 mon-c loud 5 mon-d 4 tue-b 3 tue-a max 9 no loud` and answers one place for each day: `mon-c tue-a`.
 * As in TravelPlanner a plan is not compared with a solution: it passes if it is complete, takes each place on a day when
 * it is on offer, costs no more than the budget and breaks no rule. Play picks any place of the right day. The agent has
 * to discover that it must take the cheapest place that is allowed.
 */
import { RandomStream } from '../../../random/random-stream.ts';
import { DAYS, numberWords, LARGEST_NUMBER } from '../../common-words.ts';
import type { Family, Score } from '../../family.ts';
import { requireLevel, singleTurnEpisode } from '../../family-parts.ts';
import { heldOutTexts } from '../../held-out.ts';
import { cutText, wordsOf } from '../../text.ts';
import type { TravelReason } from './reasons.ts';
import {
  FLAWS,
  LARGEST_PRICE,
  LONGEST_STAY,
  MAX,
  MOST_PLACES,
  NO,
  parseTask,
  PLACES,
  placeWord,
  type Stay,
  type TravelTask,
  writeTask,
} from './task.ts';

/** One level for each day and one for a rule. */
const LEVELS = DAYS.length + 1;
const RULE_SHARE = 1 / 3;
/** How many places the generator offers on a day, and how much more than the cheapest plan a plan may cost. */
const PLACES_OFFERED = [2, 3, 3];
const SLACKS_OFFERED = [0, 0, 0, 1];
const FLAWED_DAYS = 3 / 4;

const allowed = (task: TravelTask, stays: readonly Stay[]): Stay[] =>
  stays.filter(({ flaw }) => flaw === null || flaw !== task.rule);

const cheapest = (stays: readonly Stay[]): Stay =>
  stays.reduce((best, stay) => (stay.price < best.price ? stay : best));

/** The cost of the cheapest plan plus the slack. The task must be solvable. */
const budget = (task: TravelTask): number =>
  task.days.reduce((sum, stays) => sum + cheapest(allowed(task, stays)).price, task.slack);

/** The first day on which the rule allows no place; −1 if there is none. */
const blockedDay = (task: TravelTask): number => task.days.findIndex((stays) => allowed(task, stays).length === 0);

/** Why no plan passes; null if one does. */
function taskProblem(task: TravelTask): TravelReason | null {
  const blocked = blockedDay(task);
  return blocked < 0 ? null : { code: 'travel/blocked-day', day: DAYS[blocked], flaw: task.rule! };
}

const ruleMatters = (task: TravelTask): boolean =>
  task.days.some((stays) => allowed(task, stays).length < stays.length);

/** Whether every plan of places on offer passes. */
function everyPlanPasses(task: TravelTask): boolean {
  if (blockedDay(task) >= 0 || ruleMatters(task)) return false;
  const dearest = task.days.reduce((sum, stays) => sum + Math.max(...stays.map(({ price }) => price)), 0);
  return dearest <= budget(task);
}

const plan = (task: TravelTask, choose: (stays: readonly Stay[]) => Stay): string =>
  task.days.map((stays, day) => placeWord(day, choose(stays).place)).join(' ');

function score(task: TravelTask, turns: readonly string[]): Score<TravelReason> {
  const answer = wordsOf(turns[0] ?? '');
  const failure = (wellFormed: boolean, reason: TravelReason): Score<TravelReason> => ({
    reward: 0,
    success: false,
    wellFormed,
    reason,
  });
  if (answer.length !== task.days.length) return failure(false, { code: 'travel/incomplete-plan' });
  const stays = task.days.map((offered, day) => offered.find(({ place }) => placeWord(day, place) === answer[day]));
  const outside = stays.findIndex((stay) => stay === undefined);
  if (outside >= 0) {
    return failure(false, { code: 'travel/not-on-offer', place: answer[outside], day: DAYS[outside] });
  }
  const problem = taskProblem(task);
  if (problem !== null) return failure(true, problem);
  const chosen = stays as Stay[];
  const broken = chosen.findIndex(({ flaw }) => flaw !== null && flaw === task.rule);
  if (broken >= 0) {
    const { place } = chosen[broken];
    return failure(true, { code: 'travel/broken-rule', place, day: DAYS[broken], flaw: task.rule! });
  }
  const cost = chosen.reduce((sum, { price }) => sum + price, 0);
  const limit = budget(task);
  if (cost > limit) return failure(true, { code: 'travel/over-budget', cost, budget: limit });
  return { reward: 1, success: true, wellFormed: true, reason: { code: 'travel/solved', cost, budget: limit } };
}

function drawStays(rule: string | null, random: RandomStream): Stay[] {
  const places = random.sample(PLACES, random.choice(PLACES_OFFERED));
  const flawed = rule !== null && random.next() < FLAWED_DAYS ? random.integer(places.length) : -1;
  return places.map((place, i) => ({
    price: 1 + random.integer(LARGEST_PRICE),
    place,
    flaw: i === flawed ? random.choice([rule!, rule!, ...FLAWS]) : null,
  }));
}

function drawTask(level: number, random: RandomStream): string {
  const rule = level > 1 && random.next() < RULE_SHARE ? random.choice(FLAWS) : null;
  const days = Array.from({ length: rule === null ? level : level - 1 }, () => drawStays(rule, random));
  return writeTask({ days, rule }, random.choice(SLACKS_OFFERED));
}

function sampleTask(level: number, random: RandomStream): string {
  requireLevel('travel', level, LEVELS);
  for (;;) {
    const text = drawTask(level, random);
    const parsed = parseTask(text);
    if (parsed.ok && travel.level(parsed.task) === level && travel.audit(parsed.task) === 'valid') return text;
  }
}

/** The seed is the first day. */
function splitSeed(text: string): { seed: string; rest: string } {
  const firstDay = PLACES.map((place) => placeWord(0, place));
  return cutText(text, wordsOf(text).findLastIndex((word) => firstDay.includes(word)) + 1);
}

export const travel: Family<TravelTask, TravelReason> = {
  name: 'travel',
  title: 'Travel',
  levels: LEVELS,
  words: [
    ...DAYS.flatMap((_, day) => PLACES.map((place) => placeWord(day, place))),
    ...FLAWS,
    MAX,
    NO,
    ...numberWords(0, LARGEST_NUMBER),
  ],
  maxTaskTokens: (DAYS.length - 1) * LONGEST_STAY * MOST_PLACES + 5,
  maxAnswerTokens: DAYS.length + 1,
  maxTurns: 1,
  reward: 'exact',

  sampleSeed: (random) => travel.splitSeed(sampleTask(1 + random.integer(LEVELS), random)).seed,
  splitSeed,
  parse: parseTask,
  level: (task) => task.days.length + (ruleMatters(task) ? 1 : 0),
  // If the rule allows no place on some day, there is no cheapest plan from which the budget could be computed.
  prompt: (task) => writeTask(task, blockedDay(task) < 0 ? budget(task) : task.slack),
  oracle(task) {
    const problem = taskProblem(task);
    if (problem !== null) return { solvable: false, reason: problem };
    const answer = plan(task, (stays) => cheapest(allowed(task, stays)));
    return { solvable: true, answers: [answer], length: wordsOf(answer).length };
  },
  // Several plans may pass. The task is trivial only if all of them do.
  audit: (task) => (everyPlanPasses(task) ? 'trivial' : 'valid'),
  start: singleTurnEpisode,
  score,
  sampleTask,
  play: (task, random) => [plan(task, (stays) => random.choice(stays))],
  heldOut: (split, level, count) => heldOutTexts(travel, split, level, count),
};
