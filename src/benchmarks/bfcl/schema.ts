/** @file The shapes of BFCL's files (v4). Unknown fields are accepted: the files carry more than the rule needs. */
import { z } from 'zod';
import { recordOf } from '../../common/plain-json.ts';
import { pyFromJson } from '../python/parsed.ts';
import type { GoldCall, PyValue } from '../../tasks/calls/call.ts';

/** The rule looks at a parameter's type and, for arrays, at the elements' type. */
const parameter = z.looseObject({
  type: z.string(),
  description: z.string().optional(),
  items: z.looseObject({ type: z.string().optional() }).optional(),
});

const functionSchema = z.looseObject({
  name: z.string(),
  description: z.string().default(''),
  parameters: z.looseObject({
    properties: recordOf(parameter),
    required: z.array(z.string()).default([]),
  }),
});

export const itemSchema = z.object({
  id: z.string(),
  question: z.array(z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))).min(1),
  function: z.array(functionSchema),
});

const pyValue = z.unknown().transform((value, context): PyValue => {
  try {
    return pyFromJson(value);
  } catch {
    context.addIssue({ code: 'custom', message: 'it is nested too deep' });
    return z.NEVER;
  }
});

/** A gold call has the function's name and, by parameter, the allowed values. */
const goldCall = recordOf(recordOf(z.array(pyValue)))
  .refine((call) => Object.keys(call).length === 1, 'a gold call has exactly one function name')
  .transform((call): GoldCall => {
    const [[name, allowed]] = Object.entries(call);
    return { name, allowed: new Map(Object.entries(allowed)) };
  });

export const answerSchema = z.object({ id: z.string(), ground_truth: z.array(goldCall).min(1) });
