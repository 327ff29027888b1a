/**
 * @file Lists the arms by name. CONTRIBUTING.md says what else a new arm needs.
 */
import type { ArmName } from '../settings/settings-table.ts';
import type { RunState } from '../log/events.ts';
import { absoluteZero, genenv, offline, random, rZero, sqlm, staticTasks } from './written-arms.ts';
import type { Arm } from './arm.ts';
import { baseData, levelRule, mopps, sec } from './generator-arms.ts';
import { genenvPlus } from './genenv-plus.ts';

export const arms: Readonly<Record<ArmName, Arm>> = {
  genenv,
  'genenv-plus': genenvPlus,
  random,
  static: staticTasks,
  offline,
  'base-data': baseData,
  'r-zero': rZero,
  'absolute-zero': absoluteZero,
  sqlm,
  'level-rule': levelRule,
  mopps,
  sec,
};

/**
 * Returns an arm's state after the epoch of `resume`, or the first state if `resume` is null.
 * @throws Error if `resume` has no valid state of this arm
 */
export function armStateOf(name: ArmName, resume: RunState | null): unknown {
  const { state } = arms[name];
  if (!state || !resume) return state?.first;
  const parsed = state.schema.safeParse(resume.armState);
  if (parsed.success) return parsed.data;
  throw new Error(`epoch ${resume.epoch}: its state is none of the arm ${name}: ${parsed.error.issues[0].message}`);
}
