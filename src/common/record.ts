/** @file Reads records whose names come from outside: `__proto__` may be among them. */
import { z } from 'zod';
import { isObject } from './plain-json.ts';

/** A record of any names. Zod's own record drops `__proto__`, so a map of zod reads its entries. */
export const recordOf = <Value extends z.ZodType>(value: Value) =>
  z
    .custom<Record<string, z.input<Value>>>(isObject, { error: 'expected record' })
    .transform((given) => new Map(Object.entries(given)))
    .pipe(z.map(z.string(), value))
    .transform((read): Record<string, z.output<Value>> => Object.fromEntries(read));
