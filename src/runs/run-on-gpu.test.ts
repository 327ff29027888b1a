/**
 * @file The same seed on the same adapter, with real language models on WebGPU: one log, whether the run is run
 * through, killed in the middle of an epoch, or on a device of its own.
 */
import { smallSettings } from '../genenv/testing/small-settings.ts';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LanguageModelPolicy } from '../policy/language-model-policy.ts';
import { writeDiskFolder } from '../lm/testing/write-disk-folder.ts';
import type { Device } from '../tensor/device.ts';
import { openNodeDevice } from '../tensor/node.ts';
import { pretrain, pretrainedFolder, type ModelRecipe } from '../pretraining/pretrain.ts';
import { DeviceModels, openHeadlessRun } from './run-headless.ts';

const recipe: Omit<ModelRecipe, 'name' | 'role'> = {
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
};
// Every task passes the filter and every group is in the loss, so that both models learn in every epoch.
const settings = smallSettings({
  kMin: 1,
  groupsInLoss: 'all',
  agentModel: 'agent',
  environmentModel: 'environment',
});

let device: Device;
let folder: string;

beforeAll(async () => {
  device = await openNodeDevice();
  folder = await mkdtemp(join(tmpdir(), 'genenv-gpu-'));
  for (const role of ['agent', 'environment'] as const) {
    const made = await pretrain({ ...recipe, name: role, role }, async (model) =>
      LanguageModelPolicy.create(device, model),
    );
    await writeDiskFolder(join(folder, role), pretrainedFolder(made));
  }
});
afterAll(async () => {
  device.destroy();
  await rm(folder, { recursive: true });
});

async function pull(out: string, stages = Infinity, on = device): Promise<void> {
  const host = new DeviceModels(on, folder);
  const { session } = await openHeadlessRun({ settings, out: join(folder, out), host });
  for (let stage = 0; stage < stages && (await session.next()); stage += 1);
  await session.dispose();
}

it('gives the same log, bit for bit', async () => {
  await pull('through.jsonl');
  const log = await readFile(join(folder, 'through.jsonl'), 'utf8');
  const events = log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const type of ['agent-updated', 'environment-updated']) {
    const updates = events.filter((event) => event.type === type);
    expect(updates.map(({ steps }) => steps.length > 0 && steps[0].gradNorm > 0)).toEqual([true, true]);
  }

  await pull('killed.jsonl', 13);
  await pull('killed.jsonl');
  expect(await readFile(join(folder, 'killed.jsonl'), 'utf8')).toBe(log);

  const other = await openNodeDevice();
  await pull('other-device.jsonl', Infinity, other);
  other.destroy();
  expect(await readFile(join(folder, 'other-device.jsonl'), 'utf8')).toBe(log);
});

it('tells which kernels ran for each model, both losses among them', async () => {
  const own = await openNodeDevice();
  const out = join(folder, 'kernels.jsonl');
  const { session } = await openHeadlessRun({ settings, out, host: new DeviceModels(own, folder) });
  while (await session.next());
  const { agent, environment } = await session.kernels();
  expect(agent).toEqual(own.kernels());
  expect(environment).toEqual(agent);
  const names = agent.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['sample', 'map GRPO token loss', 'map RWR loss', 'adamw']));
  expect(agent.find(({ name }) => name === 'map RWR loss')?.wgsl).toContain('regression + klWeight * penalty');
  await session.dispose();
  own.destroy();
});
