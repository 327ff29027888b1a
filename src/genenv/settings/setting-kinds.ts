/**
 * @file Defines the kinds of settings. Each row of settings-table.ts defines a setting for controls, validation, the
 * command line and shared URLs. Messages in src/text hold labels and explanations.
 */

import type { FamilyChoice } from '../../tasks/family.ts';

/** Group of settings, which the page shows as one section of controls. */
export type SettingGroup = 'run' | 'models' | 'tasks' | 'curriculum' | 'agent' | 'environment' | 'pools' | 'evaluation';

/** `live` settings may change during a run, with effect from the next stage on. `fixed` settings may not. */
type InRun = 'live' | 'fixed';

/**
 * Use of a setting by the loop on TRL (src/interop/loop/). `followed`: the loop uses the setting. `unused`: it ignores
 * the setting. `refused`: it accepts only the default. A choice setting may instead list the choices that the loop
 * accepts.
 */
type InLoop = 'followed' | 'unused' | 'refused';

interface Row<Kind extends string, Value, Loop = InLoop> {
  kind: Kind;
  inRun: InRun;
  inLoop: Loop;
  /** Symbol of the setting in formulas. Default: no formula uses the setting. */
  symbol?: string;
  /** Value in the paper. */
  paper?: Value;
  /** Value in the published code, if the paper gives none. Without `paper` and `code`, the default is our choice. */
  code?: Value;
  default: Value;
}

/** Fields of a row that the table states by name. The functions below take the other fields by position. */
type Stated<Any> = Omit<Any, 'kind' | 'inRun' | 'inLoop' | 'minimum' | 'maximum' | 'step'>;

export interface SliderRange {
  minimum: number;
  maximum: number;
  /** True if the slider has a logarithmic scale. `minimum` must then be above 0. */
  logarithmic?: boolean;
}

export interface NumberSetting extends Row<'number' | 'integer', number> {
  minimum: number;
  maximum: number;
  step: number;
  /** Range of the slider. Default: from `minimum` to `maximum`. */
  slider?: SliderRange;
}

interface ChoiceSetting<Choice extends string = string> extends Row<'choice', Choice, InLoop | readonly Choice[]> {
  choices: readonly Choice[];
}

/** Setting whose value is a list of one or more different names. */
interface NamesSetting<Name extends string = string> extends Row<'names', Name[]> {
  among: readonly Name[];
}

type Ungrouped =
  | NumberSetting
  | ChoiceSetting
  | NamesSetting
  | Row<'switch', boolean>
  | Row<'text', string>
  /** The value is a list of one or more different families. */
  | Row<'families', FamilyChoice[]>
  /** The value is an empty list, or one weight per level, level 1 first. No weight is negative, and one is above 0. */
  | Row<'weights', number[]>;

export type Setting = Ungrouped & { group: SettingGroup };

export function inGroup<Rows extends Record<string, Ungrouped>>(group: SettingGroup, rows: Rows) {
  const grouped = Object.entries(rows).map(([name, row]) => [name, { ...row, group }]);
  return Object.fromEntries(grouped) as { [Name in keyof Rows]: Rows[Name] & { group: SettingGroup } };
}

/** Range and step of a number. Sliders and spinners move by `step`, but values between two steps are valid too. */
type Range = readonly [minimum: number, maximum: number, step: number];

const numberOf =
  (kind: NumberSetting['kind']) =>
  (inRun: InRun, inLoop: InLoop, [minimum, maximum, step]: Range, row: Stated<NumberSetting>): NumberSetting => ({
    ...row,
    ...{ minimum, maximum, step, kind, inRun, inLoop },
  });

export const number = numberOf('number');
export const integer = numberOf('integer');

export const choice = <const Choice extends string>(
  inRun: InRun,
  inLoop: InLoop | readonly NoInfer<Choice>[],
  row: { choices: readonly Choice[] } & Stated<Row<'choice', NoInfer<Choice>>>,
): ChoiceSetting<Choice> => ({ ...row, kind: 'choice', inRun, inLoop });

const ofKind =
  <const Kind extends string, Value>(kind: Kind) =>
  (inRun: InRun, inLoop: InLoop, row: Stated<Row<Kind, Value>>): Row<Kind, Value> => ({ ...row, kind, inRun, inLoop });

export const toggle = ofKind<'switch', boolean>('switch');
export const text = ofKind<'text', string>('text');
export const families = ofKind<'families', FamilyChoice[]>('families');
export const weights = ofKind<'weights', number[]>('weights');

export const namesAmong = <Name extends string>(
  inRun: InRun,
  inLoop: InLoop,
  row: Stated<NamesSetting<Name>>,
): NamesSetting<Name> => ({ ...row, kind: 'names', inRun, inLoop });
