/**
 * @file Runs that start from drawn levels, with real language models on WebGPU: the shipped environment comes to write what
 * is asked for, and a run that is opened again has the log that it would have had, which its reference weights are part of.
 *
 * This test takes over ten seconds: it makes seven starts of 80 steps. Other devices give the same log in run-on-gpu.test.ts and lora-on-gpu.test.ts.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunStarted, WrittenLevels } from '../genenv/log/events.ts';
import { presetSettings } from '../genenv/settings/presets.ts';
import { smallSettings } from '../genenv/testing/small-settings.ts';
import { testDevice } from '../tensor/testing/check-op.ts';
import { DeviceModels, openHeadlessRun } from './run-headless.ts';
import { gpuRuns } from './testing/gpu-runs.ts';

/**
 * 256 texts of a distribution over four levels lie .04 from it on average; the shipped environment came to .03 to .13 in 80
 * steps, and is .8 away as it ships.
 */
const NEAR = 0.2;

/** Total variation: the share of texts that would have to be of another level. */
function distance({ valid, levels }: WrittenLevels, asked: readonly number[]): number {
  const sum = asked.reduce((a, b) => a + b, 0);
  return levels.reduce((total, count, i) => total + Math.abs(count / valid - (asked[i] ?? 0) / sum), 0) / 2;
}

const device = testDevice();

it('writes what was asked for, two humps', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'genenv-start-'));
  const startLevels = [1, 2, 0, 0, 0, 0, 2, 1];
  const settings = { ...presetSettings('quick'), startLevels, evalTasks: 0 };
  const { session } = await openHeadlessRun({
    settings,
    out: join(folder, 'run.jsonl'),
    host: new DeviceModels(device(), 'models'),
  });
  const { start } = (await session.next()) as RunStarted;
  await session.dispose();
  await rm(folder, { recursive: true });
  expect(distance(start!.before.household, startLevels)).toBeGreaterThan(0.5);
  expect(distance(start!.after.household, startLevels)).toBeLessThan(NEAR);
});

describe.each([
  { training: 'full', agentModel: 'agent', environmentModel: 'environment' },
  { training: 'lora', agentModel: 'environment', environmentModel: 'environment', loraRank: 3 },
] as const)('with $training training', (changes) => {
  it('gives the same log, bit for bit, and measures the divergence from the learnt start', async () => {
    const settings = smallSettings({ ...changes, startLevels: [0, 1], kMin: 1, groupsInLoss: 'all' });
    const runs = await gpuRuns(settings);
    const events = await runs.expectOneLog(false);
    const updates = events.flatMap((event) => (event.type === 'environment-updated' ? [event] : []));
    expect(updates[0].steps[0].klPerToken).toBe(0);
    expect(updates[1].steps[0].klPerToken).toBeGreaterThan(0);
    await runs.dispose();
  });
});
