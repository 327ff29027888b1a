/**
 * @file What a setting is: one row of the declarative table in settings-table.ts, from which controls, defaults,
 * validation, the command line and shared URLs are made.
 */
import { z } from 'zod';

/** Part of the method a setting belongs to: a section of controls. */
export type SettingGroup = 'run' | 'models' | 'tasks' | 'curriculum' | 'agent' | 'environment' | 'pools' | 'evaluation';

/**
 * Where the value comes from. `paper`: the paper fixes it. `code`: only its published code does. `open`: both are
 * silent or have no such thing, so it is our choice.
 */
export type SettingOrigin = 'paper' | 'code' | 'open';

export interface SettingText<Value> {
  group: SettingGroup;
  /** Symbol in the formulas, empty where it has none. */
  symbol?: string;
  /** Name for a person. */
  label: string;
  /** One line: what it does. */
  meaning: string;
  origin: SettingOrigin;
  /** The value the paper gives (origin `paper`) or its code (origin `code`). */
  published?: Value;
  default: Value;
}

export interface NumberSetting extends SettingText<number> {
  kind: 'number' | 'integer';
  minimum: number;
  maximum: number;
  /** A sensible increment of a slider or spinner; not a constraint. */
  step: number;
  /** Empty where it is a plain number. */
  unit: string;
  schema: z.ZodType<number>;
}

export interface ChoiceSetting<Choice extends string = string> extends SettingText<Choice> {
  kind: 'choice';
  /** Every choice with one line on what it means. */
  choices: Readonly<Record<Choice, string>>;
  schema: z.ZodType<Choice>;
}

export interface SwitchSetting extends SettingText<boolean> {
  kind: 'switch';
  schema: z.ZodType<boolean>;
}

export interface TextSetting extends SettingText<string> {
  kind: 'text';
  schema: z.ZodType<string>;
}

/** Several names, at least one, none twice. */
export interface NamesSetting extends SettingText<string[]> {
  kind: 'names';
  schema: z.ZodType<string[]>;
}

export type Setting = NumberSetting | ChoiceSetting | SwitchSetting | TextSetting | NamesSetting;

type Row<Full extends { kind: string; schema: unknown }> = Omit<Full, 'kind' | 'schema'>;

const show = (value: unknown): string => JSON.stringify(value) ?? String(value);

function numeric(kind: 'number' | 'integer', row: Omit<Row<NumberSetting>, 'unit'> & { unit?: string }): NumberSetting {
  const noun = kind === 'integer' ? 'a whole number' : 'a number';
  const fits = (value: unknown): value is number =>
    typeof value === 'number' &&
    value >= row.minimum &&
    value <= row.maximum &&
    (kind === 'number' || Number.isInteger(value));
  return {
    ...row,
    kind,
    unit: row.unit ?? '',
    schema: z.custom<number>(fits, {
      error: ({ input }) =>
        `${row.label} must be ${noun} from ${row.minimum} to ${row.maximum}, but is ${show(input)}. ` +
        `The default is ${row.default}.`,
    }),
  };
}

export const number = (row: Omit<Row<NumberSetting>, 'unit'> & { unit?: string }): NumberSetting =>
  numeric('number', row);

export const integer = (row: Omit<Row<NumberSetting>, 'unit'> & { unit?: string }): NumberSetting =>
  numeric('integer', row);

export function choice<const Choice extends string>(
  row: Omit<Row<ChoiceSetting<Choice>>, 'choices' | 'default' | 'published'> & {
    choices: Readonly<Record<Choice, string>>;
    default: NoInfer<Choice>;
    published?: NoInfer<Choice>;
  },
): ChoiceSetting<Choice> {
  const names = Object.keys(row.choices);
  return {
    ...row,
    kind: 'choice',
    schema: z.custom<Choice>((value) => typeof value === 'string' && names.includes(value), {
      error: ({ input }) => `${row.label} must be one of ${names.join(', ')}, but is ${show(input)}.`,
    }),
  };
}

export const toggle = (row: Row<SwitchSetting>): SwitchSetting => ({
  ...row,
  kind: 'switch',
  schema: z.custom<boolean>((value) => typeof value === 'boolean', {
    error: ({ input }) => `${row.label} must be true or false, but is ${show(input)}.`,
  }),
});

export const text = (row: Row<TextSetting>): TextSetting => ({
  ...row,
  kind: 'text',
  schema: z.custom<string>((value) => typeof value === 'string' && value.length <= 200, {
    error: ({ input }) => `${row.label} must be a text of at most 200 characters, but is ${show(input)}.`,
  }),
});

export const names = (row: Row<NamesSetting>): NamesSetting => ({
  ...row,
  kind: 'names',
  schema: z.custom<string[]>(
    (value) =>
      Array.isArray(value) &&
      value.length > 0 &&
      value.every((name) => typeof name === 'string' && /^[a-z0-9-]{1,40}$/.test(name)) &&
      new Set(value).size === value.length,
    {
      error: ({ input }) =>
        `${row.label} must be a list of different names (lower case, digits, hyphens), at least one, ` +
        `but is ${show(input)}.`,
    },
  ),
});
