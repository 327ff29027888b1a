import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, it } from 'vitest';
import { parameterShapes } from '../../lm/files/config.ts';
import { diskFolder } from '../../lm/files/node-files.ts';
import { openWeights } from '../../lm/files/load-model.ts';
import type { WeightArray } from '../../lm/files/safetensors.ts';
import { testDevice } from '../../tensor/testing/check-op.ts';
import { modelCard } from '../../text/model-export.ts';
import { exportModel } from './export-model.ts';
import type { ExportedModel, ExportRequest } from './exported-model.ts';
import { type Expected, expectComputes } from './testing/expected.ts';
import { createAdaptedModel, createRandomModel } from './testing/random-model.ts';

const COMPUTE = fileURLToPath(new URL('../../../python/tests/compute_folder.py', import.meta.url));
const SEQUENCES = [[5], [70, 71, 72, 40, 9], Array.from({ length: 20 }, (_, i) => 3 + ((i * 37) % 200))];

const device = testDevice();
let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'genenv-export-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function exported(model: ExportedModel, name: string, request: ExportRequest): Promise<string> {
  const path = join(folder, name);
  mkdirSync(path);
  await exportModel(model, request, (file, chunks) => writeFile(join(path, file), chunks), modelCard);
  return path;
}

function theirs(...folders: string[]): Expected {
  const input = JSON.stringify(SEQUENCES);
  const { stdout, stderr, status } = spawnSync('python3', [COMPUTE, ...folders], { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as Expected;
}

async function weightsOf({ config, weights }: Pick<ExportedModel, 'config' | 'weights'>) {
  const all = new Map<string, WeightArray>();
  for (const [name, shape] of parameterShapes(config)) all.set(name, { shape, data: await weights.read(name) });
  return all;
}

it.each([
  ['llama', 'f32'],
  ['qwen2', 'f32'],
  ['qwen3', 'f32'],
  ['qwen2', 'f16'],
] as const)('transformers loads %s in %s', async (family, precision) => {
  const { model } = await createRandomModel(family);
  const path = await exported(model, `${family}-${precision}`, { format: 'safetensors', precision });
  // Let our engine compute with the written weights too, because f16 rounds them.
  const { weights } = await openWeights(diskFolder(path));
  await expectComputes(device(), model.config, await weightsOf({ config: model.config, weights }), theirs(path));
});

it('PEFT loads an adapter over its base, and transformers the merged weights', async () => {
  const { model } = await createRandomModel('qwen3');
  const adapted = await createAdaptedModel();
  const plain = await exported(model, 'base', { format: 'safetensors', precision: 'f32' });
  const merged = await exported(adapted, 'merged', { format: 'safetensors', precision: 'f32' });
  const peft = await exported(adapted, 'adapter', { format: 'peft', precision: 'f32' });
  const all = await weightsOf(adapted);
  await expectComputes(device(), model.config, all, theirs(plain, peft));
  await expectComputes(device(), model.config, all, theirs(merged));
});
