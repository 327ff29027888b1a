/** @file Reads what make_lora_fixtures.py wrote, for the tests of adapters. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { adapterShapes } from '../lora/adapter-layout.ts';
import type { LoraConfig, LoraModule } from '../lora/lora-config.ts';
import { openSafetensors, type WeightArray } from '../files/safetensors.ts';
import { takeTensors } from '../files/take-parameters.ts';
import { readFixture, type Family, type Fixture } from './fixture.ts';

export interface LoraFixture extends Pick<Fixture, 'cases' | 'model' | 'optimizer' | 'steps' | 'expected'> {
  lora: LoraConfig;
  /** The adapter, by PEFT's names. */
  adapter: Map<string, WeightArray>;
  /** Statistics of the cases that were computed with the adapter. */
  statistics: Record<string, Record<string, number>>;
}

export async function readLoraFixture(family: Family): Promise<LoraFixture> {
  const path = (file: string) => fileURLToPath(new URL(`../fixtures/${family}/${file}`, import.meta.url));
  const tensors = (file: string) => openSafetensors(new Uint8Array(readFileSync(path(file))), file);
  const { cases, model } = await readFixture(family);
  const { r, lora_alpha, target_modules, ...rest } = JSON.parse(readFileSync(path('lora.json'), 'utf8')) as Pick<
    LoraFixture,
    'statistics' | 'optimizer' | 'steps'
  > & { r: number; lora_alpha: number; target_modules: LoraModule[] };
  const lora = { rank: r, alpha: lora_alpha, targets: target_modules };
  return {
    ...rest,
    cases,
    model,
    lora,
    adapter: takeTensors(tensors('lora.safetensors'), adapterShapes(model.config, lora), 'lora.safetensors'),
    expected: tensors('lora-expected.safetensors'),
  };
}
