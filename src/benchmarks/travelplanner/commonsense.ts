/**
 * @file TravelPlanner's eight commonsense constraints (Xie et al. 2024, arXiv 2402.01622, table 1), as its evaluator
 * `evaluation/commonsense_constraint.py` decides them.
 */
import { roadCost } from './database.ts';
import { DAY_FIELDS, isFilled, MEALS, type PlanDay } from './plan.ts';
import {
  accommodationsFor,
  attractionsOf,
  citiesOfDay,
  fail,
  isKnownAttraction,
  PASS,
  readTransport,
  required,
  restaurantsFor,
  UnreadablePlan,
  type Trip,
  type Verdict,
} from './trip.ts';
import { beforeParenthesis } from './wording.ts';

/** Every city named, in order; both ends of a day of travel. */
function citySequence({ days }: Trip): string[] {
  return days.flatMap((day, index) => {
    const { names } = citiesOfDay(required(day, 'current_city', index), index);
    return names.filter((name) => name !== undefined).map(beforeParenthesis);
  });
}

/** Whether the first day leaves from elsewhere than the query says. */
function leavesElsewhere({ query, days }: Trip): boolean {
  const { travel, names } = citiesOfDay(required(days[0], 'current_city', 0), 0);
  return travel && beforeParenthesis(names[0]) !== query.org;
}

/** No city is returned to, but for the last one, and none between the ends is only passed through. */
function isValidSequence(cities: readonly string[]): boolean {
  if (cities.length < 3) return false;
  const visited = new Set<string>();
  let start = 0;
  while (start < cities.length) {
    let end = start;
    while (end < cities.length && cities[end] === cities[start]) end += 1;
    if (visited.has(cities[start]) && start !== cities.length - 1) return false;
    if (end - start === 1 && start > 0 && start < cities.length - 1) return false;
    visited.add(cities[start]);
    start = end;
  }
  return true;
}

function reasonableRoute(trip: Trip): Verdict {
  const { query, database } = trip;
  if (leavesElsewhere(trip)) return fail(`The first day does not leave from ${query.org}.`);
  const cities = citySequence(trip);
  const last = cities.length - 1;
  if (cities[0] !== cities[last]) return fail('The trip does not end where it began.');
  if (!isValidSequence(cities)) return fail('The cities are not visited one after another.');
  for (const [index, city] of cities.entries()) {
    const state = database.states.get(city);
    if (state === undefined) return fail(`${city} is not a known city.`);
    const between = index !== 0 && index !== last;
    if (between && query.days > 3 && state !== query.dest) return fail(`${city} is not in ${query.dest}.`);
  }
  return PASS;
}

/** The first entry that occurs twice. */
function firstRepeated(entries: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return entries.find((entry) => seen.size === seen.add(entry).size);
}

function diverseRestaurants({ days }: Trip): Verdict {
  const meals = days.flatMap((day) => MEALS.map((meal) => day[meal]).filter(isFilled));
  const repeated = firstRepeated(meals);
  return repeated === undefined ? PASS : fail(`"${repeated}" is visited twice.`);
}

function diverseAttractions({ days, officialQuirks }: Trip): Verdict {
  const attractions = days.flatMap(({ attraction }) =>
    isFilled(attraction) ? attractionsOf(attraction, officialQuirks) : [],
  );
  const repeated = firstRepeated(attractions);
  return repeated === undefined ? PASS : fail(`"${repeated}" is visited twice.`);
}

/** A day's transportation, which may be null but must be there. */
function transportationEntry({ transportation }: PlanDay, index: number): string | null {
  if (transportation === undefined) throw new UnreadablePlan(`Day ${index + 1} has no transportation entry.`);
  return transportation;
}

/** How the mode is recognised for conflicts: by the first of these words. */
function conflictMode(text: string) {
  const lower = text.toLowerCase();
  return ['taxi', 'self-driving', 'flight'].find((mode) => lower.includes(mode));
}

function nonConflictingTransport({ days }: Trip): Verdict {
  if (!isFilled(transportationEntry(days[0], 0))) return fail('The first day has no transportation.');
  const modes = new Set(
    days.map(({ transportation }) => (isFilled(transportation) ? conflictMode(transportation) : '')),
  );
  const conflicting = modes.has('self-driving') && (modes.has('flight') || modes.has('taxi'));
  return conflicting ? fail('Self-driving is mixed with flights or taxis.') : PASS;
}

function withinCurrentCity({ days, officialQuirks }: Trip): Verdict {
  for (const [index, day] of days.entries()) {
    const current = required(day, 'current_city', index);
    const { travel, names } = citiesOfDay(current, index);
    const cities = names.filter((name) => name !== undefined).map(beforeParenthesis);
    // Quirk: where there is one city, its characters take the place of cities.
    const parts = officialQuirks && !travel ? [...cities[0]] : cities;
    const where = `Day ${index + 1}: the`;
    if (isFilled(day.transportation)) {
      const { transportation } = day;
      const relevant = officialQuirks || travel ? parts : [];
      if (!relevant.every((part) => transportation.includes(part))) {
        return fail(`${where} transportation does not name the day's cities.`);
      }
    }
    const isHere = (entry: string) => parts.some((part) => entry.includes(part));
    for (const meal of MEALS) {
      const entry = day[meal];
      if (isFilled(entry) && !isHere(entry)) return fail(`${where} ${meal} is in another city.`);
    }
    const attractions = isFilled(day.attraction) ? attractionsOf(day.attraction, officialQuirks) : [];
    if (!attractions.every(isHere)) return fail(`${where} attraction is in another city.`);
    if (isFilled(day.accommodation)) {
      const last = parts.at(-1);
      if (last === undefined) throw new UnreadablePlan(`Day ${index + 1} names no city.`);
      if (!day.accommodation.includes(last)) return fail(`${where} accommodation is in another city.`);
    }
  }
  return PASS;
}

function transportInSandbox(trip: Trip, day: PlanDay, index: number): Verdict {
  const { database, officialQuirks, query } = trip;
  const { mode, number, route } = readTransport(day, index);
  if (mode === 'flight') {
    if (route === null) throw new UnreadablePlan(`The flight of day ${index + 1} names no cities.`);
    const [from, to] = [beforeParenthesis(route.from), beforeParenthesis(route.to)];
    const flies = database.flights.some(
      (row) =>
        row.number === number &&
        row.from === from &&
        row.to === to &&
        // Quirk: a flight of any date will do.
        (officialQuirks || row.date === query.date[index]),
    );
    return flies ? PASS : fail(`There is no flight ${number} from ${from} to ${to}.`);
  }
  if (mode === null) return PASS;
  const [from, to] = route === null ? ['-', '-'] : [beforeParenthesis(route.from), beforeParenthesis(route.to)];
  return roadCost(database, mode, from, to) === null
    ? fail(`There is no road for ${mode} from ${from} to ${to}.`)
    : PASS;
}

function withinSandbox(trip: Trip): Verdict {
  for (const [index, day] of trip.days.entries()) {
    if (isFilled(transportationEntry(day, index))) {
      const verdict = transportInSandbox(trip, day, index);
      if (verdict.pass === false) return verdict;
    }
    for (const meal of MEALS) {
      const entry = day[meal];
      if (isFilled(entry) && restaurantsFor(trip, entry).length === 0)
        return fail(`"${entry}" is no known restaurant.`);
    }
    const attractions = isFilled(day.attraction) ? attractionsOf(day.attraction, trip.officialQuirks) : [];
    const unknown = attractions.find((entry) => !isKnownAttraction(trip, entry));
    if (unknown !== undefined) return fail(`"${unknown}" is no known attraction.`);
    if (isFilled(day.accommodation) && accommodationsFor(trip, day.accommodation).length === 0) {
      return fail(`"${day.accommodation}" is no known accommodation.`);
    }
  }
  return PASS;
}

function minimumNights(trip: Trip): Verdict {
  const { days, officialQuirks } = trip;
  for (let start = 0; start < days.length;) {
    const { accommodation } = days[start];
    if (accommodation === undefined) return fail(`Day ${start + 1} has no accommodation entry.`);
    if (accommodation === null) throw new UnreadablePlan(`Day ${start + 1} has no accommodation.`);
    let end = start;
    while (end < days.length && days[end].accommodation === accommodation) end += 1;
    if (isFilled(accommodation)) {
      const rows = accommodationsFor(trip, accommodation);
      // Quirk: where several rows have the name, none is looked at.
      const [row] = officialQuirks && rows.length !== 1 ? [] : rows;
      if (row !== undefined && end - start < row.minimumNights) {
        return fail(`"${accommodation}" takes guests for ${row.minimumNights} nights at least.`);
      }
    }
    start = end;
  }
  return PASS;
}

/** What a plan of fewer days writes into the days it does not need. */
const NO_MORE_DAYS = "You don't need to fill in the information for this or later days.";

const isMissing = (value: string | null | undefined) => value === '' || value === '-';

function complete(trip: Trip): Verdict {
  const { query, days } = trip;
  const filledDays = days.filter((day, index) => {
    const empty = day.others === 0 && DAY_FIELDS.every((field) => day[field] === undefined);
    return !empty && required(day, 'current_city', index) !== NO_MORE_DAYS;
  });
  if (filledDays.length !== query.days) return fail(`${filledDays.length} of ${query.days} days are planned.`);
  const visited = new Set(citySequence(trip));
  visited.delete(query.org);
  if (leavesElsewhere(trip) || visited.size !== query.visiting_city_number) {
    return fail(`The plan does not visit ${query.visiting_city_number} cities from ${query.org}.`);
  }
  let information = 0;
  for (const [index, day] of days.entries()) {
    const absent = DAY_FIELDS.find((field) => day[field] === undefined);
    if (absent !== undefined) return fail(`Day ${index + 1} has no ${absent} entry.`);
    const current = required(day, 'current_city', index);
    const leaves = current.includes('from ');
    if ((leaves || current.includes('to ')) && isMissing(day.transportation)) {
      return fail(`Day ${index + 1} travels without transportation.`);
    }
    if (!leaves && !current.includes(' to ') && isMissing(day.attraction)) {
      return fail(`Day ${index + 1} has no attraction.`);
    }
    if (index !== query.days - 1 && isMissing(day.accommodation)) return fail(`Day ${index + 1} has no accommodation.`);
    if (!leaves && MEALS.some((meal) => isMissing(day[meal]))) return fail(`Day ${index + 1} lacks a meal.`);
    information += day.others + DAY_FIELDS.filter((field) => isFilled(day[field])).length;
  }
  return information / (6 * query.days) < 0.5 ? fail('More than half of the information is absent.') : PASS;
}

/** In the order in which the evaluator decides them. */
export const COMMONSENSE = {
  reasonable_route: reasonableRoute,
  diverse_restaurants: diverseRestaurants,
  diverse_attractions: diverseAttractions,
  minimum_nights: minimumNights,
  non_conflicting_transport: nonConflictingTransport,
  within_current_city: withinCurrentCity,
  within_sandbox: withinSandbox,
  complete,
} as const satisfies Record<string, (trip: Trip) => Verdict>;
export type CommonsenseName = keyof typeof COMMONSENSE;
