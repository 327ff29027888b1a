/** @file The page of a results file that holds several sweeps. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { knownRun } from '../../analysis/testing/summaries.ts';
import { presetSettings } from '../../genenv/settings/presets.ts';
import { writeResults } from '../../sweeps/results-file.ts';
import { madeOfResults } from './results.ts';

it('has a section for each preset of a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'genenv-results-'));
  const file = join(folder, 'both.json');
  const runs = (['discovery', 'function-calling'] as const).flatMap((preset) =>
    (['genenv', 'random'] as const).map((arm) => ({
      ...knownRun({ arm, heldOut: [0.1, 0.5], settings: presetSettings(preset) }),
      id: `${preset}-${arm}`,
    })),
  );
  writeFileSync(file, writeResults('both', runs));
  const { page } = await madeOfResults([file], join(folder, 'results.md'));
  rmSync(folder, { recursive: true });
  const sections = page.split('\n').filter((line) => line.startsWith('## both'));
  expect(sections).toEqual(['## both-discovery', '## both-function-calling']);
  expect(page).toContain('2 runs of 2 arms from [`both.json`](both.json): preset `function-calling`');
});
