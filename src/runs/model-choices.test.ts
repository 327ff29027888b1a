/** @file Tests the positions of changed settings in the log. session.test.ts tests the effect of changes on a run. */
import { expect, it } from 'vitest';
import { defaultSettings } from '../genenv/settings/settings.ts';
import { planChange } from './model-choices.ts';

it('a change that undoes the one before it leaves no event, and later events move up', () => {
  const repeated = [{ sequence: 9, changes: { beta: 4 } }];
  const planned = planChange({
    changes: { alpha: defaultSettings.alpha },
    after: defaultSettings,
    settings: { ...defaultSettings, alpha: 0.4 },
    sequence: 7,
    changed: { before: defaultSettings, sequence: 6 },
    pending: [{ sequence: 6, changes: { alpha: 0.4 } }, ...repeated],
    repeated,
  });
  const moved = [{ sequence: 8, changes: { beta: 4 } }];
  expect(planned).toEqual({ event: null, pending: moved, repeated: moved });
});
