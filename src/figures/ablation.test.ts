/** @file Success by the value of one setting. */
import { expect, it } from 'vitest';
import { knownRun } from '../analysis/testing/summaries.ts';
import { figureWords } from '../text/figure-words.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import { ablation, ablationRows } from './index.ts';
import { curve } from './testing/known-figures.ts';

const measures = { final: 'At the end', area: 'On average until then' };
const vary = (name: keyof Settings, values: unknown[]) =>
  values.flatMap((value, i) =>
    [1, 2].map((seed) => knownRun({ seed, heldOut: curve(0.2 * (i + 1)), settings: { [name]: value } })),
  );

it('measure every value at one budget, in order', () => {
  const summaries = vary('beta', [10, 2, 8]);
  const rows = ablationRows({ summaries }, 'beta', measures).filter(({ measure }) => measure === 'At the end');
  expect(rows.map(({ value, n, budget }) => [value, n, budget])).toEqual([
    ['2', 2, 200],
    ['8', 2, 200],
    ['10', 2, 200],
  ]);
  expect(rows.map(({ mean }) => mean)).toEqual([0.4, expect.closeTo(0.6, 12), 0.2]);
  expect(ablation({ summaries }, 'beta', figureWords).title).toContain('(β)');
});

it('take choices as they come, and warn of anything else that differs', () => {
  const summaries = vary('successScope', ['task', 'batch', 'epoch']);
  expect([...new Set(ablationRows({ summaries }, 'successScope', measures).map(({ value }) => value))]).toEqual([
    'task',
    'batch',
    'epoch',
  ]);
  expect(ablation({ summaries }, 'successScope', figureWords).notes).toEqual([]);
  const mixed = [...summaries, knownRun({ heldOut: curve(0.1), settings: { alpha: 0.3 } })];
  expect(ablation({ summaries: mixed }, 'successScope', figureWords).notes[0]).toContain('alpha');
});
