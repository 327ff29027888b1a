import { describe, expect, it } from 'vitest';
import { LORA_MODULES } from '../policy/policy.ts';
import { defaultSettings, settingNames, type Settings, SettingsError } from '../genenv/settings/settings.ts';
import { type ChangeRequest, isFixed, planChange, refuseFixedChanges } from './model-choices.ts';

describe('what is fixed during a run', () => {
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
});

describe('a change of settings', () => {
  const plan = (changes: ChangeRequest['changes'], request: Partial<ChangeRequest> = {}) => {
    const settings = request.settings ?? defaultSettings;
    const after = { ...settings, ...changes };
    return planChange({ changes, after, settings, sequence: 7, pending: [], repeated: [], ...request });
  };

  it('is an event at the next position, after the changes that are made already', () => {
    const pending = [{ sequence: 5, changes: { alpha: 0.4 } }];
    const planned = plan({ kMin: 0.2 }, { pending });
    expect(planned).toEqual({
      event: { kMin: 0.2 },
      pending: [...pending, { sequence: 7, changes: { kMin: 0.2 } }],
      repeated: [],
    });
  });

  it('takes the place of the change before it, and is one event with it', () => {
    const changed = { before: defaultSettings, sequence: 6 };
    const pending = [{ sequence: 6, changes: { alpha: 0.4 } }];
    const planned = plan({ kMin: 0.2 }, { settings: { ...defaultSettings, alpha: 0.4 }, changed, pending });
    expect(planned.event).toEqual({ alpha: 0.4, kMin: 0.2 });
    expect(planned.pending).toEqual([{ sequence: 6, changes: { alpha: 0.4, kMin: 0.2 } }]);
  });

  it('leaves no event where it takes back what was changed, and what follows moves up', () => {
    const changed = { before: defaultSettings, sequence: 6 };
    const repeated = [{ sequence: 9, changes: { beta: 4 } }];
    const pending = [{ sequence: 6, changes: { alpha: 0.4 } }, ...repeated];
    const settings = { ...defaultSettings, alpha: 0.4 };
    const planned = plan({ alpha: defaultSettings.alpha }, { settings, changed, pending, repeated });
    expect(planned).toEqual({
      event: null,
      pending: [{ sequence: 8, changes: { beta: 4 } }],
      repeated: [{ sequence: 8, changes: { beta: 4 } }],
    });
  });

  it('wins over changes that wait to be made again, which move down by its event', () => {
    const repeated = [
      { sequence: 7, changes: { alpha: 0.4, beta: 4 } },
      { sequence: 9, changes: { alpha: 0.6 } },
    ];
    const { repeated: later } = plan({ alpha: 0.3 }, { pending: repeated, repeated });
    expect(later).toEqual([
      { sequence: 8, changes: { beta: 4 } },
      { sequence: 10, changes: {} },
    ]);
  });
});
