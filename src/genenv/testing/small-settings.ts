/** @file Defines the smallest run in which groups can be mixed, for tests with real models and for fault tests. */
import { presetSettings } from '../settings/presets.ts';
import { parseSettings } from '../settings/settings.ts';
import type { Settings } from '../settings/settings-table.ts';

export const smallSettings = (changes: Partial<Settings> = {}): Settings =>
  parseSettings({
    ...presetSettings('quick'),
    epochs: 2,
    tasksPerEpoch: 4,
    groupSize: 4,
    evalTasks: 1,
    evalSamples: 1,
    ...changes,
  });
