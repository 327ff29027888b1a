import { z } from 'zod';
import { isObject } from './plain-json.ts';

/** Schema of a record with any names. zod's own record drops the name `__proto__`. */
export const recordOf = <Value extends z.ZodType>(value: Value) =>
  z
    .custom<Record<string, z.input<Value>>>(isObject, { error: 'expected record' })
    .transform((given) => new Map(Object.entries(given)))
    .pipe(z.map(z.string(), value))
    .transform((read): Record<string, z.output<Value>> => Object.fromEntries(read));
