/** @file The words beside the drawings of figures. */
import { expect, it } from 'vitest';
import { missingAblations } from './figure-words.ts';

it('names the ablations that can’t be shown, and what to do', () => {
  expect(missingAblations(['beta', 'kMin'])).toMatch(
    /^There is no ablation of Curriculum sharpness, .+: run a sweep that varies one of these\.$/,
  );
  expect(missingAblations(['beta'])).toMatch(/: run a sweep that varies it\.$/);
  expect(missingAblations([])).toBe('');
});
