/**
 * @file Tests a run whose two players are adapters over one checkpoint, with one copy of the frozen weights and
 * checkpoints of the adapters alone.
 */
import type { RunEvent, RunStarted } from '../genenv/log/events.ts';
import { smallSettings } from '../genenv/testing/small-settings.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSafetensors } from '../lm/files/safetensors.ts';
import { type GpuRuns, gpuRuns } from './testing/gpu-runs.ts';

// Every task passes the filter and every group is in the loss, so that both adapters learn in every epoch.
const settings = smallSettings({
  kMin: 1,
  groupsInLoss: 'all',
  agentModel: 'environment',
  environmentModel: 'environment',
  training: 'lora',
  loraRank: 3,
  loraTargets: ['q_proj', 'v_proj', 'o_proj', 'up_proj', 'down_proj'],
});

let runs: GpuRuns;
let events: RunEvent[];

beforeAll(async () => {
  runs = await gpuRuns(settings);
  events = await runs.expectOneLog();
});
afterAll(() => runs?.dispose());

it('gives the same log, bit for bit, and both adapters learn', () => {
  for (const type of ['agent-updated', 'environment-updated'] as const) {
    const updates = events.flatMap((event) => (event.type === type ? [event] : []));
    // LoRA's B is 0 at the start, so the divergence of the first step is exactly 0.
    expect(updates[0].steps[0].klPerToken).toBe(0);
    expect(updates[1].steps[0].klPerToken).toBeGreaterThan(0);
  }
  const started = events.find((event) => event.type === 'run-started')!;
  expect(started.agent).toEqual(started.environment);
  expect(started.agent.trainableParameters).toBe(3 * (16 + 16 + (16 + 8) + (16 + 16) + (16 + 32) + (32 + 16)));
  expect(started.agent.trainableParameters).toBeLessThan(started.agent.parameters);
});

it('stores adapters under the names of PEFT, and nothing of the base', async () => {
  const { weightsHash } = (events[0] as RunStarted).agent;
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
      base_sha256: weightsHash,
      target_modules: 'down_proj,o_proj,q_proj,up_proj,v_proj',
    });
  }
  const name = 'base_model.model.model.layers.0.self_attn.o_proj.lora_B.weight';
  expect(agent.read(name)).not.toEqual(environment.read(name));
});

it('refuses other adapter settings for a stored run', async () => {
  await expect(runs.open('through.jsonl', { loraRank: 4 })).rejects.toMatchObject({ code: 'run-of-other-settings' });
});
