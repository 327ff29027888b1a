/** @file TravelPlanner's closed world ("sandbox"), as the tables its evaluator reads. */
import { z } from 'zod';
import type { BenchmarkFiles, FileProblem } from '../benchmark.ts';
import { readCsv } from '../csv.ts';
import { readText, type Rows } from '../files.ts';
import { codedProblem } from '../../common/error-data.ts';

/** The texts that pandas 1.5 reads as no value (`read_csv`, `na_values`). */
const NO_VALUE: ReadonlySet<string> = new Set([
  ...['', '#N/A', '#N/A N/A', '#NA', '-1.#IND', '-1.#QNAN', '-NaN', '-nan', '1.#IND', '1.#QNAN', '<NA>'],
  ...['N/A', 'NA', 'NULL', 'NaN', 'n/a', 'nan', 'null'],
]);
const isNoValue = (cell: string) => NO_VALUE.has(cell);

const text = z.string().min(1);
const number = text.transform(Number).refine(Number.isFinite, 'expected a number');
const positive = number.refine((value) => value > 0, 'expected a positive number');

const flightSchema = z
  .object({ 'Flight Number': text, Price: number, FlightDate: text, OriginCityName: text, DestCityName: text })
  .transform((row) => ({
    number: row['Flight Number'],
    price: row.Price,
    date: row.FlightDate,
    from: row.OriginCityName,
    to: row.DestCityName,
  }));

/** A cell as written, empty where it holds no value. */
const valueOrEmpty = z.string().transform((cell) => (isNoValue(cell) ? '' : cell));

const roadSchema = z
  .object({
    origin: text,
    destination: text,
    duration: valueOrEmpty,
    distance: valueOrEmpty.pipe(z.string().regex(/^$|^[\d,.]+ km$/, 'expected a distance such as "1,510 km"')),
  })
  .transform(({ origin, destination, duration, distance }) => {
    const usable = distance !== '' && duration !== '' && !duration.includes('day');
    /** `distance` is in kilometres. It is `null` if there is no road, or if the drive takes more than a day. */
    return { from: origin, to: destination, distance: usable ? Number(distance.replace(/[^\d.]/g, '')) : null };
  });

const restaurantSchema = z
  .object({ Name: text, 'Average Cost': number, Cuisines: text, City: text })
  .transform((row) => ({
    name: row.Name,
    city: row.City,
    /** In dollars per person and meal. */
    averageCost: row['Average Cost'],
    /** Cuisines are separated by commas. */
    cuisines: row.Cuisines,
  }));

const attractionSchema = z.object({ Name: text, City: text }).transform((row) => ({ name: row.Name, city: row.City }));

const accommodationSchema = z
  .object({
    NAME: text,
    price: number,
    'room type': text,
    house_rules: text,
    'minimum nights': number,
    'maximum occupancy': positive,
    city: text,
  })
  .transform((row) => ({
    name: row.NAME,
    city: row.city,
    /** In dollars per night and room. */
    price: row.price,
    roomType: row['room type'],
    houseRules: row.house_rules,
    minimumNights: row['minimum nights'],
    maximumOccupancy: row['maximum occupancy'],
  }));

export type Restaurant = z.infer<typeof restaurantSchema>;
export type Accommodation = z.infer<typeof accommodationSchema>;

export interface TravelDatabase {
  flights: readonly z.infer<typeof flightSchema>[];
  roads: readonly z.infer<typeof roadSchema>[];
  restaurants: readonly Restaurant[];
  attractions: readonly z.infer<typeof attractionSchema>[];
  accommodations: readonly Accommodation[];
  /** Maps each city to its state. */
  states: ReadonlyMap<string, string>;
}

/** The path of each table below the database's folder. */
export const TABLES = {
  flights: 'flights/clean_Flights_2022.csv',
  roads: 'googleDistanceMatrix/distance.csv',
  restaurants: 'restaurants/clean_restaurant_2022.csv',
  attractions: 'attractions/attractions.csv',
  accommodations: 'accommodations/clean_accommodations_2022.csv',
  states: 'background/citySet_with_states.txt',
} as const;

/** `City<tab>State` on every line; of a city named twice, the later. */
async function readStates(source: BenchmarkFiles, name: string) {
  const { text: content, problems } = await readText(source, name);
  const states = new Map<string, string>();
  (content ?? '').split('\n').forEach((line, index) => {
    if (line.trim() === '') return;
    const [city, state, ...rest] = line.split('\t');
    if (city !== '' && state !== undefined && rest.length === 0) states.set(city, state.trimEnd());
    else {
      const problem = codedProblem('not-a-city-and-state');
      problems.push({ file: name, line: index + 1, ...problem });
    }
  });
  return { states, problems };
}

/** Reads the tables, whatever their folder is called (`database/`, `mini_database/`, the root). */
export async function loadDatabase(
  source: BenchmarkFiles,
): Promise<{ database: TravelDatabase; problems: FileProblem[] }> {
  const names = await source.names();
  const locate = (table: keyof typeof TABLES) =>
    names.find((name) => name === TABLES[table] || name.endsWith(`/${TABLES[table]}`)) ?? TABLES[table];
  const problems: FileProblem[] = [];
  const read = async <T>(
    table: keyof typeof TABLES,
    schema: z.ZodType<T, Record<string, string>> & { in: z.ZodObject },
  ): Promise<T[]> => {
    const columns = Object.keys(schema.in.shape);
    // The evaluator drops every row with a cell that holds no value, in whatever column; the roads it takes as they are.
    const options = table === 'roads' ? {} : { dropRowsWith: isNoValue };
    const { rows, problems: found }: Rows<T> = await readCsv(source, locate(table), columns, schema, options);
    problems.push(...found);
    return rows.map(({ value }) => value);
  };
  const flights = await read('flights', flightSchema);
  const roads = await read('roads', roadSchema);
  const restaurants = await read('restaurants', restaurantSchema);
  const attractions = await read('attractions', attractionSchema);
  const accommodations = await read('accommodations', accommodationSchema);
  const { states, problems: found } = await readStates(source, locate('states'));
  problems.push(...found);
  return { database: { flights, roads, restaurants, attractions, accommodations, states }, problems };
}

/** Names a table without rows: no plan can be scored with such a database. Null if there is none. */
export function databaseProblem(database: TravelDatabase): FileProblem | null {
  const rows = (table: readonly unknown[] | ReadonlyMap<string, string>) =>
    'size' in table ? table.size : table.length;
  const tables = Object.entries(database).filter(([, table]) => rows(table) === 0);
  if (tables.length === 0) return null;
  const names = tables.map(([name]) => name).join(', ');
  return { file: 'database', line: null, ...codedProblem('database-missing', { tables: names }) };
}

/** Dollars for one car on a road; `null` if there is no road. */
export function roadCost(database: TravelDatabase, mode: 'self-driving' | 'taxi', from: string, to: string) {
  const road = database.roads.find((row) => row.from === from && row.to === to);
  if (road?.distance === undefined || road.distance === null) return null;
  return mode === 'taxi' ? Math.floor(road.distance) : Math.floor(road.distance * 0.05);
}
