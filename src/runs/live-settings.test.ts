import { expect, it } from 'vitest';
import { LORA_MODULES } from '../policy/policy.ts';
import { defaultSettings, settingNames, SettingsError, type Settings } from '../genenv/settings/settings.ts';
import { isFixed, refuseFixedChanges } from './model-choices.ts';

const change = (changes: Partial<Settings>) => () =>
  refuseFixedChanges(defaultSettings, { ...defaultSettings, ...changes });

it('is its arm, families, seed, models, and tasks made before the first epoch', () => {
  expect(settingNames.filter(isFixed).sort()).toEqual(
    [
      ...[
        'arm',
        'families',
        'seed',
        'agentModel',
        'environmentModel',
        'teacherModel',
        'softReward',
        'embeddingModel',
        'answerKey',
        'startLevels',
      ],
      ...['training', 'loraRank', 'loraAlpha', 'loraTargets', 'basePrecision'],
      ...['basePool', 'baseLevels', 'staticPool', 'offlinePool', 'evalSplit', 'evalTasks'],
    ].sort(),
  );
});

it('is refused as a change, all of it in one error', () => {
  let refused: unknown;
  try {
    change({ loraTargets: LORA_MODULES.slice(1), seed: 2, alpha: 0.4 })();
  } catch (error) {
    refused = error;
  }
  expect(refused).toBeInstanceOf(SettingsError);
  expect((refused as SettingsError).problems.map(({ name }) => name).sort()).toEqual(['loraTargets', 'seed']);
});

it('leaves all else to be changed', () => {
  expect(change({ alpha: 0.4, groupSize: 4, epochs: 3 })).not.toThrow();
});
