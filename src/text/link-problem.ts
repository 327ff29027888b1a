/**
 * @file The parts of a link that could not be used. Text of the link itself is cut to a length that can be shown, and
 * of names that it makes up only the first stands here, with how many `more` there are: a link may have a thousand.
 */
import type { SettingName, SettingProblem } from '../genenv/settings/settings.ts';

export type LinkProblem =
  | { code: 'link-too-long'; length: number; longest: number }
  | { code: 'link-version'; version: string; newest: number }
  | { code: 'link-unknown-setting'; name: string; more: number }
  | { code: 'link-repeated-setting'; name: SettingName }
  | { code: 'link-unknown-control'; name: string; more: number }
  | { code: 'link-setting'; problem: SettingProblem };
