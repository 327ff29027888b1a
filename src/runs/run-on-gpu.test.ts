/**
 * @file Makes runs of language models on WebGPU that start from chosen levels. The same seed on the same adapter gives
 * the same log. Two adapters over one base model share its weights, and stored checkpoints hold the adapters alone.
 * This takes over 10 s, because whole epochs of models are computed without a GPU.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { RunEvent, RunStarted, WrittenLevels } from '../genenv/log/events.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import { smallSettings } from '../genenv/testing/small-settings.ts';
import { openSafetensors } from '../lm/files/safetensors.ts';
import { type GpuRuns, gpuRuns } from './testing/gpu-runs.ts';

// Every task passes the filter and every group is in the loss, so that both models learn in every epoch.
const learning: Partial<Settings> = {
  startLevels: [0, 1],
  kMin: 1,
  groupsInLoss: 'all',
  environmentModel: 'environment',
};

let runs: GpuRuns;
afterEach(() => runs?.dispose());

/** Returns the total variation distance: the share of texts that would need another level. */
function distance({ valid, levels }: WrittenLevels, asked: readonly number[]): number {
  const sum = asked.reduce((a, b) => a + b, 0);
  return levels.reduce((total, count, i) => total + Math.abs(count / valid - (asked[i] ?? 0) / sum), 0) / 2;
}

/**
 * Makes runs with these settings, and expects equal logs. Their divergences are from the weights at the start levels.
 * @param near maximum distance between the written levels and the start levels
 */
async function startedRun(settings: Settings, near: number): Promise<RunEvent[]> {
  runs = await gpuRuns(settings);
  const events = await runs.expectOneLog();
  const { before, after } = (events[0] as RunStarted).start!;
  expect(distance(before.household, settings.startLevels)).toBeGreaterThan(0.7);
  expect(distance(after.household, settings.startLevels)).toBeLessThan(near);
  for (const type of ['agent-updated', 'environment-updated'] as const) {
    const updates = events.flatMap((event) => (event.type === type ? [event] : []));
    expect(updates[0].steps[0].klPerToken).toBe(0);
    expect(updates[1].steps[0].klPerToken).toBeGreaterThan(0);
  }
  return events;
}

it('gives the same log, bit for bit', async () => {
  await startedRun(smallSettings({ ...learning, agentModel: 'agent' }), 0.1);
});

it('trains two adapters over one checkpoint, and stores them under the names of PEFT without the base', async () => {
  const settings = smallSettings({
    ...learning,
    agentModel: 'environment',
    training: 'lora',
    loraRank: 3,
  });
  const [started] = (await startedRun(settings, 0.6)) as [RunStarted];
  expect(started.agent).toEqual(started.environment);
  const attention = 2 * (16 + 16) + 2 * (16 + 8);
  expect(started.agent.trainableParameters).toBe(3 * (attention + 3 * (16 + 32)));
  expect(started.agent.trainableParameters).toBeLessThan(started.agent.parameters);

  const read = async (player: string) =>
    openSafetensors(await readFile(join(runs.folder, `through.jsonl.checkpoints/2/${player}.weights.safetensors`)));
  const [agent, environment] = [await read('agent'), await read('environment')];
  for (const { entries, metadata } of [agent, environment]) {
    expect([...entries.keys()].every((name) => /^base_model\.model\..*\.lora_[AB]\.weight$/.test(name))).toBe(true);
    expect(entries.size).toBe(2 * settings.loraTargets.length);
    expect(metadata).toMatchObject({
      peft_type: 'LORA',
      r: '3',
      lora_alpha: '16',
      base_sha256: started.agent.weightsHash,
      target_modules: 'down_proj,gate_proj,k_proj,o_proj,q_proj,up_proj,v_proj',
    });
  }
  const name = 'base_model.model.model.layers.0.self_attn.o_proj.lora_B.weight';
  expect(agent.read(name)).not.toEqual(environment.read(name));

  await expect(runs.open('through.jsonl', { loraRank: 4 })).rejects.toMatchObject({ code: 'run-of-other-settings' });
});
