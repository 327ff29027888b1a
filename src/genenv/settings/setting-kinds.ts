/**
 * @file Defines the kinds of settings. A setting is a row of settings-table.ts, from which controls, defaults,
 * validation, the command line and shared URLs follow. The text modules hold labels and explanations.
 */

import type { FamilyChoice } from '../../tasks/family.ts';

/** The page shows a section of controls for each group. */
export type SettingGroup = 'run' | 'models' | 'tasks' | 'curriculum' | 'agent' | 'environment' | 'pools' | 'evaluation';

/** `live`: a change takes effect from the next stage on. `fixed`: it cannot change after the start. */
type InRun = 'live' | 'fixed';

/**
 * `followed`: the loop on TRL (src/interop/loop/) uses the setting. `unused`: the loop ignores it. `refused`: the loop
 * accepts only the default. A choice setting may instead list the choices that the loop accepts.
 */
type InLoop = 'followed' | 'unused' | 'refused';

interface Row<Kind extends string, Value, Loop = InLoop> {
  kind: Kind;
  inRun: InRun;
  inLoop: Loop;
  /** Default: no formula uses the setting. */
  symbol?: string;
  /** Value that the paper fixes. */
  paper?: Value;
  /** Value that only the published code fixes. Without `paper` and `code`, the value is our choice. */
  code?: Value;
  default: Value;
}

/** Fields that the table states by name. The constructors below take the others by position. */
type Stated<Any> = Omit<Any, 'kind' | 'inRun' | 'inLoop' | 'minimum' | 'maximum' | 'step'>;

export interface SliderRange {
  minimum: number;
  maximum: number;
  /** True if the slider moves in powers of ten. `minimum` must then be above 0. */
  logarithmic?: boolean;
}

export interface NumberSetting extends Row<'number' | 'integer', number> {
  minimum: number;
  maximum: number;
  step: number;
  /** Range of the slider. Default: the whole range. */
  slider?: SliderRange;
}

interface ChoiceSetting<Choice extends string = string> extends Row<'choice', Choice, InLoop | readonly Choice[]> {
  choices: readonly Choice[];
}

/** List of one or more different names. */
interface NamesSetting<Name extends string = string> extends Row<'names', Name[]> {
  among: readonly Name[];
}

type Ungrouped =
  | NumberSetting
  | ChoiceSetting
  | NamesSetting
  | Row<'switch', boolean>
  | Row<'text', string>
  /** List of one or more different families. */
  | Row<'families', FamilyChoice[]>
  /** Level weights, level 1 first: at least 0, one above 0. Or an empty list. */
  | Row<'weights', number[]>;

export type Setting = Ungrouped & { group: SettingGroup };

export function inGroup<Rows extends Record<string, Ungrouped>>(group: SettingGroup, rows: Rows) {
  const grouped = Object.entries(rows).map(([name, row]) => [name, { ...row, group }]);
  return Object.fromEntries(grouped) as { [Name in keyof Rows]: Rows[Name] & { group: SettingGroup } };
}

/** Sliders and spinners move by `step`. Values between two steps are valid too. */
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
