import { expect, it } from 'vitest';
import { klEstimator } from './epoch-settings.ts';
import { presetSettings } from './settings/presets.ts';

it('estimates the divergence as the variant does where asked to, and as the setting says otherwise', () => {
  const variant = { agentKlEstimator: 'variant' } as const;
  expect(klEstimator({ ...variant, lossVariant: 'token-mean' })).toBe('k3-clamped');
  expect(klEstimator({ ...variant, lossVariant: 'grpo' })).toBe('k3');
  expect(klEstimator({ agentKlEstimator: 'exact', lossVariant: 'grpo' })).toBe('exact');
  expect(klEstimator(presetSettings('paper'))).toBe('k3-clamped');
  expect(klEstimator(presetSettings('discovery'))).toBe('ratio-weighted');
});
