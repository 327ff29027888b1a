/** @file Reads records whose names come from outside: `__proto__` may be among them. */
import { z } from 'zod';
import { isObject } from './plain-json.ts';

/** A record of any names. Zod's own record drops `__proto__`. */
export const recordOf = <Value extends z.ZodType>(value: Value) =>
  z
    .custom<Record<string, z.input<Value>>>(isObject, { error: 'expected record' })
    .transform((given, context): Record<string, z.output<Value>> =>
      Object.fromEntries(
        Object.entries(given).map(([name, one]) => {
          const read = value.safeParse(one);
          for (const issue of read.error?.issues ?? [])
            context.issues.push({
              ...issue,
              path: [name, ...issue.path],
              input: one,
            } as (typeof context.issues)[number]);
          return [name, read.data as z.output<Value>];
        }),
      ),
    );
