/** @file The export of a run's models without its thread: a player trained whole, and one trained through an adapter. */
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../src/genenv/log/events.ts';
import { defaultSettings, type Settings } from '../../src/genenv/settings/settings.ts';
import { createRandomModel } from '../../src/interop/models/testing/random-model.ts';
import { adapterIdentity } from '../../src/lm/lora/adapter-identity.ts';
import { initialAdapter } from '../../src/lm/lora/initial-adapter.ts';
import type { LoraConfig } from '../../src/lm/lora/lora-config.ts';
import { loadModel } from '../../src/lm/files/load-model.ts';
import { writeSafetensors, type WeightArray } from '../../src/lm/files/safetensors.ts';
import { nodeRuntime } from '../../src/onnx/node-runtime.ts';
import { Transformers } from '../../src/onnx/transformers.ts';
import type { RunStore } from '../../src/store/run-store.ts';
import { testDevice } from '../../src/tensor/testing/check-op.ts';
import { ModelExportHost } from './host.ts';

const device = testDevice();

const PROMPT = 'clean apple';
const lora: LoraConfig = { rank: 2, alpha: 4, targets: ['q_proj', 'up_proj'] };

/** A stored run whose agent began with the random model and holds these weights now. */
async function host(settings: Partial<Settings>, agent: (base: Map<string, WeightArray>) => Uint8Array<ArrayBuffer>) {
  const { model } = await createRandomModel('llama');
  const { weights, weightsHash } = await loadModel(model.base);
  const description = { weightsHash };
  const events = {
    'run-started': {
      type: 'run-started',
      settings: { ...defaultSettings, agentModel: 'random-model', ...settings },
      agent: description,
      environment: description,
    },
    'tasks-written': { type: 'tasks-written', epoch: 1, texts: [{ prompt: PROMPT, context: '' }] },
    'settings-changed': { type: 'settings-changed', epoch: 2, changes: { alpha: 0.25 } },
  } as unknown as Record<string, RunEvent>;
  const store = {
    get: async () => ({ name: 'a run' }),
    event: async () => events['run-started'],
    async *eventsOf(_: string, type: string) {
      yield events[type];
    },
    checkpoint: async () => ({ epoch: 3, agent: { weights: agent(weights) } }),
  } as unknown as RunStore<RunEvent>;
  return new ModelExportHost({
    openDevice: async () => device(),
    store: async () => store,
    folder: () => model.base,
    transformers: () => Transformers.open(nodeRuntime),
  });
}

const SOURCE = { runId: '1', player: 'agent' } as const;

describe('a player trained whole', () => {
  const doubled = (base: Map<string, WeightArray>) => {
    base.get('lm_head.weight')!.data.forEach((value, i, data) => (data[i] = 2 * value));
    return writeSafetensors(base);
  };

  it('leaves as a zip, and transformers.js writes what we write', async () => {
    const exporter = await host({}, doubled);
    await expect(exporter.zip()).rejects.toMatchObject({ code: 'no-export' });
    const exporting = exporter.export(SOURCE, { format: 'onnx', precision: 'f32' });
    expect(await exporter.progress()).toMatchObject({ stage: 'writing' });
    await expect(exporter.export(SOURCE, { format: 'onnx', precision: 'f32' })).rejects.toMatchObject({
      code: 'export-under-way',
    });
    const { name, prompt } = await exporting;
    expect([name, prompt]).toEqual(['a run-agent-onnx-f32', PROMPT]);
    expect(await exporter.progress()).toBeNull();

    const zip = unzipSync(new Uint8Array(await (await exporter.zip()).arrayBuffer()));
    expect(Object.keys(zip).sort()).toEqual([
      'README.md',
      'config.json',
      'files.json',
      'generation_config.json',
      'onnx/model.onnx',
      'tokenizer.json',
      'tokenizer_config.json',
    ]);
    const card = new TextDecoder().decode(zip['README.md']);
    expect(card).toContain('“a run” after 3 epochs, seed');
    expect(card).toContain('"agentModel": "random-model"');
    expect(card).toMatch(/"epoch": 2,\s+"changes": \{\s+"alpha": 0.25/);

    const trial = await exporter.tryOut(prompt, 10);
    expect(trial.same).toBe(true);
    expect(trial.pipeline).toBe(trial.ours);
    expect(trial.agreement.largest!.relative).toBeLessThan(1e-5);
    await expect(exporter.tryOut('', 10)).rejects.toMatchObject({ code: 'prompt-empty' });
    await expect(exporter.tryOut('a'.repeat(60), 10)).rejects.toMatchObject({ code: 'prompt-too-long' });
  });

  it('has no adapter, and only an ONNX folder is opened in transformers.js', async () => {
    const exporter = await host({}, doubled);
    await expect(exporter.export(SOURCE, { format: 'peft', precision: 'f32' })).rejects.toMatchObject({
      code: 'no-lora-adapter',
    });
    await exporter.export(SOURCE, { format: 'safetensors', precision: 'f32' });
    await expect(exporter.tryOut(PROMPT, 4)).rejects.toMatchObject({ code: 'not-onnx' });
  });
});

const PRECISIONS = ['f32', 'f16', 'q4'] as const;
describe.each(PRECISIONS)('a player trained through an adapter over a base in %s', (basePrecision) => {
  const settings = {
    training: 'lora' as const,
    loraRank: lora.rank,
    loraAlpha: lora.alpha,
    loraTargets: [...lora.targets],
    basePrecision,
  } satisfies Partial<Settings>;

  it.each(['peft', 'safetensors', 'onnx'] as const)('leaves as %s', async (format) => {
    const { model } = await createRandomModel('llama');
    const { weightsHash } = await loadModel(model.base);
    const adapter = initialAdapter(model.config, lora, 1, 0);
    for (const [name, { data }] of adapter) if (name.includes('lora_B')) data.fill(0.1);
    const exporter = await host(settings, () => writeSafetensors(adapter, adapterIdentity(lora, weightsHash)));
    const { report } = await exporter.export(SOURCE, { format, precision: 'f32' });
    expect(report.agreement.largest!.relative).toBeLessThan(1e-5);
  });

  it('is refused where the base is another one', async () => {
    const { model } = await createRandomModel('llama');
    const adapter = initialAdapter(model.config, lora, 1, 0);
    const exporter = await host(settings, () => writeSafetensors(adapter, adapterIdentity(lora, 'f00d')));
    await expect(exporter.export(SOURCE, { format: 'onnx', precision: 'f32' })).rejects.toMatchObject({
      code: 'adapter-over-other-weights',
    });
  });
});
