/**
 * @file Starts runs from chosen levels, with language models on WebGPU. With all weights, the environment nearly
 * reaches the mix of levels; with an adapter, it reaches the mix partly.
 */
import { describe, expect, it } from 'vitest';
import type { RunEvent, RunStarted, WrittenLevels } from '../genenv/log/events.ts';
import { smallSettings } from '../genenv/testing/small-settings.ts';
import { gpuRuns } from './testing/gpu-runs.ts';

/** Returns the total variation distance: the share of texts that would need another level. */
function distance({ valid, levels }: WrittenLevels, asked: readonly number[]): number {
  const sum = asked.reduce((a, b) => a + b, 0);
  return levels.reduce((total, count, i) => total + Math.abs(count / valid - (asked[i] ?? 0) / sum), 0) / 2;
}

describe.each([
  { near: 0.1, training: 'full', agentModel: 'agent', environmentModel: 'environment' },
  { near: 0.6, training: 'lora', agentModel: 'environment', environmentModel: 'environment', loraRank: 3 },
] as const)('with $training training', ({ near, ...changes }) => {
  it('writes the levels asked for, and measures the divergence from there', async () => {
    const startLevels = [0, 1];
    const settings = smallSettings({ ...changes, startLevels, kMin: 1, groupsInLoss: 'all' });
    const runs = await gpuRuns(settings);
    const log = await runs.pull('run.jsonl');
    const events = log.trimEnd().split('\n').map((line) => JSON.parse(line) as RunEvent); // prettier-ignore
    const { before, after } = (events[0] as RunStarted).start!;
    expect(distance(before.household, startLevels)).toBeGreaterThan(0.7);
    expect(distance(after.household, startLevels)).toBeLessThan(near);
    const updates = events.flatMap((event) => (event.type === 'environment-updated' ? [event] : []));
    expect(updates[0].steps[0].klPerToken).toBe(0);
    expect(updates[1].steps[0].klPerToken).toBeGreaterThan(0);
    await runs.dispose();
  });
});
