import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Settings } from '../genenv/settings/settings.ts';
import { armTitle } from '../text/names.ts';
import { differentRunsOf, parseSweep, runsOfSweeps } from './sweep-file.ts';
import { changedSweep, smallRuns } from './testing/table-runs.ts';

describe('a sweep file', () => {
  it('becomes runs: models × seeds × grid × arms, each with its own settings', async () => {
    const runs = await smallRuns({
      arms: ['genenv', 'offline-2x'],
      seeds: [7, 8],
      grid: { alpha: [0.3, 0.5], groupSize: [4] },
      models: [
        { name: 'first', agentModel: 'a1', environmentModel: 'e1', teacherModel: 't' },
        { name: 'second', agentModel: 'a2', environmentModel: 'e2', teacherModel: 't' },
      ],
    });
    expect(runs).toHaveLength(16);
    expect(runs.slice(0, 4).map(({ label }) => label)).toEqual([
      'GenEnv, first, alpha 0.3, groupSize 4, seed 7',
      'Offline ×2, first, alpha 0.3, groupSize 4, seed 7',
      'GenEnv, first, alpha 0.5, groupSize 4, seed 7',
      'Offline ×2, first, alpha 0.5, groupSize 4, seed 7',
    ]);
    const offline = runs[1].settings;
    expect(offline).toMatchObject({ arm: 'offline', offlinePool: 512, alpha: 0.3, seed: 7, agentModel: 'a1' });
    expect(new Set(runs.map(({ id }) => id)).size).toBe(16);
  });

  it('keeps the ids of its runs when it grows', async () => {
    const few = await smallRuns();
    const many = await smallRuns({ seeds: [3, 2, 1], arms: ['static', 'random', 'genenv'] });
    expect(many.map(({ id }) => id)).toEqual(expect.arrayContaining(few.map(({ id }) => id)));
  });

  it('gives every run the same agent rollouts where it is told how many', async () => {
    const runs = await smallRuns({ grid: { groupSize: [2, 4, 8] }, agentRollouts: 96 });
    const spent = ({ epochs, tasksPerEpoch, groupSize }: Settings) => epochs * tasksPerEpoch * groupSize;
    expect(new Set(runs.map(({ settings }) => spent(settings)))).toEqual(new Set([96]));
  });

  const many = Array.from({ length: 3000 }, (_, i) => i / 3000);
  it.each<[object, string | RegExp]>([
    [{ version: 2 }, 'version'],
    [{ arms: ['genenv', 'magic'] }, '“magic” is none of the arms'],
    [{ arms: ['genenv', 'genenv'] }, 'arms: has an entry twice'],
    [{ seeds: [] }, 'seeds: must have at least one entry'],
    [{ seeds: [-1] }, 'seeds[0]'],
    [{ grid: { alpah: [1] } }, 'names a setting that does not exist: alpah'],
    [{ grid: { seed: [1] } }, 'must not hold arm, seed'],
    [{ grid: { alpha: [0.5, 2] } }, /run-settings-invalid {"run":"GenEnv, alpha 2, seed 1".*"alpha"/],
    [{ settings: { epochs: 0 } }, /"epochs".*not-a-whole-number/],
    [{ arms: ['offline-4x'], settings: { teacherModel: '' } }, 'no-teacher-named'],
    [{ grid: { seed: [1], alpha: [] } }, 'at least one entry'],
    [{ extra: 1 }, 'extra'],
    [{ seeds: many.map((_, i) => i), grid: { alpha: [0.1, 0.2] } }, '{"runs":12000,"most":10000}'],
    [{ grid: { alpha: many, beta: many, lambda: many } }, '{"runs":108000000000,"most":10000}'],
    [{ models: ['one', 'two'].map((name) => ({ name, agentModel: 'a', environmentModel: 'e' })) }, 'runs-the-same'],
  ])('says what is wrong with it: %#', async (changes, message) => {
    await expect(smallRuns(changes)).rejects.toThrow(message);
  });
});

describe('several sweeps', () => {
  it('are made one after the other, and what two of them have once', async () => {
    const sweeps = await runsOfSweeps(
      [changedSweep(), changedSweep({ name: 'more', arms: ['static', 'random'] })],
      armTitle,
    );
    expect(sweeps.map(({ name, runs }) => [name, runs.length])).toEqual([
      ['small', 4],
      ['more', 4],
    ]);
    const runs = differentRunsOf(sweeps);
    expect(runs).toHaveLength(6);
    expect(runs[0].label).toBe('small: GenEnv, seed 1');
    // Each run keeps the id that it has in its own sweep, so a folder of one sweep can continue with both sweeps.
    expect(runs.slice(0, 4).map(({ id }) => id)).toEqual((await smallRuns()).map(({ id }) => id));
  });

  it('name the file of which something is wrong', () => {
    expect(() => parseSweep('{', 'b.json')).toThrow(/sweep-not-json.*b\.json: /);
    expect(() => parseSweep('{}', 'b.json')).toThrow(/sweep-invalid.*b\.json: format/);
  });

  it('of the tournament have the same arms, n = 6 over two pairs, and seeds that no other sweep has', async () => {
    const folder = new URL('../../docs/sweeps/', import.meta.url);
    const read = (name: string) => parseSweep(readFileSync(new URL(name, folder), 'utf8'), name);
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
    const sweeps = names.filter((name) => name.startsWith('tournament-')).map(read);
    // The own-rates sweeps share the tournament's seeds. Their learning rates were chosen on seeds of other sweeps.
    const others = names.filter((name) => !/^(tournament|own-rates)-/.test(name)).map(read);
    const taken = new Set(others.flatMap(({ seeds }) => seeds));
    for (const { arms, seeds, models, agentRollouts } of sweeps) {
      expect(arms).toEqual(sweeps[0].arms);
      expect([seeds.length, models.length]).toEqual([3, 2]);
      expect(seeds.filter((seed) => taken.has(seed))).toEqual([]);
      expect(agentRollouts).not.toBeNull();
    }
    const runs = differentRunsOf(await runsOfSweeps(sweeps, armTitle));
    expect(runs).toHaveLength(sweeps.length * sweeps[0].arms.length * 6);
  });
});
