import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../src/genenv/log/events.ts';
import { defaultSettings, type Settings } from '../../src/genenv/settings/settings.ts';
import { frozenWeights, mergedWeights } from '../../src/interop/models/open-exported-model.ts';
import { createRandomModel } from '../../src/interop/models/testing/random-model.ts';
import { adapterIdentity, type LoraConfig } from '../../src/lm/lora/lora-config.ts';
import { initialAdapter } from '../../src/lm/lora/initial-adapter.ts';
import { openSafetensors, writeSafetensors, type WeightArray } from '../../src/lm/files/safetensors.ts';
import type { RunStore } from '../../src/store/run-store.ts';
import type { ExportRequest } from '../../src/interop/models/exported-model.ts';
import type { JobContext } from './job-host.ts';
import { type ExportSource, modelExportJobs } from './model-export.ts';
import { loadModel } from '../../src/lm/testing/load-model.ts';

const lora: LoraConfig = { rank: 2, alpha: 4, targets: ['q_proj', 'up_proj'] };

/** Returns a function that exports a stored run's agent. `agent` makes its weights from the random model's. */
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
  const jobs = modelExportJobs({ store: async () => store, folder: () => model.base });
  return (request: ExportRequest, context: Partial<JobContext<number>> = {}) =>
    jobs['export-model'](
      { source: SOURCE, request },
      { report: () => {}, signal: new AbortController().signal, ...context },
    );
}

const SOURCE: ExportSource = { runId: '1', player: 'agent' };
const REQUEST = { format: 'safetensors', precision: 'f32' } as const;

describe('a player trained whole', () => {
  const doubled = (base: Map<string, WeightArray>) => {
    base.get('lm_head.weight')!.data.forEach((value, i, data) => (data[i] = 2 * value));
    return writeSafetensors(base);
  };

  it('is exported as a zip with its weights, the run’s settings and all setting changes', async () => {
    const written: number[] = [];
    const exportModel = await host({}, doubled);
    const { name, files, zip: blob } = await exportModel(REQUEST, { report: (bytes) => written.push(bytes) });
    expect(name).toBe('a run-agent-safetensors-f32');
    expect(written).toEqual(written.toSorted((a, b) => a - b));
    expect(written.at(-1)).toBe(files.reduce((sum, { bytes }) => sum + bytes, 0));

    const zip = unzipSync(new Uint8Array(await blob.arrayBuffer()));
    expect(Object.keys(zip).sort()).toEqual([
      'README.md',
      'config.json',
      'files.json',
      'generation_config.json',
      'model.safetensors',
      'tokenizer.json',
      'tokenizer_config.json',
    ]);
    expect(files.map(({ path, bytes }) => [path, bytes]).sort()).toEqual(
      Object.entries(zip).map(([path, { length }]) => [path, length]).sort(), // prettier-ignore
    );
    const { model } = await createRandomModel('llama');
    const head = await model.weights.read('lm_head.weight');
    expect(openSafetensors(zip['model.safetensors']).read('lm_head.weight').data).toEqual(
      head.map((value) => 2 * value),
    );
    const card = new TextDecoder().decode(zip['README.md']);
    expect(card).toContain('“a run” after 3 epochs, seed');
    expect(card).toContain('"agentModel": "random-model"');
    expect(card).toMatch(/"epoch": 2,\s+"changes": \{\s+"alpha": 0.25/);
  });

  it('can be cancelled while the export is written', async () => {
    const controller = new AbortController();
    const exportModel = await host({}, doubled);
    const exporting = exportModel(REQUEST, { report: () => controller.abort(), signal: controller.signal });
    await expect(exporting).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('has no adapter', async () => {
    const exportModel = await host({}, doubled);
    await expect(exportModel({ format: 'peft', precision: 'f32' })).rejects.toMatchObject({
      code: 'no-lora-adapter',
    });
  });
});

const loraSettings = {
  training: 'lora',
  loraRank: lora.rank,
  loraAlpha: lora.alpha,
  loraTargets: [...lora.targets],
} satisfies Partial<Settings>;

it.each(['f32', 'f16'] as const)(
  'a player trained through an adapter over a base in %s is exported as an adapter, and merged into that base',
  async (basePrecision) => {
    const { model } = await createRandomModel('llama');
    const { weightsHash } = await loadModel(model.base);
    const adapter = initialAdapter(model.config, lora, 1, 0);
    for (const [name, { data }] of adapter) if (name.includes('lora_B')) data.fill(0.1);
    const exportModel = await host({ ...loraSettings, basePrecision }, () =>
      writeSafetensors(adapter, adapterIdentity(lora, weightsHash)),
    );
    const exported = async (format: 'peft' | 'safetensors', file: string) => {
      const { zip: blob } = await exportModel({ format, precision: 'f32' });
      const zip = unzipSync(new Uint8Array(await blob.arrayBuffer()));
      return openSafetensors(zip[file]);
    };
    const stored = await exported('peft', 'adapter_model.safetensors');
    for (const [name, { data }] of adapter) expect(stored.read(name).data).toEqual(data);
    const base = frozenWeights(model.config, model.weights, basePrecision);
    const expected = mergedWeights(model.config, base, { lora, weights: adapter });
    const merged = await exported('safetensors', 'model.safetensors');
    for (const name of ['model.layers.0.self_attn.q_proj.weight', 'lm_head.weight'])
      expect(merged.read(name).data).toEqual(await expected.read(name));
  },
);

it('refuses an adapter if the base model differs', async () => {
  const { model } = await createRandomModel('llama');
  const adapter = initialAdapter(model.config, lora, 1, 0);
  const exportModel = await host(loraSettings, () => writeSafetensors(adapter, adapterIdentity(lora, 'f00d')));
  await expect(exportModel(REQUEST)).rejects.toMatchObject({ code: 'adapter-over-other-weights' });
});
