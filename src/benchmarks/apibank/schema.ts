/** @file The shapes of API-Bank's files: dialogues with gold calls and results, and the databases the APIs start from. */
import { z } from 'zod';
import { recordOf } from '../../common/record.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const json = z.json() as z.ZodType<Json>;

const result = z.object({ input: json, output: json, exception: z.string().nullable() });

const turn = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['User', 'AI']), text: z.string() }),
  z.object({ role: z.literal('API'), api_name: z.string(), param_dict: recordOf(json), result }),
]);

/** One dialogue a line: the file it was published as, and its turns. */
export const dialogueSchema = z.object({ file: z.string(), turns: z.array(turn) });

export type Turn = z.infer<typeof turn>;
export type ApiTurn = Extract<Turn, { role: 'API' }>;

/** The result of a call, or the gold call's recorded one. */
export type ApiResult = z.infer<typeof result>;

const table = <Row extends z.ZodType>(row: Row) => recordOf(row);
const dated = { content: z.string(), time: z.string(), username: z.string() };

/** The databases by file name. `looseObject`: a row's other columns are kept, they come back in results. */
export const databaseSchemas = {
  Account: table(z.looseObject({ password: z.string(), token: z.string(), email: z.string() })),
  Agenda: table(z.looseObject({ ...dated, location: z.string() })),
  Alarm: table(z.looseObject({ time: z.string(), username: z.string() })),
  Appointments: table(z.looseObject({ patient_name: z.string(), date: z.string(), doctor_name: z.string() })),
  Bank: table(z.looseObject({ balance: z.number() })),
  HealthData: table(z.array(z.looseObject({ time: z.string() }).catchall(json))),
  Hotel: table(z.looseObject({ hotel_name: z.string(), check_in_time: z.string(), check_out_time: z.string() })),
  Meeting: table(
    z.looseObject({
      meeting_topic: z.string(),
      start_time: z.string(),
      end_time: z.string(),
      location: z.string(),
      attendees: json,
      username: z.string(),
    }),
  ),
  Reminder: table(z.looseObject(dated)),
  Scenes: table(z.array(json)),
  Stock: table(table(z.number())),
  Symptom: table(z.array(z.looseObject({ name: z.string(), description: z.string(), aid: z.string() }))),
  TimeSwitch: table(z.array(z.looseObject({ time: z.string(), on: z.boolean() }))),
};

export type DatabaseName = keyof typeof databaseSchemas;
export type Databases = { [Name in DatabaseName]: z.infer<(typeof databaseSchemas)[Name]> };

/** Python's `==` on JSON values. */
export function sameJson(a: Json, b: Json): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => sameJson(item, b[index]))
    );
  }
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}
