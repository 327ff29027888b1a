/** @file What the handles of R_env's curve need of the page, where its run is one that can be tuned. */
import type { EffectsRequest } from '../../../../analysis/setting-effects.ts';
import type { SettingName, Settings } from '../../../../genenv/settings/settings.ts';

export interface CurveTuning {
  /** As chosen, or as previewed; their α is that of the settings. */
  settings: Settings;
  /** Of the epoch that is drawn. */
  known: Omit<EffectsRequest, 'settings'>;
  isMovable: (name: SettingName) => boolean;
  /** Called with a value that is held. */
  onpreview: (change: Partial<Settings>) => void;
  onchange: (change: Partial<Settings>) => void;
}
