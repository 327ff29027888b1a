/** @file Decides TravelPlanner's eight commonsense constraints as `evaluation/commonsense_constraint.py` does. */
import { type CommonsenseName, DAY_FIELDS, type DayField, MEALS } from '../benchmark.ts';
import { roadCost } from './database.ts';
import { beforeParenthesis, type FieldValue, isFilled, NonText, type PlanDay } from './plan.ts';
import {
  accommodationsFor,
  attractionsOf,
  citiesOfDay,
  contains,
  fail,
  isKnownAttraction,
  PASS,
  readTransport,
  required,
  restaurantsFor,
  textOf,
  UnreadablePlanSignal,
  type Trip,
  type ConstraintResult,
} from './trip.ts';

/** Lists the cities in the order visited. A day of travel adds its start and its destination. */
function citySequence({ days }: Trip): string[] {
  return days.flatMap((day, index) => {
    const { names } = citiesOfDay(required(day, 'current_city', index), index);
    return names.filter((name) => name !== undefined).map(beforeParenthesis);
  });
}

function leavesElsewhere({ query, days }: Trip): boolean {
  const { travel, names } = citiesOfDay(required(days[0], 'current_city', 0), 0);
  return travel && beforeParenthesis(names[0]) !== query.org;
}

/** Returns true if no city but the last is visited again, and no city between the ends is named only once. */
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

function reasonableRoute(trip: Trip): ConstraintResult {
  const { query, database } = trip;
  if (leavesElsewhere(trip)) return fail({ code: 'leaves-from-elsewhere', city: query.org });
  const cities = citySequence(trip);
  const last = cities.length - 1;
  if (cities[0] !== cities[last]) return fail({ code: 'does-not-return' });
  if (!isValidSequence(cities)) return fail({ code: 'cities-not-in-sequence' });
  for (const [index, city] of cities.entries()) {
    const state = database.states.get(city);
    if (state === undefined) return fail({ code: 'unknown-city', city });
    const between = index !== 0 && index !== last;
    if (between && query.days > 3 && state !== query.dest) {
      return fail({ code: 'city-outside-destination', city, destination: query.dest });
    }
  }
  return PASS;
}

/** Returns the first entry that occurs twice. */
function firstRepeated(entries: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return entries.find((entry) => seen.size === seen.add(entry).size);
}

function diverseRestaurants({ days }: Trip): ConstraintResult {
  const written = (value: string | NonText) => (typeof value === 'string' ? value : value.text);
  const meals = days.flatMap((day) =>
    MEALS.map((meal) => day[meal])
      .filter(isFilled)
      .map(written),
  );
  const repeated = firstRepeated(meals);
  return repeated === undefined ? PASS : fail({ code: 'visited-twice', place: repeated });
}

const attractionsOfDay = ({ attraction }: PlanDay, index: number, officialQuirks: boolean): string[] =>
  isFilled(attraction) ? attractionsOf(textOf(attraction, 'attraction', index), officialQuirks) : [];

function diverseAttractions({ days, officialQuirks }: Trip): ConstraintResult {
  const attractions = days.flatMap((day, index) => attractionsOfDay(day, index, officialQuirks));
  const repeated = firstRepeated(attractions);
  return repeated === undefined ? PASS : fail({ code: 'visited-twice', place: repeated });
}

/** Returns a day's transportation, which may be null but must be there. */
function transportationEntry({ transportation }: PlanDay, index: number): Exclude<FieldValue, undefined> {
  if (transportation === undefined) {
    throw new UnreadablePlanSignal({ code: 'day-lacks-entry', day: index + 1, field: 'transportation' });
  }
  return transportation;
}

/** Recognises the mode for conflicts by the first of these words. */
function conflictMode(text: string) {
  const lower = text.toLowerCase();
  return ['taxi', 'self-driving', 'flight'].find((mode) => lower.includes(mode));
}

function nonConflictingTransport({ days }: Trip): ConstraintResult {
  if (!isFilled(transportationEntry(days[0], 0))) return fail({ code: 'no-transportation-on-first-day' });
  const modes = new Set(
    days.map(({ transportation }, index) =>
      isFilled(transportation) ? conflictMode(textOf(transportation, 'transportation', index)) : '',
    ),
  );
  const conflicting = modes.has('self-driving') && (modes.has('flight') || modes.has('taxi'));
  return conflicting ? fail({ code: 'self-driving-mixed' }) : PASS;
}

function withinCurrentCity({ days, officialQuirks }: Trip): ConstraintResult {
  for (const [index, day] of days.entries()) {
    const current = required(day, 'current_city', index);
    const { travel, names } = citiesOfDay(current, index);
    const cities = names.filter((name) => name !== undefined).map(beforeParenthesis);
    // Quirk: one city's characters are treated as cities.
    const parts = officialQuirks && !travel ? [...cities[0]] : cities;
    const inOtherCity = (field: DayField) => fail({ code: 'place-in-other-city', day: index + 1, field });
    if (isFilled(day.transportation)) {
      const { transportation } = day;
      const relevant = officialQuirks || travel ? parts : [];
      if (!relevant.every((part) => contains(transportation, part, 'transportation', index))) {
        return fail({ code: 'transportation-names-other-cities', day: index + 1 });
      }
    }
    const isHere = (entry: string | NonText, field: DayField) =>
      parts.some((part) => contains(entry, part, field, index));
    for (const meal of MEALS) {
      const entry = day[meal];
      if (isFilled(entry) && !isHere(entry, meal)) return inOtherCity(meal);
    }
    const attractions = attractionsOfDay(day, index, officialQuirks);
    if (!attractions.every((entry) => isHere(entry, 'attraction'))) return inOtherCity('attraction');
    if (isFilled(day.accommodation)) {
      const last = parts.at(-1);
      if (last === undefined) throw new UnreadablePlanSignal({ code: 'day-names-no-city', day: index + 1 });
      if (!contains(day.accommodation, last, 'accommodation', index)) return inOtherCity('accommodation');
    }
  }
  return PASS;
}

function transportInSandbox(trip: Trip, day: PlanDay, index: number): ConstraintResult {
  const { database, officialQuirks, query } = trip;
  const { mode, number, route } = readTransport(day, index);
  if (mode === 'flight') {
    if (route === null) throw new UnreadablePlanSignal({ code: 'flight-names-no-cities', day: index + 1 });
    const [from, to] = [beforeParenthesis(route.from), beforeParenthesis(route.to)];
    const flies = database.flights.some(
      (row) =>
        row.number === number &&
        row.from === from &&
        row.to === to &&
        // Quirk: a flight of any date will do.
        (officialQuirks || row.date === query.date[index]),
    );
    return flies ? PASS : fail({ code: 'unknown-flight', number, from, to });
  }
  if (mode === null) return PASS;
  const [from, to] = route === null ? ['-', '-'] : [beforeParenthesis(route.from), beforeParenthesis(route.to)];
  return roadCost(database, mode, from, to) === null ? fail({ code: 'no-road', mode, from, to }) : PASS;
}

function withinSandbox(trip: Trip): ConstraintResult {
  for (const [index, day] of trip.days.entries()) {
    if (isFilled(transportationEntry(day, index))) {
      const verdict = transportInSandbox(trip, day, index);
      if (verdict.pass === false) return verdict;
    }
    for (const meal of MEALS) {
      const entry = day[meal];
      if (!isFilled(entry)) continue;
      const place = textOf(entry, meal, index);
      if (restaurantsFor(trip, place).length === 0) {
        return fail({ code: 'unknown-place', kind: 'restaurant', place });
      }
    }
    const attractions = attractionsOfDay(day, index, trip.officialQuirks);
    const unknown = attractions.find((entry) => !isKnownAttraction(trip, entry));
    if (unknown !== undefined) return fail({ code: 'unknown-place', kind: 'attraction', place: unknown });
    if (isFilled(day.accommodation)) {
      const place = textOf(day.accommodation, 'accommodation', index);
      if (accommodationsFor(trip, place).length === 0) {
        return fail({ code: 'unknown-place', kind: 'accommodation', place });
      }
    }
  }
  return PASS;
}

function minimumNights(trip: Trip): ConstraintResult {
  const { days, officialQuirks } = trip;
  for (let start = 0; start < days.length;) {
    const { accommodation } = days[start];
    const day = start + 1;
    if (accommodation === undefined) return fail({ code: 'day-lacks-entry', day, field: 'accommodation' });
    if (accommodation === null) {
      throw new UnreadablePlanSignal({ code: 'day-lacks-field', day, field: 'accommodation' });
    }
    let end = start;
    while (end < days.length && days[end].accommodation === accommodation) end += 1;
    if (isFilled(accommodation)) {
      const place = textOf(accommodation, 'accommodation', start);
      const rows = accommodationsFor(trip, place);
      // Quirk: if several rows have the name, none is looked at.
      const [row] = officialQuirks && rows.length !== 1 ? [] : rows;
      if (row !== undefined && end - start < row.minimumNights) {
        return fail({ code: 'stay-too-short', place, nights: row.minimumNights });
      }
    }
    start = end;
  }
  return PASS;
}

/** A plan has this text in the days after the end of its trip. */
const NO_MORE_DAYS = "You don't need to fill in the information for this or later days.";

const isMissing = (value: FieldValue) => value === '' || value === '-';

function complete(trip: Trip): ConstraintResult {
  const { query, days } = trip;
  const filledDays = days.filter((day, index) => {
    const empty = day.others === 0 && DAY_FIELDS.every((field) => day[field] === undefined);
    return !empty && required(day, 'current_city', index) !== NO_MORE_DAYS;
  });
  if (filledDays.length !== query.days) {
    return fail({ code: 'days-not-planned', planned: filledDays.length, days: query.days });
  }
  const visited = new Set(citySequence(trip));
  visited.delete(query.org);
  if (leavesElsewhere(trip) || visited.size !== query.visiting_city_number) {
    return fail({ code: 'cities-not-visited', cities: query.visiting_city_number, from: query.org });
  }
  let information = 0;
  for (const [index, day] of days.entries()) {
    const number = index + 1;
    const lacks = (field: DayField) => fail({ code: 'day-lacks-field', day: number, field });
    const absent = DAY_FIELDS.find((field) => day[field] === undefined);
    if (absent !== undefined) return fail({ code: 'day-lacks-entry', day: number, field: absent });
    const current = required(day, 'current_city', index);
    const leaves = current.includes('from ');
    if ((leaves || current.includes('to ')) && isMissing(day.transportation)) {
      return fail({ code: 'day-travels-without-transportation', day: number });
    }
    if (!leaves && !current.includes(' to ') && isMissing(day.attraction)) return lacks('attraction');
    if (index !== query.days - 1 && isMissing(day.accommodation)) return lacks('accommodation');
    if (!leaves && MEALS.some((meal) => isMissing(day[meal]))) return fail({ code: 'day-lacks-a-meal', day: number });
    information += day.others + DAY_FIELDS.filter((field) => isFilled(day[field])).length;
  }
  return information / (6 * query.days) < 0.5 ? fail({ code: 'half-empty' }) : PASS;
}

export const COMMONSENSE: Readonly<Record<CommonsenseName, (trip: Trip) => ConstraintResult>> = {
  reasonable_route: reasonableRoute,
  diverse_restaurants: diverseRestaurants,
  diverse_attractions: diverseAttractions,
  minimum_nights: minimumNights,
  non_conflicting_transport: nonConflictingTransport,
  within_current_city: withinCurrentCity,
  within_sandbox: withinSandbox,
  complete,
};
