/** @file The larger base stands beside the agents where every family of the paper's table has runs, and nowhere else. */
import { expect, it } from 'vitest';
import { TABLE_1 } from '../../analysis/paper.ts';
import { presetRun } from '../../analysis/testing/summaries.ts';
import { presetSettings } from '../../genenv/settings/presets.ts';
import { familyNameOf } from '../../tasks/registry.ts';
import { largerModelsTable } from './larger-models-table.ts';

const summaries = TABLE_1.flatMap(({ preset }, i) =>
  [1, 2, 3].map((seed) => presetRun({ preset, seed, heldOut: [0.1, 0.5 + i / 10] })),
);
const families = TABLE_1.map(({ preset }) => familyNameOf(presetSettings(preset).families[0]));
const largerBase = (measured: readonly string[]) => ({
  parameters: 500_000,
  measure: {
    split: 'held-out' as const,
    tasksPerLevel: 12,
    samples: 8,
    success: Object.fromEntries(measured.map((family) => [family, [0.5, 0.1, 0]])),
    wellFormed: {},
  },
});

it('has means over levels, then over families, beside the paper’s rows', () => {
  const rows = largerModelsTable({ summaries }, largerBase(families)).split('\n');
  expect(rows).toContain('| Larger base, play alone | 500,000 | 0.200 | 0.200 | 0.200 | 0.200 | 0.200 | 0.200 |');
  expect(rows.find((row) => row.includes('before training'))).toMatch(/\| 0\.100( \| 0\.100){5} \|$/);
  expect(rows.find((row) => row.includes('after GenEnv'))).toMatch(
    /\| 0\.500 \| 0\.600 \| 0\.700 \| 0\.800 \| 0\.900 \| 0\.700 \|$/,
  );
  expect(rows).toContain('| *paper:* Llama-3.1-405B |  |  |  |  |  |  | 0.479 |');
});

it('is left out where a family has no runs, or was not measured', () => {
  const without = summaries.filter(({ settings: { preset } }) => preset !== 'wide-search');
  expect(largerModelsTable({ summaries: without }, largerBase(families))).toBe('');
  expect(largerModelsTable({ summaries }, largerBase(families.slice(1)))).toBe('');
});
