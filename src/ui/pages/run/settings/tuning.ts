/** @file Decides what the knobs change: the open run, or the values tried on a recording. */
import type { EffectsRequest } from '../../../../analysis/setting-effects.ts';
import { type EpochView, epochToShow, tasksOf } from '../../../../analysis/run-view.ts';
import { withEpochAlpha } from '../../../../genenv/epoch-settings.ts';
import { presetSettings } from '../../../../genenv/settings/presets.ts';
import type { SettingName, Settings } from '../../../../genenv/settings/settings.ts';
import { isHidden } from '../../../address/share-url.ts';
import type { PageStore } from '../../../state/page-store.svelte.ts';

/** Settings that have a knob. */
export const KNOBS = ['alpha', 'beta', 'kMin', 'lambda', 'groupSize'] as const satisfies readonly SettingName[];
export type Knob = (typeof KNOBS)[number];

export interface Tuning {
  /** Chosen settings with previewed values. α is the chosen value, even if the α of epochs follows the agent. */
  settings: Settings;
  /** Settings that a reset restores: the settings of the recording, else of the preset. */
  base: Settings;
  /** Facts about the epoch shown, for sentences about effects. */
  known: Omit<EffectsRequest, 'settings'>;
  isMovable: (name: SettingName) => boolean;
  /** Receives the value while the user moves a knob. */
  onpreview: (change: Partial<Settings>) => void;
  onchange: (change: Partial<Settings>) => void;
}

export function tuningOf(page: PageStore): Tuning {
  const { pictured } = page;
  const epoch = epochToShow(pictured.view, pictured.pinned);
  const recorded = page.replay?.view.settings;
  return {
    settings: { ...(page.tried ?? page.settings), ...page.previewed },
    base: recorded ?? presetSettings(page.settings.preset),
    known: {
      ...page.known,
      ...(recorded && { inForce: recorded, rolloutsPerSecond: undefined }),
      tasks: (epoch ? tasksOf(epoch) : []).filter(({ used }) => used),
      recentSuccess: epoch?.['tasks-written']?.recentSuccess,
    },
    isMovable: (name) => !isHidden(name, page.shared.hidden) && (recorded !== undefined || !page.waitsForNextRun(name)),
    onpreview: page.preview,
    onchange: page.tune,
  };
}

/** Returns the chosen settings with the epoch's α. Undefined if they filter and weigh like the epoch's own settings. */
export function plannedSettings(settings: Settings, epoch: EpochView): Settings | undefined {
  const planned = withEpochAlpha(settings, epoch['tasks-written']?.recentSuccess);
  const differs = (['alpha', 'beta', 'kMin', 'lambda'] as const).some((name) => planned[name] !== epoch.settings[name]);
  return differs ? planned : undefined;
}
