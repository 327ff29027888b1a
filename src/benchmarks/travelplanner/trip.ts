/**
 * @file Declares the input of every constraint: the query, the plan's days, the database, and whether the official
 * evaluator's quirks count. The published verdicts were made with them, so they are on by default. When they are off,
 * each constraint is decided as the paper states it.
 *
 * These are the quirks; comments mark each in the code:
 * - on a day without travel the evaluator walks the city name's characters instead of the city, so a restaurant of
 *   another city passes if it shares a letter with the right one, and a transport must contain every letter;
 * - the attraction after the last semicolon is not seen at all;
 * - a place passes if its name is part of a known one, and the first such row in the city is charged;
 * - a flight is charged as the first row of its number, whatever its cities and date, and may be of another date;
 * - the minimum stay is checked only if exactly one row has the name;
 * - after a meal in the city of departure the day's later meals do not count towards the cuisines.
 */
import { z } from 'zod';
import type { Accommodation, Restaurant, TravelDatabase } from './database.ts';
import { extractFromTo, type FieldValue, nameAndCity, NonText, type PlanDay } from './plan.ts';
import type { ConstraintReason, DayField, UnreadableReason } from '../benchmark.ts';

export const querySchema = z.object({
  org: z.string().min(1),
  /** A trip of three days goes to a city, a longer one to a state. */
  dest: z.string().min(1),
  days: z.int().min(1).max(30),
  visiting_city_number: z.int().min(1),
  /** Each day has an ISO date. */
  date: z.array(z.string()),
  people_number: z.int().min(1),
  /** A wish is `null` if the group does not have it. */
  local_constraint: z.object({
    'house rule': z.enum(['smoking', 'parties', 'children under 10', 'visitors', 'pets']).nullable(),
    cuisine: z.array(z.string()).nullable(),
    'room type': z.enum(['not shared room', 'shared room', 'private room', 'entire room']).nullable(),
    transportation: z.enum(['no flight', 'no self-driving']).nullable(),
  }),
  budget: z.number(),
  query: z.string(),
  level: z.string(),
});
export type TravelQuery = z.infer<typeof querySchema>;
export type LocalConstraints = TravelQuery['local_constraint'];

export interface Trip {
  query: TravelQuery;
  /** There is at least one day, and at most as many as the query asks for. */
  days: readonly PlanDay[];
  database: TravelDatabase;
  officialQuirks: boolean;
}

/** `pass` is `null` if the query does not set the constraint. */
export type ConstraintResult = { pass: true | null; reason: null } | { pass: false; reason: ConstraintReason };

export const PASS: ConstraintResult = { pass: true, reason: null };
export const NOT_SET: ConstraintResult = { pass: null, reason: null };
export const fail = (reason: ConstraintReason): ConstraintResult => ({ pass: false, reason });

/** Signals inside a constraint that the official evaluator stops with an exception; `evaluatePlan` lets it fail. */
export class UnreadablePlanSignal extends Error {
  constructor(readonly reason: UnreadableReason) {
    super(reason.code);
  }
}

/**
 * Returns a field's text.
 * @throws UnreadablePlanSignal if it holds something else
 */
export function textOf(value: string | NonText, field: DayField, index: number): string {
  if (typeof value === 'string') return value;
  throw new UnreadablePlanSignal({ code: 'entry-is-not-text', day: index + 1, field });
}

/**
 * Computes Python's `part in value`.
 * @throws UnreadablePlanSignal if that is an exception
 */
export function contains(value: string | NonText, part: string, field: DayField, index: number): boolean {
  if (value instanceof NonText && value.parts !== null) return value.parts.includes(part);
  return textOf(value, field, index).includes(part);
}

/**
 * Returns a field that a check needs.
 * @throws UnreadablePlanSignal if it is absent or not text
 */
export function required(day: PlanDay, field: 'current_city' | 'transportation', index: number): string {
  const value: FieldValue = day[field];
  if (value === undefined || value === null) {
    throw new UnreadablePlanSignal({ code: 'day-lacks-field', day: index + 1, field });
  }
  return textOf(value, field, index);
}

/** Returns the city of a day as written, or both cities on a day of travel. */
export function citiesOfDay(currentCity: string, index: number): { travel: boolean; names: [string, string?] } {
  if (!currentCity.includes('from')) return { travel: false, names: [currentCity] };
  const route = extractFromTo(currentCity);
  if (route === null) throw new UnreadablePlanSignal({ code: 'day-travels-nowhere', day: index + 1 });
  return { travel: true, names: [route.from, route.to] };
}

/** Splits "A, X;B, X;" into single attractions. */
export function attractionsOf(text: string, officialQuirks: boolean): string[] {
  const parts = text.split(';');
  // Quirk: what follows the last semicolon is dropped, even if it is an attraction.
  return officialQuirks ? parts.slice(0, -1) : parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Finds the rows that an entry "Name, City" may mean. The first row decides the cost. */
function rowsOf<Row extends { name: string; city: string }>(
  rows: readonly Row[],
  entry: string,
  officialQuirks: boolean,
): Row[] {
  const { name, city } = nameAndCity(entry);
  // Quirk: part of a name is enough.
  return rows.filter(
    (row) => row.city === city && (officialQuirks ? row.name.includes(name) : row.name.trim() === name),
  );
}

export const restaurantsFor = ({ database, officialQuirks }: Trip, entry: string): Restaurant[] =>
  rowsOf(database.restaurants, entry, officialQuirks);

export const accommodationsFor = ({ database, officialQuirks }: Trip, entry: string): Accommodation[] =>
  rowsOf(database.accommodations, entry, officialQuirks);

export const isKnownAttraction = ({ database, officialQuirks }: Trip, entry: string): boolean =>
  rowsOf(database.attractions, entry, officialQuirks).length > 0;

export type TransportMode = 'flight' | 'self-driving' | 'taxi';

/** `route` has the cities as written; `null` if neither the transportation nor the day's city names them. */
export interface Transport {
  mode: TransportMode | null;
  number: string | null;
  route: { from: string; to: string } | null;
}

const FLIGHT_NUMBER = 'Flight Number: ';

/**
 * Reads the transportation of a day that has one.
 * @throws UnreadablePlanSignal if it is a flight whose number cannot be found
 */
export function readTransport(day: PlanDay, index: number): Transport {
  const text = required(day, 'transportation', index);
  const route = extractFromTo(text) ?? extractFromTo(required(day, 'current_city', index));
  const lower = text.toLowerCase();
  if (lower.includes('flight number')) {
    const [, after] = text.split(FLIGHT_NUMBER);
    if (after === undefined) throw new UnreadablePlanSignal({ code: 'flight-without-number', day: index + 1 });
    return { mode: 'flight', number: after.split(',')[0], route };
  }
  const mode = lower.includes('self-driving') ? 'self-driving' : lower.includes('taxi') ? 'taxi' : null;
  return { mode, number: null, route };
}
