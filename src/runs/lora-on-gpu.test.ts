/**
 * @file A run whose two players are adapters over one checkpoint: the same log whether it is run through, killed in the
 * middle of an epoch, or on a device of its own; one copy of the frozen weights; checkpoints of adapters alone.
 */
import { smallSettings } from '../genenv/testing/small-settings.ts';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunEvent } from '../genenv/log/events.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import { writeDiskFolder } from '../lm/testing/write-disk-folder.ts';
import { openSafetensors } from '../lm/files/safetensors.ts';
import { LanguageModelPolicy } from '../policy/language-model-policy.ts';
import { pretrain, pretrainedFolder } from '../pretraining/pretrain.ts';
import type { Device } from '../tensor/device.ts';
import { openNodeDevice } from '../tensor/node.ts';
import { DeviceModels, openHeadlessRun } from './run-headless.ts';

// Every task passes the filter and every group is in the loss, so that both adapters learn in every epoch.
const settings = smallSettings({
  kMin: 1,
  groupsInLoss: 'all',
  agentModel: 'shared',
  environmentModel: 'shared',
  training: 'lora',
  loraRank: 3,
  loraTargets: ['q_proj', 'v_proj', 'o_proj', 'up_proj', 'down_proj'],
});

let device: Device;
let folder: string;

beforeAll(async () => {
  device = await openNodeDevice();
  folder = await mkdtemp(join(tmpdir(), 'genenv-lora-'));
  const made = await pretrain(
    {
      name: 'shared',
      role: 'environment',
      families: ['household'],
      prior: 'easy',
      architecture: {
        hiddenSize: 16,
        layers: 1,
        heads: 2,
        kvHeads: 1,
        headDim: 8,
        intermediateSize: 32,
        maxPositions: 160,
      },
      seed: 1,
      steps: 80,
      batch: 16,
      learningRate: 1e-2,
    },
    async (model) => LanguageModelPolicy.create(device, model),
  );
  await writeDiskFolder(join(folder, 'shared'), pretrainedFolder(made));
});
afterAll(async () => {
  device?.destroy();
  await rm(folder, { recursive: true });
});

async function pull(out: string, stages = Infinity, changed: Partial<Settings> = {}, on = device): Promise<void> {
  const host = new DeviceModels(on, folder);
  const run = { settings: { ...settings, ...changed }, out: join(folder, out), host };
  const { session } = await openHeadlessRun(run);
  try {
    for (let stage = 0; stage < stages && (await session.next()); stage += 1);
  } finally {
    await session.dispose();
  }
}

const logOf = (out: string) => readFile(join(folder, out), 'utf8');

it('gives the same log, bit for bit, and both adapters learn', async () => {
  await pull('through.jsonl');
  const log = await logOf('through.jsonl');
  const events = log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RunEvent);
  for (const type of ['agent-updated', 'environment-updated'] as const) {
    const updates = events.flatMap((event) => (event.type === type ? [event] : []));
    expect(updates.map(({ steps }) => steps.length > 0 && steps[0].gradNorm > 0)).toEqual([true, true]);
    // At the start B is zero, so each policy is its own reference: the divergence of the first step is exactly 0.
    expect(updates[0].steps[0].klPerToken).toBe(0);
    expect(updates[1].steps[0].klPerToken).toBeGreaterThan(0);
  }
  const started = events.find((event) => event.type === 'run-started')!;
  expect(started.agent).toEqual(started.environment);
  expect(started.agent.trainableParameters).toBe(3 * (16 + 16 + (16 + 8) + (16 + 16) + (16 + 32) + (32 + 16)));
  expect(started.agent.trainableParameters).toBeLessThan(started.agent.parameters);

  await pull('killed.jsonl', 13);
  await pull('killed.jsonl');
  expect(await logOf('killed.jsonl')).toBe(log);

  const other = await openNodeDevice();
  await pull('other-device.jsonl', Infinity, {}, other);
  other.destroy();
  expect(await logOf('other-device.jsonl')).toBe(log);
});

it('stores adapters under the names of PEFT, and nothing of the base', async () => {
  await pull('stored.jsonl');
  const { weightsHash } = (
    JSON.parse((await logOf('stored.jsonl')).split('\n')[0]) as { agent: { weightsHash: string } }
  ).agent;
  const read = async (player: string) =>
    openSafetensors(await readFile(join(folder, `stored.jsonl.checkpoints/2/${player}.weights.safetensors`)));
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

it('refuses other adapter settings for a run that is under way', async () => {
  await pull('fixed.jsonl', 9);
  await expect(pull('fixed.jsonl', Infinity, { loraRank: 4 })).rejects.toMatchObject({ code: 'run-of-other-settings' });
});
