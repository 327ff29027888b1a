/** @file What “Try both from here” asks the side-by-side view for. */
import type { SettingName } from '../../../genenv/settings/settings.ts';
import type { BranchPoint } from './side-by-side.svelte.ts';

export interface Both {
  name: SettingName;
  from: unknown;
  to: unknown;
  branch: Omit<BranchPoint, 'title'>;
}
