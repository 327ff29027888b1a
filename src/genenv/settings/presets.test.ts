import { expect, it } from 'vitest';
import { presetNames, presetSettings } from './presets.ts';
import { diffFromDefaults, parseSettings } from './settings.ts';

it.each(presetNames)('%s is complete, valid and restored from its differences', (name) => {
  const settings = presetSettings(name);
  expect(settings.preset).toBe(name);
  expect(parseSettings(diffFromDefaults(settings))).toEqual(settings);
});

it('discovery is the default', () => expect(diffFromDefaults(presetSettings('discovery'))).toEqual({}));

it('paper-large has what the paper and its code fix', () => {
  expect(presetSettings('paper-large')).toMatchObject({
    epochs: 10,
    alpha: 0.5,
    beta: 2,
    kMin: 0.1,
    lambda: 1,
    tasksPerEpoch: 64,
    groupSize: 8,
    successScope: 'batch',
    agentLearningRate: 1e-6,
    environmentLearningRate: 5e-7,
    agentKlWeight: 0.001,
    entropyWeight: 0.001,
    clipLow: 0.2,
  });
});
