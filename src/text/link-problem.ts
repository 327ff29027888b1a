/**
 * @file Lists the reasons why a part of a link could not be used. Texts from the link are already shortened for
 * display. A link may have a thousand unknown names: `name` is the first, and `more` counts the others.
 */
import type { SettingName, SettingProblem } from '../genenv/settings/settings.ts';

export type LinkProblem =
  | { code: 'link-too-long'; length: number; longest: number }
  | { code: 'link-version'; version: string; newest: number }
  | { code: 'link-unknown-setting'; name: string; more: number }
  | { code: 'link-repeated-setting'; name: SettingName }
  | { code: 'link-unknown-control'; name: string; more: number }
  | { code: 'link-setting'; problem: SettingProblem };
