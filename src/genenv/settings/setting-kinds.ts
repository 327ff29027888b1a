/**
 * @file Defines the kinds of settings. A setting is one row of the table in settings-table.ts; controls, defaults,
 * validation, the command line and shared URLs follow from it. The text modules have labels and explanations.
 */

import type { FamilyChoice } from '../../tasks/family.ts';

/** A setting belongs to one of these parts of the method; each part is a section of controls. */
export type SettingGroup = 'run' | 'models' | 'tasks' | 'curriculum' | 'agent' | 'environment' | 'pools' | 'evaluation';

/**
 * Says who fixes the value. `paper`: the paper fixes it. `code`: only the published code fixes it. `open`: neither
 * fixes it, or neither has such a setting, so the value is our choice.
 */
type SettingOrigin = 'paper' | 'code' | 'open';

/** `live`: a change takes effect from the next stage on. `fixed`: it cannot change after the start. */
type InRun = 'live' | 'fixed';

/**
 * Says how the loop on TRL (src/interop/loop/) takes the setting. `unused`: nothing there depends on it. A list of
 * choices: the loop takes these and refuses any other. `refused`: the loop takes only the default.
 */
type InLoop = 'followed' | 'unused' | 'refused';

/** Declares the fields of a row in its table. The constructors below add the kind, and where the setting acts. */
export interface Row<Value> {
  /** The formulas use this symbol; default: none. */
  symbol?: string;
  origin: SettingOrigin;
  /** Is the value the paper gives (origin `paper`) or its code (origin `code`). */
  published?: Value;
  default: Value;
}

export interface NumberRow extends Row<number> {
  minimum: number;
  maximum: number;
  step: number;
  /** A slider has this range; default: all values. Lessons try these values. */
  slider?: SliderRange;
}

export interface SliderRange {
  minimum: number;
  maximum: number;
  /** Is true if the slider moves in powers of ten; `minimum` is then above 0. */
  logarithmic?: boolean;
}

/** Says where a setting acts: in a run, and in the loop on TRL. */
export interface Acting<Kind extends string, Loop = InLoop> {
  kind: Kind;
  inRun: InRun;
  inLoop: Loop;
}

export type NumberSetting = NumberRow & Acting<'number' | 'integer'>;

export interface ChoiceRow<Choice extends string> extends Row<Choice> {
  choices: readonly Choice[];
}
export type ChoiceSetting<Choice extends string = string> = ChoiceRow<Choice> &
  Acting<'choice', InLoop | readonly Choice[]>;

export type SwitchSetting = Row<boolean> & Acting<'switch'>;
export type TextSetting = Row<string> & Acting<'text'>;

export interface NamesRow<Name extends string> extends Row<Name[]> {
  among: readonly Name[];
}
/** Takes one or more different names. */
export type NamesSetting<Name extends string = string> = NamesRow<Name> & Acting<'names'>;

/** Takes one or more different families. */
export type FamiliesSetting = Row<FamilyChoice[]> & Acting<'families'>;

/** Takes weights of levels, level 1 first: numbers of 0 or more, one of them above 0; or none. */
export type WeightsSetting = Row<number[]> & Acting<'weights'>;

type Ungrouped =
  | NumberSetting
  | ChoiceSetting
  | SwitchSetting
  | TextSetting
  | NamesSetting
  | FamiliesSetting
  | WeightsSetting;

export type Setting = Ungrouped & { group: SettingGroup };

export function inGroup<Rows extends Record<string, Ungrouped>>(group: SettingGroup, rows: Rows) {
  const grouped: Record<string, Setting> = {};
  for (const [name, row] of Object.entries(rows)) grouped[name] = { ...row, group };
  return grouped as { [Name in keyof Rows]: Rows[Name] & { group: SettingGroup } };
}

/** `step` is a sensible increment of a slider or spinner; it is not a constraint. */
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
