/**
 * @file Computes the cost of a plan, and decides TravelPlanner's five hard constraints (arXiv 2402.01622, table 1) as
 * its evaluator `evaluation/hard_constraint.py` does. They are asked only of plans that are complete and within the
 * sandbox.
 */
import { type HardName, MEALS } from '../benchmark.ts';
import { roadCost } from './database.ts';
import { beforeParenthesis, isFilledText, nameAndCity, type PlanDay } from './plan.ts';
import {
  accommodationsFor,
  fail,
  type LocalConstraints,
  NOT_SET,
  PASS,
  readTransport,
  restaurantsFor,
  type Trip,
  type ConstraintResult,
} from './trip.ts';

/** A vehicle takes at most this many people. */
const SEATS = { 'self-driving': 5, taxi: 4 } as const;

function transportCost(trip: Trip, day: PlanDay, index: number): number {
  const { database, officialQuirks, query } = trip;
  const { mode, number, route } = readTransport(day, index);
  if (mode === null || route === null) return 0;
  const [from, to] = [beforeParenthesis(route.from), beforeParenthesis(route.to)];
  if (mode === 'flight') {
    const flight = database.flights.find(
      (row) =>
        row.number === number &&
        // Quirk: the first row of this number is charged, whatever it connects and when.
        (officialQuirks || (row.from === from && row.to === to && row.date === query.date[index])),
    );
    return (flight?.price ?? 0) * query.people_number;
  }
  return (roadCost(database, mode, from, to) ?? 0) * Math.ceil(query.people_number / SEATS[mode]);
}

/**
 * Sums dollars for the whole group: flight price × people; ⌊0.05·km⌋ × ⌈people/5⌉ self-driving; ⌊km⌋ × ⌈people/4⌉ by
 * taxi; average cost × people per meal; price × ⌈people/occupancy⌉ per night. What is not in the database costs
 * nothing.
 */
export function totalCost(trip: Trip): number {
  const { people_number: people } = trip.query;
  return trip.days.reduce((total, day, index) => {
    let cost = isFilledText(day.transportation) ? transportCost(trip, day, index) : 0;
    for (const meal of MEALS) {
      const entry = day[meal];
      const [restaurant] = isFilledText(entry) ? restaurantsFor(trip, entry) : [];
      cost += (restaurant?.averageCost ?? 0) * people;
    }
    const [room] = isFilledText(day.accommodation) ? accommodationsFor(trip, day.accommodation) : [];
    if (room !== undefined) cost += room.price * Math.ceil(people / room.maximumOccupancy);
    return total + cost;
  }, 0);
}

function withinBudget(trip: Trip): ConstraintResult {
  const cost = totalCost(trip);
  return cost <= trip.query.budget ? PASS : fail({ code: 'over-budget', cost, budget: trip.query.budget });
}

const roomsOf = (trip: Trip) =>
  trip.days.flatMap(({ accommodation }) =>
    isFilledText(accommodation) ? accommodationsFor(trip, accommodation).slice(0, 1) : [],
  );

/** A house's rules contain these words if they forbid what the query wants. */
const FORBIDS: Record<NonNullable<LocalConstraints['house rule']>, string> = {
  smoking: 'No smoking',
  parties: 'No parties',
  'children under 10': 'No children under 10',
  visitors: 'No visitors',
  pets: 'No pets',
};

function roomRule(trip: Trip): ConstraintResult {
  const rule = trip.query.local_constraint['house rule'];
  if (rule === null) return NOT_SET;
  const forbidden = FORBIDS[rule];
  const room = roomsOf(trip).find(({ houseRules }) => houseRules.includes(forbidden));
  return room === undefined ? PASS : fail({ code: 'house-rule-forbids', place: room.name, rule: forbidden });
}

const ROOM_MATCHES: Record<NonNullable<LocalConstraints['room type']>, (roomType: string) => boolean> = {
  'not shared room': (roomType) => roomType !== 'Shared room',
  'shared room': (roomType) => roomType === 'Shared room',
  'private room': (roomType) => roomType === 'Private room',
  'entire room': (roomType) => roomType === 'Entire home/apt',
};

function roomTypeAsked(trip: Trip): ConstraintResult {
  const asked = trip.query.local_constraint['room type'];
  if (asked === null) return NOT_SET;
  const room = roomsOf(trip).find(({ roomType }) => !ROOM_MATCHES[asked](roomType));
  return room === undefined ? PASS : fail({ code: 'other-room-type', place: room.name, type: room.roomType, asked });
}

function cuisines(trip: Trip): ConstraintResult {
  const { query, days, officialQuirks } = trip;
  const asked = query.local_constraint.cuisine;
  if (asked === null || asked.length === 0) return NOT_SET;
  const served = new Set<string>();
  for (const day of days) {
    for (const meal of MEALS) {
      const entry = day[meal];
      if (!isFilledText(entry)) continue;
      if (nameAndCity(entry).city === query.org) {
        // Quirk: the rest of the day's meals is skipped too.
        if (officialQuirks) break;
        continue;
      }
      const [restaurant] = restaurantsFor(trip, entry);
      for (const cuisine of asked) if (restaurant?.cuisines.includes(cuisine)) served.add(cuisine);
    }
  }
  const absent = asked.find((cuisine) => !served.has(cuisine));
  return absent === undefined ? PASS : fail({ code: 'cuisine-missing', cuisine: absent });
}

function transportAllowed({ query, days }: Trip): ConstraintResult {
  const asked = query.local_constraint.transportation;
  if (asked === null) return NOT_SET;
  const forbidden = { 'no flight': 'Flight', 'no self-driving': 'Self-driving' }[asked];
  const used = days.some(({ transportation }) => isFilledText(transportation) && transportation.includes(forbidden));
  return used ? fail({ code: 'transport-not-wanted', used: forbidden, asked }) : PASS;
}

export const HARD: Readonly<Record<HardName, (trip: Trip) => ConstraintResult>> = {
  cuisine: cuisines,
  room_rule: roomRule,
  transport: transportAllowed,
  room_type: roomTypeAsked,
  budget: withinBudget,
};

/** Counts the hard constraints of a query; the budget is always one. */
export const countHard = ({ local_constraint: local }: Trip['query']): number =>
  1 +
  [local['house rule'], local['room type'], local.transportation].filter((value) => value !== null).length +
  (local.cuisine === null || local.cuisine.length === 0 ? 0 : 1);
