/**
 * @file Defines the kinds of settings. Each row of settings-table.ts is a setting. Controls, defaults, validation, the
 * command line and shared URLs follow from the row. Labels and explanations are in the text modules.
 */

import type { FamilyChoice } from '../../tasks/family.ts';

/** The page shows a section of controls for each of these parts of the method. */
export type SettingGroup = 'run' | 'models' | 'tasks' | 'curriculum' | 'agent' | 'environment' | 'pools' | 'evaluation';

/**
 * `paper`: the paper fixes the value. `code`: only the published code fixes it. `open`: neither fixes it, or neither
 * has such a setting, so the value is our choice.
 */
type SettingOrigin = 'paper' | 'code' | 'open';

/** `live`: a change takes effect from the next stage on. `fixed`: it cannot change after the start. */
type InRun = 'live' | 'fixed';

/**
 * `followed`: the loop on TRL (src/interop/loop/) uses the setting. `unused`: nothing there depends on it. `refused`:
 * the loop accepts only the default. A choice setting may instead list the choices that the loop accepts.
 */
type InLoop = 'followed' | 'unused' | 'refused';

/** The table states these fields. The constructors below add the kind, and where the setting acts. */
interface Row<Value> {
  /** Default: no formula uses the setting. */
  symbol?: string;
  origin: SettingOrigin;
  /** The value is from the paper if `origin` is `paper`, from its code if `origin` is `code`. */
  published?: Value;
  default: Value;
}

interface NumberRow extends Row<number> {
  minimum: number;
  maximum: number;
  step: number;
  /** Lessons try values in this range too. Default: the whole range. */
  slider?: SliderRange;
}

export interface SliderRange {
  minimum: number;
  maximum: number;
  /** The slider moves in powers of ten. Its `minimum` must be above 0. */
  logarithmic?: boolean;
}

interface Acting<Kind extends string, Loop = InLoop> {
  kind: Kind;
  inRun: InRun;
  inLoop: Loop;
}

export type NumberSetting = NumberRow & Acting<'number' | 'integer'>;

interface ChoiceRow<Choice extends string> extends Row<Choice> {
  choices: readonly Choice[];
}
type ChoiceSetting<Choice extends string = string> = ChoiceRow<Choice> & Acting<'choice', InLoop | readonly Choice[]>;

interface NamesRow<Name extends string> extends Row<Name[]> {
  among: readonly Name[];
}
/** The value is a list of one or more different names. */
type NamesSetting<Name extends string = string> = NamesRow<Name> & Acting<'names'>;

type Ungrouped =
  | NumberSetting
  | ChoiceSetting
  | NamesSetting
  | (Row<boolean> & Acting<'switch'>)
  | (Row<string> & Acting<'text'>)
  /** The value is a list of one or more different families. */
  | (Row<FamilyChoice[]> & Acting<'families'>)
  /** The value is a list of level weights, level 1 first. None is negative and one is above 0, or the list is empty. */
  | (Row<number[]> & Acting<'weights'>);

export type Setting = Ungrouped & { group: SettingGroup };

export function inGroup<Rows extends Record<string, Ungrouped>>(group: SettingGroup, rows: Rows) {
  const grouped = Object.entries(rows).map(([name, row]) => [name, { ...row, group }]);
  return Object.fromEntries(grouped) as { [Name in keyof Rows]: Rows[Name] & { group: SettingGroup } };
}

/** Sliders and spinners move by `step`. Values between two steps are valid too. */
type Range = readonly [minimum: number, maximum: number, step: number];

const numberOf =
  (kind: NumberSetting['kind']) =>
  (
    inRun: InRun,
    inLoop: InLoop,
    [minimum, maximum, step]: Range,
    row: Omit<NumberRow, 'minimum' | 'maximum' | 'step'>,
  ): NumberSetting => ({ ...row, minimum, maximum, step, kind, inRun, inLoop });

export const number = numberOf('number');
export const integer = numberOf('integer');

export const choice = <const Choice extends string>(
  inRun: InRun,
  inLoop: InLoop | readonly NoInfer<Choice>[],
  row: Omit<ChoiceRow<Choice>, 'default' | 'published'> & { default: NoInfer<Choice>; published?: NoInfer<Choice> },
): ChoiceSetting<Choice> => ({ ...row, kind: 'choice', inRun, inLoop });

const ofKind =
  <const Kind extends string, Value>(kind: Kind) =>
  (inRun: InRun, inLoop: InLoop, row: Row<Value>): Row<Value> & Acting<Kind> => ({ ...row, kind, inRun, inLoop });

export const toggle = ofKind<'switch', boolean>('switch');
export const text = ofKind<'text', string>('text');
export const families = ofKind<'families', FamilyChoice[]>('families');
export const weights = ofKind<'weights', number[]>('weights');

export const namesAmong = <Name extends string>(
  inRun: InRun,
  inLoop: InLoop,
  row: NamesRow<Name>,
): NamesSetting<Name> => ({ ...row, kind: 'names', inRun, inLoop });
