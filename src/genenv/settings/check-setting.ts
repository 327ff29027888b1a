/**
 * @file Checks a setting's value against the setting's kind and range. A problem is a code with the values to show.
 */
import * as z from 'zod/mini';
import { CodedError } from '../../common/coded-error.ts';
import type { ParametersByCode } from '../../common/message-data.ts';
import type { ErrorsMessages } from '../../common/message-types.ts';
import { isNestedDeeper, isObject } from '../../common/plain-json.ts';
import { checkWrittenSet, type TasksProblem } from '../../tasks/given/check-tasks.ts';
import { taskSetName } from '../../tasks/given/task-set.ts';
import { checkWorld, type WorldProblem } from '../../tasks/worlds/check-world.ts';
import { worldName } from '../../tasks/worlds/world.ts';
import type { Setting } from './setting-kinds.ts';
import { type SettingName, settingsTable } from './settings-table.ts';

/** Names of message parameters that are labels of settings. `src/text/problems.ts` adds their values. */
export type SettingLabel =
  | 'label'
  | 'taskContext'
  | 'softReward'
  | 'embeddingModel'
  | 'answerKey'
  | 'baseLabel'
  | 'replayLabel';

type ShownParameters = ParametersByCode<
  ErrorsMessages['settingProblems'],
  { 'not-a-world': { problem: WorldProblem }; 'not-tasks': { problem: TasksProblem } }
>;

/** Parameters of each problem. `value` is the refused value as shortened JSON. */
type ProblemParameters = { [Code in keyof ShownParameters]: Omit<ShownParameters[Code], SettingLabel> };

type ProblemCode = keyof ProblemParameters;

/** A problem without the setting's name. */
export type Finding = {
  [Code in ProblemCode]: { code: Code; parameters: ProblemParameters[Code] };
}[ProblemCode];

export type SettingProblem = Finding & {
  /** Setting that has the problem. Null if the problem is not about one known setting, e.g. an unknown version. */
  name: SettingName | null;
};

export const settingProblem = (name: SettingName | null, finding: Finding): SettingProblem => ({ name, ...finding });

export class SettingsError extends CodedError<'settings'> {
  override name = 'SettingsError';

  constructor(readonly problems: readonly SettingProblem[]) {
    super('settings', { problems });
  }
}

const LONGEST_TEXT = 200;
/** Largest number of level weights, above the number of levels of any family. */
const MOST_WEIGHTS = 64;
/** Deepest nesting of a value that messages show. */
const SHOWN_LEVELS = 4;

/** Returns a value as text for a message. The value may be from any file, and JSON.stringify fails on deep nesting. */
function shown(value: unknown): string {
  if (isNestedDeeper(value, SHOWN_LEVELS)) return Array.isArray(value) ? '[…]' : '{…}';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}

const different = (items: readonly unknown[]): boolean => new Set(items).size === items.length;

const finding = (params: Finding) => ({ code: 'custom' as const, params, message: params.code });

/** Schema of a family's name. It first replaces a user's world or task set with the name derived from its content. */
const familyName = z.pipe(
  z.transform((choice: unknown, context): unknown => {
    if (!isObject(choice)) return choice;
    if ('tasks' in choice) {
      const { set, problems } = checkWrittenSet(choice);
      if (set) return taskSetName(set);
      context.issues.push({ ...finding({ code: 'not-tasks', parameters: { problem: problems[0] } }), input: choice });
      return z.NEVER;
    }
    const { world, problems } = checkWorld(choice);
    if (world) return worldName(world);
    context.issues.push({ ...finding({ code: 'not-a-world', parameters: { problem: problems[0] } }), input: choice });
    return z.NEVER;
  }),
  z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
);

/** Check of a setting. A value that does not match `schema` has the problem `code`. */
interface Rule {
  schema: z.ZodMiniType;
  code: ProblemCode;
  parameters: object;
}

const rule = <Code extends ProblemCode>(
  schema: z.ZodMiniType,
  code: Code,
  parameters: Omit<ProblemParameters[Code], 'value'>,
): Rule => ({ schema, code, parameters });

function ruleOf(row: Setting): Rule {
  switch (row.kind) {
    case 'number':
    case 'integer': {
      const { minimum, maximum, default: usual } = row;
      const number = row.kind === 'number' ? z.number() : z.int();
      const code = row.kind === 'number' ? 'not-a-number-in-range' : 'not-a-whole-number-in-range';
      return rule(number.check(z.minimum(minimum), z.maximum(maximum)), code, { minimum, maximum, default: usual });
    }
    case 'choice':
      return rule(z.enum(row.choices), 'not-a-choice', { choices: row.choices.join(', ') });
    case 'switch':
      return rule(z.boolean(), 'not-a-switch', {});
    case 'text':
      return rule(z.string().check(z.maxLength(LONGEST_TEXT)), 'not-a-text', { longest: LONGEST_TEXT });
    case 'names': {
      const names = z.array(z.enum(row.among)).check(z.minLength(1), z.refine(different));
      return rule(names, 'not-a-list-of-these', { among: row.among.join(', ') });
    }
    case 'weights': {
      const weights = z.array(z.number().check(z.minimum(0))).check(
        z.maxLength(MOST_WEIGHTS),
        z.refine((all) => all.length === 0 || all.some((one) => one > 0)),
      );
      return rule(weights, 'not-weights', { most: MOST_WEIGHTS });
    }
    case 'families':
      return rule(z.array(familyName).check(z.minLength(1), z.refine(different)), 'not-a-list-of-names', {});
  }
}

const rules = Object.fromEntries(Object.entries(settingsTable).map(([name, row]) => [name, ruleOf(row)])) as Record<
  SettingName,
  Rule
>;

export function checkSetting(name: SettingName, value: unknown): SettingProblem | null {
  const { schema, code, parameters } = rules[name];
  const { error } = schema.safeParse(value);
  if (!error) return null;
  const own = error.issues.find((issue) => issue.code === 'custom' && issue.params) as { params: Finding } | undefined;
  return settingProblem(name, own?.params ?? ({ code, parameters: { ...parameters, value: shown(value) } } as Finding));
}
